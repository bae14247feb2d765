// Icons as they are served: every coin has its own, whole and harmless SVG.

import { expect, test } from 'vitest'
import { coinIconPath, coinIconSvg, iconThemes, labelIconPath, labelIconSvg } from './icons.ts'

test('two coins have two icons, the same at every time, one for each theme', () => {
  const drawn = ['BTC', 'ETH', 'NEWCOIN'].flatMap((coin) =>
    iconThemes.map((theme) => coinIconSvg(coin, theme)),
  )
  expect(new Set(drawn).size).toBe(6)
  expect(coinIconSvg('BTC', 'dark')).toBe(drawn[0])
  expect(drawn.every((svg) => svg.startsWith('<svg xmlns=') && svg.endsWith('</svg>'))).toBe(true)
  expect(coinIconSvg('<&', 'dark')).toContain('&#60;&#38;')
})

test('an address names the coin, the theme or the label; no label is no address', () => {
  expect(coinIconPath('BTC', 'light')).toBe('/icons/coins/BTC-light.svg')
  expect([labelIconPath('new'), labelIconPath(undefined)]).toEqual(['/icons/labels/new.svg', ''])
  expect(labelIconSvg('coming')).toContain('>SOON<')
})
