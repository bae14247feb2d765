// Executions as the specification names them: trades, and closes of a position without a trade:
// takeover at bankruptcy, ADL, delivery, funding.

import { contractValue } from '@basis/domain/instrument/contract'
import { orderId, type OrderId, type SymbolId } from '@basis/domain/numbers/brand'
import {
  amount,
  formatTrimmed,
  priceTicks,
  qtyLots,
  rateE8,
  zero,
} from '@basis/domain/numbers/fixed'
import type { PriceTicks, QtyLots, RateE8 } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  formatQty,
  priceOfValue,
  qtyAmount,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import type { Order, OrderType, Side } from '@basis/domain/orders/order'
import type { SpreadFill, SpreadOrder } from '@basis/domain/spread/order'
import { deliveryFeeRate } from '@basis/domain/settlement/delivery'
import type { Fill, FundingPaid, PnlClosed } from '@basis/engine/events'
import type { ExecType, WireExecution } from '@basis/protocol/order'

/** What happened to a position in one execution; funding is kept separately. */
export type ExecutionKind = Exclude<ExecType, 'Funding' | 'Settle'>

/** One execution of the account. */
export type Executed = {
  readonly timeMs: number
  readonly kind: ExecutionKind
  /** 0 if no order was involved. */
  readonly orderId: OrderId
  readonly linkId: string
  readonly symbol: SymbolId
  readonly side: Side
  readonly orderType: OrderType
  /** The order's price and quantity at that time; 0 if no order was involved. */
  readonly orderPriceTicks: PriceTicks
  readonly orderLots: QtyLots
  /** The order's remaining quantity after this fill. */
  readonly leavesLots: QtyLots
  readonly fill: Fill
}

/** Returns an order's fill as an execution. */
export const tradeOf = (order: Order, fill: Fill, timeMs: number): Executed => ({
  timeMs,
  kind: 'Trade',
  orderId: order.id,
  linkId: order.linkId,
  symbol: order.symbol,
  side: order.side,
  orderType: order.orderType,
  orderPriceTicks: order.priceTicks,
  orderLots: order.qtyLots,
  leavesLots: order.leavesLots,
  fill,
})

/**
 * Returns both legs of a combination's fill as executions of their own markets, the near leg first
 * (D-S7). The order's total and remaining quantities are converted from the combination's lots to
 * those of each leg; a leg has no limit price of its own.
 */
export const legsOf = (
  { linkId, orderType, qtyLots: orderLots, leavesLots }: SpreadOrder,
  { near, far, qtyLots: filledLots }: SpreadFill,
): readonly Omit<Executed, 'timeMs'>[] =>
  [near, far].map(({ symbol, side, orderId: id, ...fill }) => ({
    kind: 'FutureSpread',
    orderId: id,
    linkId,
    symbol,
    side,
    orderType,
    orderPriceTicks: priceTicks(0),
    orderLots: qtyLots((orderLots * fill.qtyLots) / filledLots),
    leavesLots: qtyLots((leavesLots * fill.qtyLots) / filledLots),
    fill,
  }))

const kindsOfCause: Partial<Record<PnlClosed['cause'], ExecutionKind>> = {
  // Two sides of a hedge that a liquidation closes against each other (rules 5.8 step 3).
  Liquidation: 'BustTrade',
  TakeOver: 'BustTrade',
  Adl: 'AdlTrade',
  Delivery: 'Delivery',
}

/**
 * Returns the part of a position that was closed without an order as an execution, with the fee and
 * value of its closed PnL; undefined if an order closed it, as that has its own execution.
 */
export function closingOf(event: PnlClosed): Omit<Executed, 'timeMs'> | undefined {
  const kind = event.orderId === 0 ? kindsOfCause[event.cause] : undefined
  if (kind === undefined) return undefined
  return {
    kind,
    orderId: orderId(0),
    linkId: '',
    symbol: event.symbol,
    side: event.side === 'Buy' ? 'Sell' : 'Buy',
    orderType: 'Market',
    orderPriceTicks: priceTicks(0),
    orderLots: qtyLots(0),
    leavesLots: qtyLots(0),
    fill: {
      tradeId: 0,
      priceTicks: priceTicks(0),
      qtyLots: event.closedLots,
      value: event.exitValue,
      fee: event.closeFee,
      feeCoin: '',
      feeRateE8: rateE8(0),
      isMaker: false,
      closedLots: event.closedLots,
    },
  }
}

/** Encodes an execution; `execId` identifies those that are not trades and so have no number. */
export function encodeExecution(
  { timeMs, kind, fill, ...own }: Executed,
  instrument: Instrument,
  execId = String(fill.tradeId),
): WireExecution {
  const isTrade = kind === 'Trade' || kind === 'FutureSpread'
  return {
    execId,
    execType: kind === 'Delivery' && instrument.kind === 'Inverse' ? 'Settle' : kind,
    orderId: own.orderId === 0 ? '' : String(own.orderId),
    orderLinkId: own.linkId,
    symbol: own.symbol,
    side: own.side,
    orderType: own.orderType,
    execPrice: isTrade
      ? formatPrice(instrument, fill.priceTicks)
      : averageOf(instrument, fill.value, fill.qtyLots),
    execQty: formatQty(instrument, fill.qtyLots),
    execValue: formatTrimmed(fill.value, 8),
    execFee: formatTrimmed(fill.fee, 8),
    feeCoin: isTrade ? fill.feeCoin : instrument.settleCoin,
    feeRate: formatTrimmed(BigInt(isTrade ? fill.feeRateE8 : rateOf(kind, fill, instrument)), 8),
    isMaker: fill.isMaker,
    closedSize: formatQty(instrument, fill.closedLots),
    leavesQty: formatQty(instrument, own.leavesLots),
    execTimeE3: timeMs,
  }
}

/** ADL is free (D-31), a takeover costs the taker rate, a delivery its own rate (D-17). */
function rateOf(kind: ExecutionKind, { fee }: Fill, instrument: Instrument): RateE8 {
  if (fee === zero) return rateE8(0)
  if (kind !== 'Delivery') return instrument.takerFeeE8
  const { contractType } = instrument
  return contractType === undefined ? rateE8(0) : deliveryFeeRate(contractType)
}

/** Returns the average price, value ÷ lots; for an inverse contract lots ÷ value. */
export function averageOf(instrument: Instrument, value: bigint, lots: QtyLots): string {
  return formatTrimmed(
    BigInt(priceOfValue(instrument, amount(value), qtyAmount(instrument, lots))),
    8,
  )
}

/** Encodes a funding payment as an execution; the amount paid is its fee. */
export function encodeFundingExecution(
  record: Omit<FundingPaid, 'kind'> & { readonly timeMs: number },
  instrument: Instrument,
): WireExecution {
  const { symbol, side, sizeLots, markE8, rateE8: rate, payment, timeMs, positionIdx } = record
  const qty = qtyAmount(instrument, sizeLots)
  const kind = instrument.kind === 'Inverse' ? 'Inverse' : 'Linear'
  const value = markE8 === 0 ? zero : contractValue(kind, qty, markE8)
  return {
    execId: `funding-${symbol}-${record.atMs}-${positionIdx}`,
    execType: 'Funding',
    orderId: '',
    orderLinkId: '',
    symbol,
    side,
    orderType: 'Market',
    execPrice: formatTrimmed(BigInt(markE8), 8),
    execQty: formatQty(instrument, sizeLots),
    execValue: formatTrimmed(value, 8),
    execFee: formatTrimmed(amount(-payment), 8),
    feeCoin: instrument.settleCoin,
    feeRate: formatTrimmed(BigInt(rate), 8),
    isMaker: false,
    closedSize: '0',
    leavesQty: '0',
    execTimeE3: timeMs,
  }
}
