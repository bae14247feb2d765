// Derived figures of a position's row: the distance to liquidation, and the parts of realised
// profit.

import { amount } from '@basis/domain/numbers/fixed'
import type { Amount, PriceE8, PriceTicks } from '@basis/domain/numbers/fixed'
import { ticksToE8, type Instrument } from '@basis/domain/instrument/instrument'
import type { Position } from '@basis/domain/orders/position'

/**
 * Returns how far the mark is from the liquidation price, in hundredths of a percent of the mark.
 */
export function distanceE2(
  instrument: Instrument,
  markE8: PriceE8,
  liquidation: PriceTicks,
): number {
  if (markE8 === 0) return 0
  const away = Math.abs(markE8 - ticksToE8(instrument, liquidation))
  return Math.round((away / markE8) * 10_000)
}

/**
 * Returns realised PnL's parts for its tooltip: what trades brought, fees not yet assigned,
 * funding.
 */
export function realisedParts(position: Position): {
  trade: Amount
  fees: Amount
  funding: Amount
} {
  const trade = position.realisedPnl + position.openFees - position.openFunding
  return {
    trade: amount(trade),
    fees: amount(-position.openFees),
    funding: position.openFunding,
  }
}
