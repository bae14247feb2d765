// Cancelling of several open orders at once: contracts in batches, with one result per order.

import type { Order } from '@basis/domain/orders/order'
import { maxBatchItems } from '@basis/domain/orders/order'
import { ask } from '../client/http.ts'
import { uidNow } from '../client/session.ts'
import { message } from '../i18n/message-keys.ts'
import { notify } from '../shell/notices.ts'
import { instrumentOf } from '../stores/catalogue.ts'
import { applyReceipt } from '../stores/orders.ts'
import { once } from './intents.ts'
import { done, failed, ignored, type ActionOutcome } from './action-outcome.ts'
import { cancelOrder } from './trading.ts'

/** Cancels the given orders; those that could not be cancelled are reported together. */
export async function cancelOrders(orders: readonly Order[]): Promise<ActionOutcome> {
  const isSpot = ({ symbol }: Order): boolean => instrumentOf(symbol)?.kind === 'Spot'
  const uid = uidNow()
  // Orders of spot pairs have their own call, which takes one order.
  for (const order of orders.filter(isSpot)) if (uid === uidNow()) await cancelOrder(order)
  const contracts = orders.filter((order) => !isSpot(order))
  let refused = 0
  for (let from = 0; from < contracts.length; from += maxBatchItems) {
    // The next account has no orders of these ids.
    if (uid !== uidNow()) return ignored
    const batch = contracts.slice(from, from + maxBatchItems)
    const list = batch.map(({ id, symbol }) => ({ symbol, orderId: String(id) }))
    const outcome = await once(`cancel ${list.map(({ orderId }) => orderId).join(' ')}`, () =>
      ask('cancelBatch', { request: list }),
    )
    if (outcome === undefined) return ignored
    if (!outcome.ok) return failed(outcome, message('notices.cancelFailureTitle'))
    for (const { code, result } of outcome.value.list) {
      if (code !== 0) refused += 1
      else if (result?.order !== undefined) applyReceipt(result.order, 'canceled')
    }
  }
  if (refused > 0) {
    notify({
      kind: 'cancelSelected',
      tone: 'failure',
      title: message('notices.cancelFailureTitle'),
      body: message('orders.notCancelled', { count: refused }),
      stays: true,
    })
  }
  return done
}
