// The operations that place, change and cancel robots' quotes, and the commands that carry them.

import type { AccountId, SymbolId } from '@basis/domain/numbers/brand'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Side } from '@basis/domain/orders/order'
import type { BatchOperation, OrderBatch, PlaceOrder } from '@basis/engine/commands'
import type { Quote } from './quotes.ts'

/** The most operations that the engine takes in one command. */
const operationsPerBatch = 20

/** Returns the commands that perform the operations in order. */
export function batchesOf(account: AccountId, operations: readonly BatchOperation[]): OrderBatch[] {
  const batches: OrderBatch[] = []
  for (let from = 0; from < operations.length; from += operationsPerBatch) {
    batches.push({
      kind: 'OrderBatch',
      account,
      operations: operations.slice(from, from + operationsPerBatch),
    })
  }
  return batches
}

/** A post-only order: it rests or is refused. */
export const quoteOf = (
  account: AccountId,
  quote: {
    readonly symbol: SymbolId
    readonly side: Side
    readonly priceTicks: number
    readonly lots: number
  },
): PlaceOrder => ({
  kind: 'PlaceOrder',
  account,
  symbol: quote.symbol,
  side: quote.side,
  orderType: 'Limit',
  timeInForce: 'PostOnly',
  priceTicks: priceTicks(quote.priceTicks),
  qtyLots: qtyLots(quote.lots),
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  linkId: '',
  selfTrade: 'CancelTaker',
})

/** Changes the remaining quantity, and the price if one is given. */
export const replaceOf = (
  account: AccountId,
  quote: Quote,
  change: { readonly lots: number; readonly priceTicks?: number },
): BatchOperation => ({
  kind: 'ReplaceOrder',
  account,
  order: { orderId: quote.orderId },
  qtyLots: qtyLots(change.lots + quote.filledLots),
  ...(change.priceTicks !== undefined && { priceTicks: priceTicks(change.priceTicks) }),
})

export const cancelOf = (account: AccountId, quote: Quote): BatchOperation => ({
  kind: 'CancelOrder',
  account,
  order: { orderId: quote.orderId },
})
