// The measuring tool: distance between two points in price, percent, bars and time.

import { pointTimeMs } from '../coordinates.ts'
import type { FigureInput } from './figure-input.ts'
import type { LineShape, Shape } from '../shapes.ts'

export function measureShapes(input: FigureInput): Shape[] {
  const [a, b] = input.pixels
  const [first, second] = input.drawing.points
  if (a === undefined || b === undefined || first === undefined || second === undefined) return []
  const { appearance, space, style, drawing } = input
  const isUp = second.price >= first.price
  const own = drawing.style.color
  const color = own ?? (isUp ? appearance.colors.up : appearance.colors.down)
  const corners = [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }]
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
  const way = (pixels: LineShape['pixels']): LineShape => ({
    kind: 'line',
    pixels,
    color,
    widthPx: style.widthPx > 1 ? style.widthPx - 1 : 1,
    dash: style.dash,
  })
  const barb = (tip: number, from: number) => tip - Math.sign(tip - from) * 6
  const bars = Math.round((b.x - a.x) / space.stepPx)
  const spanMs = pointTimeMs(second, '1') - pointTimeMs(first, '1')
  const { texts } = appearance
  return [
    {
      kind: 'fill',
      pixels: corners,
      color: drawing.style.fillColor ?? color,
      alpha: style.fillAlpha,
    },
    way([
      { x: middle.x, y: a.y },
      { x: middle.x, y: b.y },
    ]),
    way([
      { x: middle.x - 4, y: barb(b.y, a.y) },
      { x: middle.x, y: b.y },
      { x: middle.x + 4, y: barb(b.y, a.y) },
    ]),
    way([
      { x: a.x, y: middle.y },
      { x: b.x, y: middle.y },
    ]),
    way([
      { x: barb(b.x, a.x), y: middle.y - 4 },
      { x: b.x, y: middle.y },
      { x: barb(b.x, a.x), y: middle.y + 4 },
    ]),
    {
      kind: 'label',
      at: { x: middle.x, y: isUp ? b.y - 8 : b.y + 8 },
      lines: [
        `${texts.difference(second.price - first.price)} (${percentOf(input)})`,
        `${texts.barCount.replace('{count}', signed(bars))}, ${spanText(spanMs)}`,
      ],
      color: appearance.colors.onTag,
      sizePx: 12,
      isBold: false,
      align: 'center',
      valign: isUp ? 'bottom' : 'top',
      fill: appearance.colors.tag,
    },
  ]
}

function percentOf({ drawing, appearance }: FigureInput): string {
  const [first, second] = drawing.points
  if (first === undefined || second === undefined || first.price === 0) return '--'
  return appearance.texts.percent((second.price - first.price) / Math.abs(first.price))
}

const signed = (count: number) => String(count).replace('-', '\u2212')

/** Formats a duration with its two largest units: `2d 4h`, `45m`. */
export function spanText(spanMs: number): string {
  const minutes = Math.round(Math.abs(spanMs) / 60_000)
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor(minutes / 60) % 24
  const rest = minutes % 60
  const parts = [
    [days, 'd'],
    [hours, 'h'],
    [rest, 'm'],
  ] as const
  const shown = parts.filter(([count]) => count > 0).slice(0, 2)
  const text = shown.map(([count, unit]) => `${count}${unit}`).join(' ')
  return (spanMs < 0 ? '\u2212' : '') + (text === '' ? '0m' : text)
}
