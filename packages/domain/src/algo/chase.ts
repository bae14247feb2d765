// Chase orders: a post-only order that follows the best price of its own side, once a second, until
// it is filled, too far from its start or rejected too often (rules 8.9).

import type { PriceTicks } from '../numbers/fixed.ts'
import type { Side } from '../orders/order.ts'
import type { BestPrices } from './iceberg.ts'

export const chaseStepMs = 1000
/** Consecutive post-only rejections that end a chase. */
export const mostChaseRefusals = 5

export type ChaseTerms = {
  readonly side: Side
  /** The maximum distance from the first price; absent for no limit. */
  readonly maxDistanceTicks?: number | undefined
}

export type Chase = {
  /** The first price and the current price of its order; absent before the first order. */
  readonly startTicks?: PriceTicks | undefined
  readonly priceTicks?: PriceTicks | undefined
  /** The next time at which it may be repriced. */
  readonly nextMs: number
  readonly refusals: number
}

export const openChase = (nowMs: number): Chase => ({ nextMs: nowMs, refusals: 0 })

export type ChaseStep =
  /** Too early, no price, or its order has the right price already. */
  | { readonly action: 'Wait'; readonly chase: Chase }
  /** Place or move the post-only order to this price. */
  | { readonly action: 'Place'; readonly priceTicks: PriceTicks; readonly chase: Chase }
  | { readonly action: 'Stop'; readonly reason: 'MaxDistance' | 'Refusals' }

/**
 * Returns the next action of a chase: bid1 for a buy, ask1 for a sell, checked once a second. It
 * stops if that price is further than the maximum distance from the first price, or after the fifth
 * consecutive post-only rejection.
 */
export function chaseStep(
  { side, maxDistanceTicks }: ChaseTerms,
  chase: Chase,
  best: BestPrices,
  nowMs: number,
): ChaseStep {
  if (chase.refusals >= mostChaseRefusals) return { action: 'Stop', reason: 'Refusals' }
  if (nowMs < chase.nextMs) return { action: 'Wait', chase }
  const price = side === 'Buy' ? best.bidTicks : best.askTicks
  if (price === undefined) return { action: 'Wait', chase }
  const startTicks = chase.startTicks ?? price
  const away = side === 'Buy' ? price - startTicks : startTicks - price
  if (maxDistanceTicks !== undefined && away > maxDistanceTicks) {
    return { action: 'Stop', reason: 'MaxDistance' }
  }
  const checked = { ...chase, startTicks, nextMs: nowMs + chaseStepMs }
  if (price === chase.priceTicks) return { action: 'Wait', chase: checked }
  return { action: 'Place', priceTicks: price, chase: { ...checked, priceTicks: price } }
}

/** Returns the chase after its order was accepted, which resets the rejections, or rejected. */
export const afterChaseOrder = (chase: Chase, isRefused: boolean): Chase =>
  isRefused
    ? { ...chase, priceTicks: undefined, refusals: chase.refusals + 1 }
    : { ...chase, refusals: 0 }
