// Spot orders on the wire: the specification's names (spec 3) and its statuses (spec 4).

import {
  formatPrice,
  formatQty,
  qtyAmount,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { amount, formatTrimmed } from '@basis/domain/numbers/fixed'
import { timesInForce, type Order } from '@basis/domain/orders/order'
import { averagePriceE8 } from '@basis/domain/instrument/pnl'
import * as z from 'zod/mini'
import { encodeAmount } from '../order.ts'
import { spotSymbolIdOf } from './symbol.ts'
import { decimal, timeMs } from '../wire.ts'

export const spotSides = ['BUY', 'SELL'] as const
export const spotTypes = ['LIMIT', 'MARKET'] as const

export const spotStatuses = [
  'NEW',
  'PARTIALLY_FILLED',
  'FILLED',
  'CANCELED',
  'PARTIALLY_FILLED_CANCELED',
  'REJECTED',
  'ORDER_NEW',
  'ORDER_FILLED',
  'ORDER_CANCELED',
  'ORDER_REJECTED',
] as const
export type SpotStatus = (typeof spotStatuses)[number]

/** conditional 1, trailing stop 4, trailing profit 5, stop-limit 8, OCO 10, TP/SL 11 (spec 4). */
const planTypes: readonly number[] = [1, 4, 5, 8, 10, 11]

/**
 * Returns the status a trader reads for the server's word; undefined for a word that is unknown.
 */
export function spotStatus(word: string, planType = 0): SpotStatus | undefined {
  const isPlan = planTypes.includes(planType)
  switch (word) {
    case 'Filled':
      return 'FILLED'
    case 'PartiallyFilledCanceled':
      return 'PARTIALLY_FILLED_CANCELED'
    case 'PartiallyFilled':
      return 'PARTIALLY_FILLED'
    case 'Deactivated':
      return 'ORDER_CANCELED'
    case 'Cancelled':
      return isPlan ? 'ORDER_CANCELED' : 'CANCELED'
    case 'Triggered':
      return 'ORDER_FILLED'
    case 'Rejected':
      return isPlan ? 'ORDER_REJECTED' : 'REJECTED'
    case 'Untriggered':
      return 'ORDER_NEW'
    case 'New':
      return 'NEW'
    default:
      return undefined
  }
}

export const wireSpotOrder = z.object({
  orderId: z.string(),
  clientOrderId: z.string(),
  createType: z.string(),
  /** The server's word; `spotStatus` gives the one that is shown. */
  status: z.string(),
  type: z.enum(spotTypes),
  symbolId: z.string(),
  symbolName: z.string(),
  baseTokenId: z.string(),
  baseTokenName: z.string(),
  quoteTokenId: z.string(),
  quoteTokenName: z.string(),
  side: z.enum(spotSides),
  time: timeMs,
  price: decimal,
  avgPrice: decimal,
  origQty: decimal,
  orderQtyForView: decimal,
  executedQty: decimal,
  leavesQty: decimal,
  executedAmount: decimal,
  leavesAmount: decimal,
  marketUnit: z.enum(['baseCoin', 'quoteCoin']),
  timeInForce: z.enum(timesInForce),
  planType: z.int(),
})
export type WireSpotOrder = z.output<typeof wireSpotOrder>

/** Writes a spot order; an order that was entered by amount has `marketUnit` quoteCoin. */
export function encodeSpotOrder(order: Order, instrument: Instrument): WireSpotOrder {
  const filled = qtyAmount(instrument, order.filledLots)
  const leavesValue =
    BigInt(order.priceTicks) *
    BigInt(instrument.tickSizeE8) *
    BigInt(order.leavesLots) *
    BigInt(instrument.lotSizeE8)
  return {
    orderId: String(order.id),
    clientOrderId: order.linkId,
    createType: 'CreateByUser',
    status: order.status,
    type: order.orderType === 'Limit' ? 'LIMIT' : 'MARKET',
    symbolId: spotSymbolIdOf(order.symbol),
    symbolName: order.symbol,
    baseTokenId: instrument.baseCoin,
    baseTokenName: instrument.baseCoin,
    quoteTokenId: instrument.quoteCoin,
    quoteTokenName: instrument.quoteCoin,
    side: order.side === 'Buy' ? 'BUY' : 'SELL',
    time: order.createdMs,
    price: formatPrice(instrument, order.priceTicks),
    avgPrice: formatTrimmed(BigInt(averagePriceE8(order.filledValue, filled)), 8),
    origQty: formatQty(instrument, order.qtyLots),
    orderQtyForView: formatQty(instrument, order.qtyLots),
    executedQty: formatQty(instrument, order.filledLots),
    leavesQty: formatQty(instrument, order.leavesLots),
    executedAmount: encodeAmount(order.filledValue),
    leavesAmount: encodeAmount(amount(leavesValue / 100_000_000n)),
    marketUnit: 'baseCoin',
    timeInForce: order.timeInForce,
    planType: 0,
  }
}
