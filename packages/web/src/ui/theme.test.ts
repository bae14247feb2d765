// The palettes of docs/screen 6: text has enough contrast on every background it may have.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('theme.css', import.meta.url), 'utf8')

/** Returns the colours of the rules with this selector; later rules win, as in the browser. */
function coloursIn(selector: string): Map<string, string> {
  const colours = new Map<string, string>()
  const blocks = css.split(/^\}/m).filter((block) => block.includes(`${selector} {`))
  for (const block of blocks) {
    for (const [, name = '', value = ''] of block.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
      colours.set(name, value.trim())
    }
  }
  return colours
}

const dark = coloursIn('@theme static')
const light = new Map([...dark, ...coloursIn("[data-theme='light']")])

function resolved(theme: Map<string, string>, name: string): string {
  const value = theme.get(name) ?? ''
  const [, target] = /^var\(--([\w-]+)\)$/.exec(value) ?? []
  return target === undefined ? value : resolved(theme, target)
}

function luminance(hex: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (bright + 0.05) / (dim + 0.05)
}

/** Returns the share of its own hue in a mixed colour, as the style sheet has it. */
function shareIn(name: string): number {
  return Number(/(\d+)%/.exec(dark.get(name) ?? '')?.[1]) / 100
}

function mixed(hex: string, ground: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [own, other] = [hex, ground].map((text) => Number.parseInt(text.slice(at, at + 2), 16))
    const value = Math.round((own ?? 0) * share + (other ?? 0) * (1 - share))
    return value.toString(16).padStart(2, '0')
  })
  return `#${parts.join('')}`
}

const grounds = ['color-panel', 'color-raised', 'color-field'] as const
const words = ['color-ink', 'color-soft', 'color-muted'] as const
const sides = ['green', 'red', 'blue', 'orange'] as const

describe.each([
  ['dark', dark],
  ['light', light],
] as const)('the %s palette', (_name, theme) => {
  const ratio = (ink: string, ground: string): number =>
    contrast(resolved(theme, ink), resolved(theme, ground))

  test.each(words)('%s has enough contrast on every surface', (ink) => {
    const ratios = [...grounds, 'color-page'].map((ground) => ratio(ink, ground))
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(4.5)
  })
  test.each(sides)('%s has enough contrast on the panel, its badge and its button', (side) => {
    expect(ratio(`side-${side}`, 'color-panel')).toBeGreaterThanOrEqual(4.5)
    expect(ratio(`side-${side}-badge-ink`, `side-${side}-badge`)).toBeGreaterThanOrEqual(4.5)
    expect(ratio('color-on-side', `side-${side}-solid`)).toBeGreaterThanOrEqual(4.5)
  })
  test.each(sides)('%s figures have enough contrast on a row under the pointer', (side) => {
    const [, grey = '', percent] =
      /^rgb\((\d+) .* ([\d.]+)%\)$/.exec(resolved(theme, 'color-row-hover')) ?? []
    const over = Number(grey).toString(16).padStart(2, '0').repeat(3)
    const row = mixed(`#${over}`, resolved(theme, 'color-panel'), Number(percent) / 100)
    expect(contrast(resolved(theme, `side-${side}`), row)).toBeGreaterThanOrEqual(4.5)
  })
  test.each(sides)(
    '%s prices of the order book have enough contrast on their depth bars',
    (side) => {
      const hue = resolved(theme, `side-${side}`)
      const price = mixed(hue, resolved(theme, 'color-ink'), shareIn('color-up-on-depth'))
      const bar = mixed(hue, resolved(theme, 'color-panel'), shareIn('color-up-depth'))
      expect(contrast(price, bar)).toBeGreaterThanOrEqual(4.5)
    },
  )
  test.each(['color-accent', 'color-good', 'color-bad', 'color-warn'])(
    '%s has enough contrast on panels and raised surfaces',
    (ink) => {
      expect(ratio(ink, 'color-panel')).toBeGreaterThanOrEqual(4.5)
      expect(ratio(ink, 'color-raised')).toBeGreaterThanOrEqual(4.5)
    },
  )
  test('text on brand and accent colours and the focus ring have enough contrast', () => {
    expect(ratio('color-on-brand', 'color-brand')).toBeGreaterThanOrEqual(4.5)
    expect(ratio('color-on-accent', 'color-accent')).toBeGreaterThanOrEqual(3)
    expect(ratio('color-focus', 'color-panel')).toBeGreaterThanOrEqual(3)
  })
})
