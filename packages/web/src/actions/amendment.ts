// Another price of an open order: the TP/SL that it brings, and the warning where it would trade at
// once with the other side of the book.

import { priceTicks, type PriceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Problem } from '@basis/domain/instrument/problems'
import type { Order } from '@basis/domain/orders/order'
import { legNames, sideProblem } from '@basis/domain/orders/tpsl'
import { meetsBook } from '@basis/domain/orders/order-rules'
import { formatFor } from '../i18n/format.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { message, type Message } from '../i18n/message-keys.ts'
import { instrumentFormat } from '../stores/instrument-format.ts'
import { tickerStore, type Ticker } from '../stores/tickers.ts'

/**
 * Returns what the trader is told before a resting order is moved to a price where it would trade
 * at once, or end because it must not; undefined where it would rest.
 */
export function amendmentWarning(
  { side, timeInForce, status }: Pick<Order, 'side' | 'timeInForce' | 'status'>,
  price: PriceTicks,
  instrument: Instrument,
  ticker: Ticker | undefined = tickerStore.current(instrument.symbol),
): Message | undefined {
  // What waits for its trigger meets the book of that moment, not today's.
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

/** What an order would become; absent stays. */
type Moved = { readonly priceTicks?: PriceTicks; readonly triggerTicks?: PriceTicks }

/**
 * Returns why an order must not be moved there for the TP/SL that it brings, under the field that
 * moves; undefined where it may. The exchange asks this of a new order and of other TP/SL, but not
 * of a price that changes alone: filled beyond its own stop-loss, the order would be closed again
 * at once.
 */
export function attachedTpslProblem(
  order: Pick<Order, 'orderType' | 'side' | 'stop'>,
  moved: Moved,
  instrument: Instrument,
): Problem | undefined {
  const { orderType, side, stop } = order
  // Of a spot plan and of what protects a position the legs are the order itself.
  const isAttached = stop?.stopType === 'Order' || stop?.stopType === 'Stop'
  const field = orderType === 'Limit' ? 'priceTicks' : 'triggerTicks'
  const referenceTicks = moved[field]
  if (!isAttached || stop.planType !== undefined || referenceTicks === undefined) return undefined
  for (const name of legNames) {
    const trigger = stop[name]?.triggerTicks
    if (trigger === undefined) continue
    const wrong = sideProblem(name, trigger, { instrument, scene: 'Order', side, referenceTicks })
    if (wrong !== undefined) {
      return { ...wrong, field: field === 'priceTicks' ? 'price' : 'triggerPrice' }
    }
  }
  return undefined
}
