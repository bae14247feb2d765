// Notices of combination (spread) orders, under the titles of all orders (spec 8, rules 20.2).

import { isFinal } from '@basis/domain/orders/order'
import type { WireSpreadOrder } from '@basis/protocol/spread/order'
import { formatFor } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { message, type Message } from '../../i18n/message-keys.ts'
import type { SpreadChange } from '../../stores/spread/spreads.ts'
import type { OrderNotice } from './order-notices.ts'

/** Returns the notice of one order; undefined for a partial fill while the rest waits. */
export function spreadNotice({ before, order }: SpreadChange): OrderNotice | undefined {
  if (order.orderStatus === 'Filled') return filledNotice(order)
  if (isFinal(order.orderStatus)) return endedNotice(order)
  // An order without a price is reported once it has ended.
  if (before === undefined) return order.price === '' ? undefined : createdNotice(order)
  return before.price === order.price && before.qty === order.qty ? undefined : amendedNotice(order)
}

const common = (order: WireSpreadOrder, event: string) => ({
  keys: [`spread ${order.orderId} ${event}`],
  timeMs: order.updatedAtE3,
  no: Number(order.orderId),
})

/** Formats a number with the decimals that the exchange sent. */
const written = (text: string): string =>
  formatFor(currentLanguage(), 'utc').decimal(text, { scale: text.split('.')[1]?.length ?? 0 })

/** "Buy 0.5 BTCUSDT_BTC/USDT at −12.5". */
function wordsOf({ side, qty, symbol, price }: WireSpreadOrder): Message {
  const at = price === '' ? message('orders.market') : written(price)
  const params = { qty: written(qty), symbol, price: at }
  return { key: side === 'Buy' ? 'spread.toBuy' : 'spread.toSell', params }
}

function filledWords({ side, cumExecQty, symbol, avgPrice }: WireSpreadOrder): Message {
  const params = { qty: written(cumExecQty), symbol, price: written(avgPrice) }
  return { key: side === 'Buy' ? 'spread.bought' : 'spread.sold', params }
}

const createdNotice = (order: WireSpreadOrder): OrderNotice => ({
  ...common(order, 'new'),
  kind: 'orderCreated',
  mute: 'createOrder',
  tone: 'success',
  title: message('msg.title.4'),
  body: wordsOf(order),
  many: 'msg.manyCreated',
  link: { panel: 'orders' },
})

const amendedNotice = (order: WireSpreadOrder): OrderNotice => ({
  ...common(order, `amended ${order.updatedAtE3}`),
  kind: 'orderModified',
  mute: 'modifyOrder',
  tone: 'success',
  title: message('msg.title.5'),
  body: wordsOf(order),
  many: 'msg.manyModified',
  subject: order.orderId,
  link: { panel: 'orders' },
})

const filledNotice = (order: WireSpreadOrder): OrderNotice => ({
  ...common(order, 'end'),
  kind: 'tradeExecuted',
  mute: 'trade',
  tone: 'success',
  title: message('msg.title.1'),
  body: filledWords(order),
  many: 'msg.manyExecuted',
  link: { panel: 'fills' },
})

/** Reports the end of an order together with what was filled of it. */
function endedNotice(order: WireSpreadOrder): OrderNotice {
  const isPart = order.avgPrice !== ''
  const rest = { words: filledWords(order), rest: written(order.qty) }
  const words = isPart ? message('spread.restEnded', rest) : wordsOf(order)
  const { cancelType } = order
  const isWished = cancelType === '' || cancelType === 'CancelByUser'
  const reason = isWished ? undefined : { key: `history.reasons.${cancelType}` as const }
  return {
    ...common(order, 'end'),
    kind: isPart ? 'tradeExecuted' : 'orderCanceled',
    mute: isPart ? 'trade' : 'cancelOrder',
    tone: isWished ? 'success' : 'warning',
    title: message(isPart ? 'notices.partlyFilled' : 'msg.title.2'),
    body: reason === undefined ? words : message('notices.because', { words, reason }),
    many: isPart ? 'msg.manyExecuted' : 'msg.manyCanceled',
    link: { panel: 'orders' },
  }
}
