// Spot orders on the wire: the specification's names (spec 3).

import {
  formatPrice,
  formatQty,
  qtyAmount,
  valueOf,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { amount, formatTrimmed, zero, type Amount } from '@basis/domain/numbers/fixed'
import { isFinal, timesInForce, type Order } from '@basis/domain/orders/order'
import { averagePriceE8 } from '@basis/domain/instrument/pnl'
import * as z from '../schema/deferred.ts'
import { decimal, timeMs } from '../wire.ts'
import { encodeSpotAmount, encodeSpotTerms, spotTypeOf, spotTypes, wireSpotTerms } from './plan.ts'
import { spotSymbolIdOf } from './symbol.ts'

export const spotSides = ['BUY', 'SELL'] as const

export const wireSpotOrder = z.extend(wireSpotTerms, {
  orderId: z.string(),
  clientOrderId: z.string(),
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
  executedQty: decimal,
  leavesQty: decimal,
  executedAmount: decimal,
  leavesAmount: decimal,
  timeInForce: z.enum(timesInForce),
})
export type WireSpotOrder = z.output<typeof wireSpotOrder>

/** Encodes a spot order; `marketUnit` is quoteCoin if it was entered by amount. */
export function encodeSpotOrder(order: Order, instrument: Instrument): WireSpotOrder {
  const filled = qtyAmount(instrument, order.filledLots)
  return {
    orderId: String(order.id),
    clientOrderId: order.linkId,
    ...encodeSpotTerms(order, instrument),
    type: spotTypeOf(order.orderType),
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
    executedQty: formatQty(instrument, order.filledLots),
    leavesQty: formatQty(instrument, order.leavesLots),
    executedAmount: encodeSpotAmount(order.filledValue),
    leavesAmount: encodeSpotAmount(leavesAmount(order, instrument)),
    timeInForce: order.timeInForce,
  }
}

/** The open value in the quote coin: the unfilled part of the amount, else at the limit. */
function leavesAmount(order: Order, instrument: Instrument): Amount {
  const { quoteAmount, filledValue, status, priceTicks, leavesLots } = order
  if (quoteAmount === undefined) return valueOf(instrument, priceTicks, leavesLots)
  return isFinal(status) ? zero : amount(quoteAmount - filledValue)
}
