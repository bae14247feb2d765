// Closing a position decides here: how much is closed, at what price, and what it is expected to
// bring.

import { feeRateOf, type FeeRates } from '@basis/domain/instrument/fee-levels'
import { amount, mulDiv, qtyLots, unitE8 } from '@basis/domain/numbers/fixed'
import type { Amount, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import {
  formatQty,
  parsePrice,
  parseQty,
  valueOf,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { priceProblem } from '@basis/domain/orders/order-rules'
import { unrealisedPnl } from '@basis/domain/instrument/pnl'
import type { Position } from '@basis/domain/orders/position'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { decodeAmount } from '@basis/protocol/order'
import type { WirePreview } from '@basis/protocol/preview-calls'
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

/** What the exchange says of a closing order. */
export type PreviewedClose = {
  /** What closing brings that is filled at once, as its record will have it. */
  readonly closedPnl: Amount
  /** What would stand in the book at its limit. */
  readonly restLots: QtyLots
}

/** Reads what a preview says of the closing order that it was asked about. */
export function readPreviewedClose(
  instrument: Instrument,
  { closedPnl, orders: [order] }: Pick<WirePreview, 'closedPnl' | 'orders'>,
): PreviewedClose {
  const isResting = order?.orderStatus === 'New' || order?.orderStatus === 'PartiallyFilled'
  const rest = isResting ? parseQty(instrument, order.leavesQty) : 0
  return {
    closedPnl: decodeAmount(closedPnl),
    restLots: qtyLots(typeof rest === 'number' ? rest : 0),
  }
}

/**
 * Returns what closing so many lots is expected to bring, as its record will have it: net of its
 * share of the opening fees, of the closing fee, and with its funding (rules 1.5); 1e-8 settle
 * coin. What is filled at once counts as the exchange tells it, a rest at the limit and as a maker;
 * before the exchange has answered, all of it at the price and as a taker. Undefined without a
 * price.
 */
export function expectedPnl(
  position: HeldPosition,
  instrument: Instrument,
  close: {
    readonly lots: QtyLots
    readonly price: PriceTicks | undefined
    readonly feeRates?: FeeRates | undefined
    readonly previewed?: PreviewedClose | undefined
  },
): Amount | undefined {
  const { price, previewed, lots } = close
  if (price === undefined) return undefined
  const part = { price, feeRates: close.feeRates }
  if (previewed === undefined)
    return pnlOfPart(position, instrument, { ...part, lots, isMaker: false })
  const rest = { ...part, lots: previewed.restLots, isMaker: true }
  return amount(previewed.closedPnl + pnlOfPart(position, instrument, rest))
}

function pnlOfPart(
  position: HeldPosition,
  instrument: Instrument,
  part: {
    readonly lots: QtyLots
    readonly price: PriceTicks
    readonly feeRates: FeeRates | undefined
    readonly isMaker: boolean
  },
): Amount {
  const { lots, isMaker, price, feeRates } = part
  const exit = valueOf(instrument, price, lots)
  const entry = mulDiv(position.entryValue, BigInt(lots), BigInt(position.sizeLots), 'nearest')
  const gain = unrealisedPnl(valueSideOf(instrument, position.side), exit, amount(entry))
  const fee = mulDiv(exit, BigInt(feeRateOf(instrument, isMaker, feeRates)), unitE8, 'up')
  const share = (whole: bigint): bigint => (whole * BigInt(lots)) / BigInt(position.sizeLots)
  const carried = share(position.openFunding) - share(position.openFees)
  return amount(gain - fee + carried)
}
