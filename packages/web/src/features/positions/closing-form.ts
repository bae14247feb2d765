// Closing a position decides here: how much is closed, at what price, and what it is expected to
// bring.

import { feeRateOf, type FeeRates } from '@basis/domain/instrument/fee-levels'
import { amount, mulDiv, priceTicks, unitE8, zero } from '@basis/domain/numbers/fixed'
import type { Amount, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import {
  formatQty,
  parsePrice,
  parseQty,
  valueOf,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { oppositeSide, type Side } from '@basis/domain/orders/order'
import { priceProblem } from '@basis/domain/orders/order-rules'
import { unrealisedPnl } from '@basis/domain/instrument/pnl'
import type { Position } from '@basis/domain/orders/position'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { valueSideOf } from '../../stores/position-figures.ts'
import type { HeldPosition } from '../../stores/positions.ts'

/** Returns which part of a position a quantity is, in whole percent. */
export const percentOf = ({ sizeLots }: Position, lots: number): number =>
  sizeLots === 0 ? 0 : Math.min(100, Math.floor((lots * 100) / sizeLots))

/** Reads how much is to be closed: more than nothing and no more than is held. */
export function readClosingQty(
  instrument: Instrument,
  { sizeLots }: Position,
  text: string,
): QtyLots | Problem {
  if (text.trim() === '') return problem('qtyRequired', 'qty')
  const lots = parseQty(instrument, text)
  if (typeof lots !== 'number') return lots
  if (lots === 0) return problem('qtyRequired', 'qty')
  if (lots <= sizeLots) return lots
  return problem('tpSlQtyOver', 'qty', { max: formatQty(instrument, sizeLots) })
}

/** Reads the price of a limit order that closes. */
export function readClosingPrice(instrument: Instrument, text: string): PriceTicks | Problem {
  if (text.trim() === '') return problem('priceRequired', 'price')
  const price = parsePrice(instrument, text)
  return typeof price === 'number' ? (priceProblem(instrument, price) ?? price) : price
}

/** An order that closes a position, whole or in part. */
export type ClosingOrder = {
  readonly side: Side
  readonly lots: QtyLots
  /**
   * Expected profit of the closed part at the price, as its record will have it: net of its share
   * of the opening fees, of the closing fee, and with its funding (rules 1.5); 1e-8 settle coin.
   */
  readonly expectedPnl: Amount
}

/**
 * Returns the price at which a closing order is expected to be filled: the average that the
 * exchange tells, on the worse tick, where it tells one.
 */
export function expectedTicks(
  { tickSizeE8 }: Pick<Instrument, 'tickSizeE8'>,
  position: Pick<HeldPosition, 'side'>,
  told: { readonly averageE8: number } | undefined,
): PriceTicks | undefined {
  if (told === undefined) return undefined
  const exact = told.averageE8 / tickSizeE8
  return priceTicks(position.side === 'Buy' ? Math.floor(exact) : Math.ceil(exact))
}

/** Returns the order that closes so many lots of a position. */
export function closingOrder(
  position: HeldPosition,
  instrument: Instrument,
  close: {
    readonly lots: QtyLots
    readonly price: PriceTicks | undefined
    readonly feeRates?: FeeRates | undefined
    /** Nothing of it trades at once: it rests, and pays as a maker. */
    readonly isMaker?: boolean
  },
): ClosingOrder {
  const { lots, isMaker = false } = close
  const side = oppositeSide(position.side)
  if (close.price === undefined) return { side, lots, expectedPnl: zero }
  const exit = valueOf(instrument, close.price, lots)
  const entry = mulDiv(position.entryValue, BigInt(lots), BigInt(position.sizeLots), 'nearest')
  const gain = unrealisedPnl(valueSideOf(instrument, position.side), exit, amount(entry))
  const fee = mulDiv(exit, BigInt(feeRateOf(instrument, isMaker, close.feeRates)), unitE8, 'up')
  const share = (whole: bigint): bigint => (whole * BigInt(lots)) / BigInt(position.sizeLots)
  const carried = share(position.openFunding) - share(position.openFees)
  return { side, lots, expectedPnl: amount(gain - fee + carried) }
}
