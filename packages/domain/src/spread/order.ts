// Orders of combinations and their fills as clients and engine share them, and the checks of such
// an order (rules 20.1, 20.2).

import { orderId, type AccountId, type OrderId, type SymbolId } from '../numbers/brand.ts'
import {
  formatSteps,
  formatTrimmed,
  parseDecimal,
  qtyLots,
  type Amount,
  type PriceE8,
  type PriceTicks,
  type QtyLots,
  type RateE8,
} from '../numbers/fixed.ts'
import { problem, type Problem } from '../instrument/problems.ts'
import type { CancelType, OrderStatus, OrderType, Side, TimeInForce } from '../orders/order.ts'
import type { Combination, SpreadTicks } from './combination.ts'
import { formatSpread, type SpreadBand } from './pricing.ts'

/** An order of a combination, from placed to final; leg 1 is the far one. */
export type SpreadOrder = {
  readonly id: OrderId
  readonly linkId: string
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly side: Side
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
  /** The limit price; for a market order the end of the band. */
  readonly priceTicks: SpreadTicks
  readonly qtyLots: QtyLots
  readonly leavesLots: QtyLots
  readonly filledLots: QtyLots
  /** Σ spread price × quantity, 1e-8 quote coin; of either sign. */
  readonly filledValue: Amount
  /** The fees of both legs, by coin. */
  readonly fees: readonly { readonly coin: string; readonly fee: Amount }[]
  readonly status: OrderStatus
  readonly cancelType?: CancelType | undefined
  readonly createdMs: number
  readonly updatedMs: number
  readonly updateNo: number
}

/** One leg of a fill: its own price, value and fee. */
export type SpreadLegFill = {
  readonly symbol: SymbolId
  readonly side: Side
  readonly orderId: OrderId
  readonly tradeId: number
  readonly priceTicks: PriceTicks
  readonly qtyLots: QtyLots
  readonly value: Amount
  readonly fee: Amount
  readonly feeCoin: string
  readonly feeRateE8: RateE8
  readonly isMaker: boolean
  /** The part that closed an existing position. */
  readonly closedLots: QtyLots
}

/** One account's side of a match; it always has both legs. */
export type SpreadFill = {
  readonly tradeId: number
  readonly priceTicks: SpreadTicks
  readonly qtyLots: QtyLots
  readonly value: Amount
  readonly isMaker: boolean
  /** The near leg's mark or index before rounding to its price. */
  readonly referenceE8: PriceE8
  readonly far: SpreadLegFill
  readonly near: SpreadLegFill
}

/** The leg orders' IDs follow that of the combination's order: far first. */
export const legOrderIds = (id: OrderId): { readonly far: OrderId; readonly near: OrderId } => ({
  far: orderId(id + 1),
  near: orderId(id + 2),
})

/** How many order IDs an order of a combination uses. */
export const orderNumbers = 3

/** The order fields that the checks read. */
type SpreadDraft = {
  readonly orderType: OrderType
  readonly priceTicks?: SpreadTicks | undefined
  readonly qtyLots: QtyLots
}

/** Formats a quantity with exactly the combination's decimals. */
export const formatSpreadQty = ({ lotSizeE8 }: Combination, qty: QtyLots): string =>
  formatSteps(qty, lotSizeE8)

/** Parses a quantity of a combination into lots; a text off the lot is lotSizeFixNumTips. */
export function parseSpreadQty({ lotSizeE8 }: Combination, text: string): QtyLots | Problem {
  const value = parseDecimal(text, 8)
  if (value === undefined || value % BigInt(lotSizeE8) !== 0n) {
    const step = formatTrimmed(BigInt(lotSizeE8), 8)
    return problem('lotSizeFixNumTips', 'qty', { step })
  }
  return qtyLots(Number(value / BigInt(lotSizeE8)))
}

/** Returns the first problem of an order by the combination's limits and band (D-S2 to D-S4). */
export function spreadOrderProblem(
  combination: Combination,
  draft: SpreadDraft,
  band: SpreadBand | undefined,
): Problem | undefined {
  const { orderType, priceTicks: price, qtyLots: qty } = draft
  if (orderType === 'Limit' && price === undefined) return problem('priceRequired', 'price')
  if (orderType === 'Market' && price !== undefined) return problem('priceNotAllowed', 'price')
  if (price !== undefined && !Number.isSafeInteger(price)) return problem('priceInvalid', 'price')
  const wrong = sizeProblem(combination, orderType, qty)
  if (wrong !== undefined) return wrong
  if (band === undefined) return problem('priceUnavailable', 'symbol')
  if (price === undefined) return undefined
  if (price > band.high) {
    return problem('priceAboveBand', 'price', { max: formatSpread(combination, band.high) })
  }
  if (price >= band.low) return undefined
  return problem('priceBelowBand', 'price', { min: formatSpread(combination, band.low) })
}

function sizeProblem(
  combination: Combination,
  orderType: OrderType,
  qty: QtyLots,
): Problem | undefined {
  const { minQtyLots, maxQtyLots, maxMarketQtyLots, baseCoin: coin } = combination
  if (!Number.isSafeInteger(qty) || qty < 0) return problem('qtyInvalid', 'qty')
  if (qty === 0) return problem('qtyRequired', 'qty')
  if (qty < minQtyLots) {
    return problem('qtyTooSmall', 'qty', { min: formatSpreadQty(combination, minQtyLots), coin })
  }
  const most = orderType === 'Market' ? maxMarketQtyLots : maxQtyLots
  if (qty <= most) return undefined
  return problem('orderMaxQtyReplace', 'qty', { qty: formatSpreadQty(combination, most), coin })
}
