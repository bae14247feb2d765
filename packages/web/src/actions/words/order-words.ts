// An order in one sentence: side, quantity, symbol, price, and its trigger.

import type { Amount, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import {
  waitsOnLegs,
  type Order,
  type OrderType,
  type Side,
  type TpslLeg,
  type TriggerBasis,
} from '@basis/domain/orders/order'
import type { AttachedTrailing } from '@basis/domain/orders/trailing'
import { formatFor, type Format } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { message, type Message, type MessageKey } from '../../i18n/message-keys.ts'
import { instrumentFormat, type InstrumentFormat } from '../../stores/instrument-format.ts'

/** The fields of an order that the sentence uses. */
export type AnnouncedOrder = {
  readonly symbol: string
  readonly side: Side
  readonly orderType: OrderType
  readonly qtyLots: QtyLots
  /** An amount of the quote coin instead of the quantity. */
  readonly quoteAmount?: Amount | undefined
  readonly priceTicks?: PriceTicks | undefined
  /** Makes the order conditional, by the last price unless `triggerBy` names another. */
  readonly triggerTicks?: PriceTicks | undefined
  readonly triggerBy?: TriggerBasis | undefined
}

const whenWords: Record<TriggerBasis, MessageKey> = {
  LastPrice: 'notices.whenLast',
  MarkPrice: 'notices.whenMark',
  IndexPrice: 'notices.whenIndex',
}

/** Returns "Buy 0.010 BTCUSDT at 64,000.0 when the last price reaches 63,000.0". */
export function orderWords(order: AnnouncedOrder, instrument: Instrument): Message {
  const words = instrumentFormat(instrument, formatFor(currentLanguage(), 'utc'))
  const { symbol, side, orderType, priceTicks, triggerTicks, triggerBy = 'LastPrice' } = order
  if (order.quoteAmount !== undefined) {
    return message(side === 'Buy' ? 'notices.buyForWords' : 'notices.sellForWords', {
      symbol: order.symbol,
      amount: words.value(order.quoteAmount),
      coin: instrument.quoteCoin,
    })
  }
  const [isBuy, qty] = [side === 'Buy', words.qty(order.qtyLots)]
  const plain =
    orderType === 'Market' || priceTicks === undefined
      ? message(isBuy ? 'notices.buyMarketWords' : 'notices.sellMarketWords', { symbol, qty })
      : message(isBuy ? 'notices.buyWords' : 'notices.sellWords', {
          symbol,
          qty,
          price: words.price(priceTicks),
        })
  if (triggerTicks === undefined) return plain
  return { key: whenWords[triggerBy], params: { words: plain, trigger: words.price(triggerTicks) } }
}

/** An order of the account, or a plan that is not sent yet. */
type StandingOrder = AnnouncedOrder & Pick<Order, 'status' | 'stop'>

/** Returns "Sell 0.010 BTC/USDT: take-profit 70,000.0 → 70,100.0, stop-loss 60,000.0". */
function legWords({ side, symbol, qtyLots, stop }: StandingOrder, instrument: Instrument): Message {
  const words = instrumentFormat(instrument, formatFor(currentLanguage(), 'utc'))
  const isBuy = side === 'Buy'
  const [takeProfit, stopLoss] = [stop?.takeProfit, stop?.stopLoss].map(
    (leg) => leg && legText(leg, words),
  )
  const common = { symbol, qty: words.qty(qtyLots) }
  if (stopLoss === undefined) {
    const key = isBuy ? 'notices.buyTakeProfitWords' : 'notices.sellTakeProfitWords'
    return { key, params: { ...common, price: takeProfit ?? '' } }
  }
  if (takeProfit === undefined) {
    const key = isBuy ? 'notices.buyStopLossWords' : 'notices.sellStopLossWords'
    return { key, params: { ...common, price: stopLoss } }
  }
  const key = isBuy ? 'notices.buyLegsWords' : 'notices.sellLegsWords'
  return { key, params: { ...common, takeProfit, stopLoss } }
}

/** Returns the trigger of a leg, and the limit that it is placed at: `67,000.0 → 67,100.0`. */
export function legText(
  { triggerTicks, limitTicks }: TpslLeg,
  words: Pick<InstrumentFormat, 'price'>,
): string {
  const trigger = words.price(triggerTicks)
  return limitTicks === undefined ? trigger : `${trigger} → ${words.price(limitTicks)}`
}

/** Returns the distance at which a trailing order follows the best price. */
export const trailingText = (
  { retracement }: AttachedTrailing,
  words: Pick<InstrumentFormat, 'price'>,
  format: Format,
): string =>
  'rateE4' in retracement
    ? format.percent({ units: retracement.rateE4, scale: 2 }, { signed: false })
    : words.price(retracement.distanceTicks)

/** Returns "…, trailing by 1.00% from 70,000.0 on" for an order with a trailing plan. */
function trailingWords(
  order: StandingOrder,
  trailing: AttachedTrailing,
  instrument: Instrument,
): Message {
  const format = formatFor(currentLanguage(), 'utc')
  const words = instrumentFormat(instrument, format)
  const params = { words: orderWords(order, instrument), by: trailingText(trailing, words, format) }
  const { activationTicks } = trailing
  if (activationTicks === undefined) return message('notices.trailing', params)
  return message('notices.trailingFrom', { ...params, activation: words.price(activationTicks) })
}

/** Returns the text of an open or ended order, with its trigger. */
export function wordsOfOrder(
  order: StandingOrder,
  instrument: Instrument,
  isWaiting = order.status === 'Untriggered',
): Message {
  const { stop } = order
  // Also for one that has just ended, whose status is no longer `Untriggered`.
  if (isWaiting && waitsOnLegs({ stop, status: 'Untriggered' })) return legWords(order, instrument)
  if (isWaiting && stop?.planType !== undefined && stop.trailing !== undefined) {
    return trailingWords(order, stop.trailing, instrument)
  }
  if (!isWaiting || stop === undefined || stop.triggerTicks === 0) {
    return orderWords(order, instrument)
  }
  const { triggerTicks, triggerBy } = stop
  return orderWords({ ...order, triggerTicks, triggerBy }, instrument)
}
