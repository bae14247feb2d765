// A stop-loss that liquidation may precede: the stop follows the last or the index price,
// liquidation the mark price; if both levels are close, either can be first (rules 5.1, 8.5).

import type { PriceE8, PriceTicks } from '../numbers/fixed.ts'
import { sideSign, type Side, type TriggerBasis } from './order.ts'

export type StopLegsRequest = {
  /** The position's side. */
  readonly side: Side
  readonly triggerTicks: PriceTicks
  readonly triggerBy: TriggerBasis
  readonly liquidationTicks: PriceTicks | undefined
  readonly tickSizeE8: number
  readonly markE8: PriceE8 | number | undefined
  /** The current price that the trigger follows. */
  readonly basisE8: PriceE8 | number | undefined
}

export type Overtaken = {
  /** From the liquidation price to the stop, ticks; 0 or less if the stop lies beyond it. */
  readonly distanceTicks: number
  /** The absolute distance in hundredths of a percent of the liquidation price. */
  readonly shareE4: number
}

/** A stop within this fraction (one tenth) of the way to the liquidation price is near it. */
export const nearShare = 10

/**
 * Returns the distance of a stop-loss from the liquidation price if liquidation can come first;
 * undefined if it cannot, if the position has no liquidation price, or if the stop follows the
 * mark. Liquidation can come first if the stop lies beyond the liquidation price, within a tenth of
 * the way from the mark to it (as the tip of spec 5 has it, our choice), or no further from it than
 * the mark is ahead of the price that the stop follows: if both move alike, the mark arrives first.
 */
export function overtakenStop(asked: StopLegsRequest): Overtaken | undefined {
  const { side, triggerTicks, triggerBy, liquidationTicks, tickSizeE8, markE8, basisE8 } = asked
  if (triggerBy === 'MarkPrice' || triggerTicks <= 0) return undefined
  if (liquidationTicks === undefined || markE8 === undefined) return undefined
  const sign = sideSign(side)
  const distanceTicks = (triggerTicks - liquidationTicks) * sign
  const way = Math.max(0, (markE8 / tickSizeE8 - liquidationTicks) * sign)
  const ahead = basisE8 === undefined ? 0 : ((basisE8 - markE8) * sign) / tickSizeE8
  const reach = Math.max(way / nearShare, ahead)
  if (distanceTicks > 0 && distanceTicks > reach) return undefined
  const shareE4 = Math.round((Math.abs(distanceTicks) / liquidationTicks) * 10_000)
  return { distanceTicks, shareE4 }
}
