// The figures of a position drawing: entry, target and stop, their distances, risk and reward,
// and the quantity at which the stop costs the accepted risk.

import type { Drawing, DrawPoint, RiskSettings } from './drawing.ts'

export type RiskReward = {
  readonly side: 'buy' | 'sell'
  readonly entry: number
  readonly target: number
  readonly stop: number
  /** Distances as ratios to the entry price, never negative. */
  readonly targetRatio: number
  readonly stopRatio: number
  /** Reward divided by risk; 0 if the stop is at the entry. */
  readonly ratio: number
  /** In the base currency; 0 if the stop is at the entry. */
  readonly quantity: number
  /** In the quote currency, at the target and at the stop. */
  readonly reward: number
  readonly risk: number
}

export const defaultRisk: RiskSettings = { accountSize: 1000, riskPercent: 1 }

/** Points: the entry at the left edge, the target and the stop at the right edge. */
export function riskReward(drawing: Drawing): RiskReward | undefined {
  const [entryPoint, targetPoint, stopPoint] = drawing.points
  if (entryPoint === undefined || targetPoint === undefined || stopPoint === undefined) {
    return undefined
  }
  const entry = entryPoint.price
  const target = targetPoint.price
  const stop = stopPoint.price
  const { accountSize, riskPercent } = drawing.risk ?? defaultRisk
  const reward = Math.abs(target - entry)
  const risk = Math.abs(entry - stop)
  const quantity = risk > 0 ? (accountSize * riskPercent) / 100 / risk : 0
  return {
    side: drawing.tool === 'longPosition' ? 'buy' : 'sell',
    entry,
    target,
    stop,
    targetRatio: entry === 0 ? 0 : reward / Math.abs(entry),
    stopRatio: entry === 0 ? 0 : risk / Math.abs(entry),
    ratio: risk > 0 ? reward / risk : 0,
    quantity,
    reward: quantity * reward,
    risk: quantity * risk,
  }
}

/** Keeps the target on the profit side of the entry and the stop on the loss side. */
export function onItsSides(
  points: readonly DrawPoint[],
  tool: 'longPosition' | 'shortPosition',
): readonly DrawPoint[] {
  const [entry, target, stop] = points
  if (entry === undefined || target === undefined || stop === undefined) return points
  const isLong = tool === 'longPosition'
  const above = (price: number) => Math.max(price, entry.price)
  const below = (price: number) => Math.min(price, entry.price)
  return [
    entry,
    { ...target, price: isLong ? above(target.price) : below(target.price) },
    { ...stop, price: isLong ? below(stop.price) : above(stop.price) },
  ]
}
