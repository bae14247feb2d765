// What a position's row says besides its figures: how far liquidation is, what realised profit is
// made of, and the order that closes it.

import { amount, mulDiv, qtyLots, unitE8, zero } from '@basis/domain/fixed'
import type { Amount, PriceE8, PriceTicks } from '@basis/domain/fixed'
import { ticksToE8, valueOf, type Instrument } from '@basis/domain/instrument'
import { oppositeSide, type Side } from '@basis/domain/order'
import { unrealisedPnl } from '@basis/domain/pnl'
import type { Position } from '@basis/domain/position'
import { valueSideOf } from '../../exchange/margin/position-figures.ts'
import type { HeldPosition } from '../../exchange/positions.ts'

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

/** An order that closes a position, whole or in part. */
export type ClosingOrder = {
  readonly side: Side
  readonly lots: Position['sizeLots']
  /** Expected profit of the closed part at the price, after the closing fee, 1e-8 settle coin. */
  readonly expectedPnl: Amount
}

/**
 * Returns the order that closes `percent` of a position, floored to the lot but never to nothing.
 */
export function closingOrder(
  position: HeldPosition,
  instrument: Instrument,
  close: { readonly percent: number; readonly price: PriceTicks | undefined },
): ClosingOrder {
  const share = Math.floor((position.sizeLots * close.percent) / 100)
  const lots = qtyLots(Math.min(position.sizeLots, Math.max(share, 1)))
  const side = oppositeSide(position.side)
  if (close.price === undefined) return { side, lots, expectedPnl: zero }
  const exit = valueOf(instrument, close.price, lots)
  const entry = mulDiv(position.entryValue, BigInt(lots), BigInt(position.sizeLots), 'nearest')
  const gain = unrealisedPnl(valueSideOf(instrument, position.side), exit, amount(entry))
  const fee = mulDiv(exit, BigInt(instrument.takerFeeE8), unitE8, 'up')
  return { side, lots, expectedPnl: amount(gain - fee) }
}
