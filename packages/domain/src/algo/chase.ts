// Chase orders: a post-only order that follows the best price of its own side, once a second, until
// it is filled, has run too far or was refused too often (rules 8.9).

import type { PriceTicks } from '../numbers/fixed.ts'
import type { Side } from '../orders/order.ts'
import type { BestPrices } from './iceberg.ts'

export const chaseStepMs = 1000
/** Post-only refusals in a row that end a chase. */
export const mostChaseRefusals = 5

export type ChaseTerms = {
  readonly side: Side
  /** How far from the first price it may run; absent: as far as it takes. */
  readonly maxDistanceTicks?: number | undefined
}

export type Chase = {
  /** Where it began, and where its order stands; absent before the first one. */
  readonly startTicks?: PriceTicks | undefined
  readonly priceTicks?: PriceTicks | undefined
  /** When it may be priced anew. */
  readonly nextMs: number
  readonly refusals: number
}

export const openChase = (nowMs: number): Chase => ({ nextMs: nowMs, refusals: 0 })

export type ChaseStep =
  /** Too early, no price, or it stands where it should. */
  | { readonly act: 'Wait'; readonly chase: Chase }
  /** Place or move the post-only order to this price. */
  | { readonly act: 'Place'; readonly priceTicks: PriceTicks; readonly chase: Chase }
  | { readonly act: 'Stop'; readonly reason: 'MaxDistance' | 'Refusals' }

/**
 * Returns what a chase does now: bid1 for a buy, ask1 for a sell, checked once a second. It stops
 * where that price lies further than the maximum distance from where it began, or after the fifth
 * post-only refusal in a row.
 */
export function chaseStep(
  { side, maxDistanceTicks }: ChaseTerms,
  chase: Chase,
  best: BestPrices,
  nowMs: number,
): ChaseStep {
  if (chase.refusals >= mostChaseRefusals) return { act: 'Stop', reason: 'Refusals' }
  if (nowMs < chase.nextMs) return { act: 'Wait', chase }
  const price = side === 'Buy' ? best.bidTicks : best.askTicks
  if (price === undefined) return { act: 'Wait', chase }
  const startTicks = chase.startTicks ?? price
  const away = side === 'Buy' ? price - startTicks : startTicks - price
  if (maxDistanceTicks !== undefined && away > maxDistanceTicks) {
    return { act: 'Stop', reason: 'MaxDistance' }
  }
  const checked = { ...chase, startTicks, nextMs: nowMs + chaseStepMs }
  if (price === chase.priceTicks) return { act: 'Wait', chase: checked }
  return { act: 'Place', priceTicks: price, chase: { ...checked, priceTicks: price } }
}

/** Returns the chase after its order was taken, which ends a row of refusals, or refused. */
export const afterChaseOrder = (chase: Chase, isRefused: boolean): Chase =>
  isRefused
    ? { ...chase, priceTicks: undefined, refusals: chase.refusals + 1 }
    : { ...chase, refusals: 0 }
