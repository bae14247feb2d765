// A stop that a liquidation can overtake: the stop follows the last or the index price, liquidation
// the mark price, and where the two lie close together either can be first (rules 5.1, 8.5).

import type { PriceE8, PriceTicks } from '../numbers/fixed.ts'
import { sideSign, type Side, type TriggerBasis } from './order.ts'

export type OvertakenAsked = {
  /** Of the position. */
  readonly side: Side
  readonly triggerTicks: PriceTicks
  readonly triggerBy: TriggerBasis
  readonly liquidationTicks: PriceTicks | undefined
  readonly tickSizeE8: number
  readonly markE8: PriceE8 | number | undefined
  /** The price that the trigger follows, as it is now. */
  readonly basisE8: PriceE8 | number | undefined
}

export type Overtaken = {
  /** From the liquidation price to the stop, ticks; 0 or less where the stop lies beyond it. */
  readonly distanceTicks: number
  /** The same without its sign in hundredths of a percent of the liquidation price. */
  readonly shareE4: number
}

/** Within so small a part of the way from the mark to liquidation a stop lies near it. */
const nearShare = 10

/**
 * Returns how far a stop-loss is from the liquidation price where liquidation can come first;
 * undefined where it cannot, where nothing liquidates the position, and for a stop by the mark
 * itself, which is reached on the way. It can where the stop lies beyond the liquidation price,
 * within a tenth of the way from the mark to it (as the tip of spec 5 has it, our choice), or no
 * further from it than the mark is ahead of the price that the stop follows: if both move alike,
 * the mark arrives first.
 */
export function overtakenStop(asked: OvertakenAsked): Overtaken | undefined {
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
