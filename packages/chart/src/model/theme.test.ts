// The contrast of both themes, and overrides of their colours.

import { describe, expect, it } from 'vitest'
import { type Palette, paletteOf, sideOverrides } from './theme.ts'

const luminance = (hex: string) => {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [r = 0, g = 0, b = 0] = channels.map((c) =>
    c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: string, b: string) => {
  const [dim = 0, bright = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (bright + 0.05) / (dim + 0.05)
}

describe.each(['dark', 'light'] as const)('the %s theme', (name) => {
  const palette: Palette = paletteOf(name)

  it('has text of at least 4.5:1 on the panel and on menus', () => {
    for (const color of [
      palette.text,
      palette.secondary,
      palette.muted,
      palette.up,
      palette.down,
    ]) {
      expect(contrast(color, palette.background)).toBeGreaterThanOrEqual(4.5)
    }
    for (const color of [palette.text, palette.secondary, palette.accent]) {
      expect(contrast(color, palette.raised)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('has tags with a contrast of at least 4.5:1', () => {
    expect(contrast(palette.onSide, palette.up)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.onSide, palette.down)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.onTag, palette.tag)).toBeGreaterThanOrEqual(4.5)
  })
})

it('overrides change the colours they name, and unknown ones are ignored', () => {
  const palette = paletteOf('dark', {
    'paneProperties.background': '#000000',
    'mainSeriesProperties.candleStyle.upColor': '#00ff00',
    'mainSeriesProperties.showCountdown': true,
    constructor: 'x',
    'somebody.else': 1,
  })
  expect(palette.background).toBe('#000000')
  expect(palette.up).toBe('#00ff00')
  expect(palette.down).toBe(paletteOf('dark').down)
})

it('a pair of side colours changes the volume colours too', () => {
  const palette = paletteOf('light', sideOverrides({ up: '#1668DC', down: '#B45309' }))
  expect(palette.up).toBe('#1668DC')
  expect(palette.volumeDown).toBe('#B4530955')
})
