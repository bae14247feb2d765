// The warning about a new price of a resting order that would be filled at once.

import { priceTicks, type PriceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import { meetsBook } from '@basis/domain/orders/order-rules'
import { formatFor } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { message, type Message } from '../../i18n/message-keys.ts'
import { instrumentFormat } from '../../stores/instrument-format.ts'
import { tickerStore, type Ticker } from '../../stores/tickers.ts'

/**
 * Returns the warning before a resting order is moved to a price where it would be filled at once,
 * or end because it must not be; undefined if it would rest.
 */
export function amendmentWarning(
  { side, timeInForce, status }: Pick<Order, 'side' | 'timeInForce' | 'status'>,
  price: PriceTicks,
  instrument: Instrument,
  ticker: Ticker | undefined = tickerStore.current(instrument.symbol),
): Message | undefined {
  // A conditional order meets the book at its trigger, not the current one.
  if (status === 'Untriggered') return undefined
  const ticks = (value: number | undefined): PriceTicks | undefined =>
    value === undefined ? undefined : priceTicks(value)
  const best = { bid: ticks(ticker?.bidTicks), ask: ticks(ticker?.askTicks) }
  if (!meetsBook(side, price, best)) return undefined
  if (timeInForce === 'PostOnly') return message('orders.postOnlyEnds')
  const words = instrumentFormat(instrument, formatFor(currentLanguage(), 'utc'))
  const met = side === 'Buy' ? best.ask : best.bid
  return message('orders.tradesAtOnce', { price: words.price(met) })
}
