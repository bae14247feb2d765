// Long and short position drawings: target zone, stop zone, and the trade's risk and reward.

import type { FigureInput } from './figure-input.ts'
import { riskReward } from '../risk-reward.ts'
import type { LabelShape, Shape } from '../shapes.ts'
import type { Pixel } from '../../../primitives/pointer.ts'

export function positionShapes(input: FigureInput): Shape[] {
  const [entry, target, stop] = input.pixels
  const result = riskReward(input.drawing)
  if (entry === undefined || target === undefined || stop === undefined) return []
  if (result === undefined) return []
  const { colors, texts } = input.appearance
  const left = Math.min(entry.x, target.x)
  const right = Math.max(entry.x, target.x)
  const middle = (left + right) / 2
  const isTargetAbove = target.y <= entry.y
  const zone = (y: number, color: string): Shape => ({
    kind: 'fill',
    pixels: rectangle(left, right, entry.y, y),
    color,
    alpha: input.drawing.style.fillAlpha ?? 0.2,
  })
  const edge = (y: number, color: string): Shape => ({
    kind: 'line',
    pixels: [
      { x: left, y },
      { x: right, y },
    ],
    color,
    widthPx: 1,
    dash: 'solid',
  })
  const box = (at: Pixel, lines: readonly string[], fill: string): LabelShape => ({
    kind: 'label',
    at,
    lines,
    fill,
    color: colors.onSide,
    sizePx: 11,
    isBold: false,
    align: 'center',
    valign: 'middle',
  })
  const { target: targetPrice, stop: stopPrice, targetRatio, stopRatio } = result
  const level = (name: string, price: number, ratio: number, amount: number) =>
    `${name}: ${texts.price(price)} (${texts.percent(ratio)}), ${texts.amount(amount)}`
  const labels = {
    target: level(texts.target, targetPrice, targetRatio, result.reward),
    stop: level(texts.stop, stopPrice, -stopRatio, result.risk),
    entry: [
      `${texts.quantity}: ${texts.amount(result.quantity)}`,
      `${texts.riskReward}: ${texts.amount(Math.round(result.ratio * 100) / 100)}`,
    ],
  }
  const away = isTargetAbove ? -1 : 1
  return [
    zone(target.y, colors.up),
    zone(stop.y, colors.down),
    edge(target.y, colors.up),
    edge(stop.y, colors.down),
    edge(entry.y, colors.muted),
    box({ x: middle, y: target.y + away * 14 }, [labels.target], colors.up),
    box({ x: middle, y: stop.y - away * 14 }, [labels.stop], colors.down),
    { ...box({ x: middle, y: entry.y }, labels.entry, colors.tag), color: colors.onTag },
  ]
}

const rectangle = (left: number, right: number, y: number, otherY: number): Pixel[] => [
  { x: left, y },
  { x: right, y },
  { x: right, y: otherY },
  { x: left, y: otherY },
]
