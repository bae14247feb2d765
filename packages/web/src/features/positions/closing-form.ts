// The logic of closing a position: the quantity, the price, and the expected profit.

import { feeRateOf, type FeeRates } from '@basis/domain/instrument/fee-levels'
import { feeOf } from '@basis/domain/instrument/fees'
import { amount, qtyLots } from '@basis/domain/numbers/fixed'
import type { Amount, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import {
  formatQty,
  parsePrice,
  parseQty,
  valueOf,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { priceProblem } from '@basis/domain/orders/order-rules'
import { closedShare, unrealisedPnl } from '@basis/domain/instrument/pnl'
import type { Position } from '@basis/domain/orders/position'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { decodeAmount } from '@basis/protocol/order'
import type { WirePreview } from '@basis/protocol/preview-calls'
import { valueSideOf } from '../../stores/position-figures.ts'
import type { HeldPosition } from '../../stores/positions.ts'

/** Returns a quantity as a part of a position, in whole percent. */
export const percentOf = ({ sizeLots }: Position, lots: number): number =>
  sizeLots === 0 ? 0 : Math.min(100, Math.floor((lots * 100) / sizeLots))

/** Parses the quantity to close: more than zero and at most the position's size. */
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

/** Parses the price of a closing limit order. */
export function readClosingPrice(instrument: Instrument, text: string): PriceTicks | Problem {
  if (text.trim() === '') return problem('priceRequired', 'price')
  const price = parsePrice(instrument, text)
  return typeof price === 'number' ? (priceProblem(instrument, price) ?? price) : price
}

/** The exchange's preview of a closing order. */
export type PreviewedClose = {
  /** The realised profit of the part filled at once, as its record will have it. */
  readonly closedPnl: Amount
  /** The part that would rest in the book at its limit. */
  readonly restLots: QtyLots
}

/** Decodes the preview of a closing order. */
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
 * Returns the expected profit of closing a number of lots, as its record will have it: net of its
 * share of the opening fees, of the closing fee, and with its funding (rules 1.5); 1e-8 settle
 * coin. The part filled at once has the preview's profit, the rest is filled at the limit as a
 * maker; before the preview, all of it at the price as a taker. Undefined without a price.
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
  const share = (whole: bigint): bigint => closedShare(whole, lots, position.sizeLots)
  const entry = share(position.entryValue)
  const gain = unrealisedPnl(valueSideOf(instrument, position.side), exit, amount(entry))
  const fee = feeOf(exit, feeRateOf(instrument, isMaker, feeRates))
  const carried = share(position.openFunding) - share(position.openFees)
  return amount(gain - fee + carried)
}
