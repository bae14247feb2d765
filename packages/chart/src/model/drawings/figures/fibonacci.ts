// Fibonacci levels of a move between two prices, and of a move projected from a third one.

import type { FigureInput } from './figure-input.ts'
import type { Shape } from '../shapes.ts'
import type { Pixel } from '../../../primitives/pointer.ts'

type Level = { readonly ratio: number; readonly color: string }

/** Hues that are distinguishable on both themes. */
const hues = {
  grey: '#8A8F99',
  red: '#F0555A',
  orange: '#F59E2E',
  green: '#4FB35B',
  teal: '#1FA58A',
  cyan: '#2BAFCB',
  blue: '#5B8DEF',
  purple: '#A06BE0',
  pink: '#E25592',
} as const

const retracementLevels: readonly Level[] = [
  { ratio: 0, color: hues.grey },
  { ratio: 0.236, color: hues.red },
  { ratio: 0.382, color: hues.orange },
  { ratio: 0.5, color: hues.green },
  { ratio: 0.618, color: hues.teal },
  { ratio: 0.786, color: hues.cyan },
  { ratio: 1, color: hues.grey },
  { ratio: 1.618, color: hues.blue },
]

const extensionLevels: readonly Level[] = [
  { ratio: 0, color: hues.grey },
  { ratio: 0.382, color: hues.orange },
  { ratio: 0.618, color: hues.teal },
  { ratio: 1, color: hues.grey },
  { ratio: 1.272, color: hues.cyan },
  { ratio: 1.618, color: hues.blue },
  { ratio: 2.618, color: hues.purple },
  { ratio: 4.236, color: hues.pink },
]

/** The price of a retracement: level 1 at the first price, level 0 at the second. */
export const retracedPrice = (from: number, to: number, ratio: number): number =>
  to + (from - to) * ratio

/** The price of an extension: the move from the first to the second price, projected from `at`. */
export const extendedPrice = (move: readonly [number, number], at: number, ratio: number): number =>
  at + (move[1] - move[0]) * ratio

export function fibRetracement(input: FigureInput): Shape[] {
  const [a, b] = input.pixels
  const [first, second] = input.drawing.points
  if (a === undefined || b === undefined || first === undefined || second === undefined) return []
  const span = { left: Math.min(a.x, b.x), right: Math.max(a.x, b.x) }
  const priceOf = (ratio: number) => retracedPrice(first.price, second.price, ratio)
  return [...levelShapes(input, retracementLevels, { ...span, priceOf }), trend(input, [a, b])]
}

export function fibExtension(input: FigureInput): Shape[] {
  const [a, b, c] = input.pixels
  const [first, second, third] = input.drawing.points
  if (a === undefined || b === undefined) return []
  if (c === undefined || first === undefined || second === undefined || third === undefined) {
    return [trend(input, [a, b])]
  }
  const span = { left: Math.min(b.x, c.x), right: Math.max(b.x, c.x) }
  const move = [first.price, second.price] as const
  const priceOf = (ratio: number) => extendedPrice(move, third.price, ratio)
  const levels = levelShapes(input, extensionLevels, { ...span, priceOf })
  return [...levels, trend(input, [a, b, c])]
}

const trend = ({ style }: FigureInput, pixels: readonly Pixel[]): Shape => ({
  kind: 'line',
  pixels,
  color: style.color,
  widthPx: 1,
  dash: 'dashed',
})

type LevelSpan = {
  readonly left: number
  readonly right: number
  priceOf(ratio: number): number
}

function levelShapes(
  { style, space, appearance }: FigureInput,
  levels: readonly Level[],
  { left, right, priceOf }: LevelSpan,
): Shape[] {
  const fills: Shape[] = []
  const lines: Shape[] = []
  let above: number | undefined
  for (const { ratio, color } of levels) {
    const price = priceOf(ratio)
    const y = space.yOf(price)
    if (!Number.isFinite(y)) continue
    const ends = [
      { x: left, y },
      { x: right, y },
    ] as const
    if (above !== undefined) {
      const band = [...ends, { x: right, y: above }, { x: left, y: above }]
      fills.push({ kind: 'fill', pixels: band, color, alpha: style.fillAlpha, isIdle: true })
    }
    above = y
    const { widthPx, dash } = style
    lines.push({ kind: 'line', pixels: ends, color, widthPx: Math.min(widthPx, 1.5), dash })
    lines.push({
      kind: 'label',
      at: { x: left - 6, y },
      lines: [`${ratio} (${appearance.texts.price(price)})`],
      color,
      sizePx: 11,
      isBold: false,
      align: 'right',
      valign: 'middle',
      isIdle: true,
    })
  }
  return [...fills, ...lines]
}
