// An order in one sentence: side, quantity, symbol, price, and what it waits for.

import type { Amount, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import {
  waitsOnLegs,
  type Order,
  type OrderType,
  type Side,
  type TriggerBasis,
} from '@basis/domain/orders/order'
import { formatFor } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { message, type Message, type MessageKey } from '../../i18n/message-keys.ts'
import { instrumentFormat } from '../../stores/instrument-format.ts'

/** What of an order is told. */
export type AnnouncedOrder = {
  readonly symbol: string
  readonly side: Side
  readonly orderType: OrderType
  readonly qtyLots: QtyLots
  /** So much of the quote coin instead of the quantity. */
  readonly quoteAmount?: Amount | undefined
  readonly priceTicks?: PriceTicks | undefined
  /** With it the order waits until the price of its basis, else the last price, is there. */
  readonly triggerTicks?: PriceTicks | undefined
  readonly triggerBy?: TriggerBasis | undefined
}

const whenWords: Record<TriggerBasis, MessageKey> = {
  LastPrice: 'notices.whenLast',
  MarkPrice: 'notices.whenMark',
  IndexPrice: 'notices.whenIndex',
}

/** Returns "Buy 0.010 BTCUSDT at 64,000.0 when the last price reaches 63,000.0". */
export function orderWords(told: AnnouncedOrder, instrument: Instrument): Message {
  const words = instrumentFormat(instrument, formatFor(currentLanguage(), 'utc'))
  const { symbol, side, orderType, priceTicks, triggerTicks, triggerBy = 'LastPrice' } = told
  if (told.quoteAmount !== undefined && told.side === 'Buy') {
    return message('notices.buyForWords', {
      symbol: told.symbol,
      amount: words.value(told.quoteAmount),
      coin: instrument.quoteCoin,
    })
  }
  const [isBuy, qty] = [side === 'Buy', words.qty(told.qtyLots)]
  const order =
    orderType === 'Market' || priceTicks === undefined
      ? message(isBuy ? 'notices.buyMarketWords' : 'notices.sellMarketWords', { symbol, qty })
      : message(isBuy ? 'notices.buyWords' : 'notices.sellWords', {
          symbol,
          qty,
          price: words.price(priceTicks),
        })
  if (triggerTicks === undefined) return order
  return { key: whenWords[triggerBy], params: { words: order, trigger: words.price(triggerTicks) } }
}

/** Returns "Sell 0.010 BTC/USDT: take-profit 70,000.0, stop-loss 60,000.0". */
function legWords({ side, symbol, qtyLots, stop }: Order, instrument: Instrument): Message {
  const words = instrumentFormat(instrument, formatFor(currentLanguage(), 'utc'))
  return message(side === 'Buy' ? 'notices.buyLegsWords' : 'notices.sellLegsWords', {
    symbol,
    qty: words.qty(qtyLots),
    takeProfit: words.price(stop?.takeProfit?.triggerTicks),
    stopLoss: words.price(stop?.stopLoss?.triggerTicks),
  })
}

/**
 * Returns the words of an order that stands or stood, with the trigger that it waits or waited for.
 */
export function wordsOfOrder(
  order: Order,
  instrument: Instrument,
  isWaiting = order.status === 'Untriggered',
): Message {
  const { stop } = order
  if (isWaiting && waitsOnLegs(order)) return legWords(order, instrument)
  if (!isWaiting || stop === undefined || stop.triggerTicks === 0) {
    return orderWords(order, instrument)
  }
  const { triggerTicks, triggerBy } = stop
  return orderWords({ ...order, triggerTicks, triggerBy }, instrument)
}
