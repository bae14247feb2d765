// Icons as they are served: every coin has its own, complete and safe SVG.

import { expect, test } from 'vitest'
import { coinIconPath, coinIconSvg, iconThemes, labelIconPath, labelIconSvg } from './icons.ts'

test('every coin has its own icon for each theme, always the same, with escaped letters', () => {
  const drawn = ['BTC', 'ETH', 'NEWCOIN'].flatMap((coin) =>
    iconThemes.map((theme) => coinIconSvg(coin, theme)),
  )
  expect(new Set(drawn).size).toBe(6)
  expect(coinIconSvg('BTC', 'dark')).toBe(drawn[0])
  expect(drawn.every((svg) => svg.startsWith('<svg xmlns=') && svg.endsWith('</svg>'))).toBe(true)
  expect(coinIconSvg('<&', 'dark')).toContain('&#60;&#38;')
})

test('the address of an icon has the coin and the theme, or the label; without a label it is empty', () => {
  expect(coinIconPath('BTC', 'light')).toBe('/icons/coins/BTC-light.svg')
  expect([labelIconPath('new'), labelIconPath(undefined)]).toEqual(['/icons/labels/new.svg', ''])
  expect(labelIconSvg('coming')).toContain('>SOON<')
})
