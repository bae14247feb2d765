// Sending an order of a combination: the questions that every order is asked, then the order.

import { parseQty, ticksForMark } from '@basis/domain/instrument/instrument'
import { amount, parseDecimal, priceE8, priceTicks, zero } from '@basis/domain/numbers/fixed'
import type { Amount, PriceTicks } from '@basis/domain/numbers/fixed'
import type { TimeInForce } from '@basis/domain/orders/order'
import type { CallAnswer } from '@basis/protocol/calls'
import type { WireSpreadInstrument } from '@basis/protocol/spread/market'
import { create } from '../../actions/lost-answers/repeatable.ts'
import type { Outcome } from '../../client/http.ts'
import { uidNow } from '../../client/session.ts'
import { formatFor } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { message, type Message } from '../../i18n/message-keys.ts'
import { instrumentOf } from '../../stores/catalogue.ts'
import { askTradingMode } from '../../stores/positions.ts'
import { inHedge, orderContextNow } from '../outcome/question/order-context.ts'
import { orderCostOf } from '../outcome/question/order-estimates.ts'
import { isJudgedConfirmed } from '../outcome/question/order-question.ts'
import { legLines, type LegLine, type SpreadDraft, type SpreadSides } from './spread-form.ts'

export type SpreadOrderDraft = SpreadDraft & { readonly timeInForce: TimeInForce }

/** Sends the order, once it is confirmed if it needs to be; undefined if it was not. */
export async function sendSpread(
  instrument: WireSpreadInstrument,
  sides: SpreadSides,
  asked: SpreadOrderDraft,
): Promise<Outcome<CallAnswer<'createSpread'>> | undefined> {
  if (!(await isMeant(instrument, sides, asked))) return undefined
  const { side, orderType, price, qty, timeInForce } = asked
  const terms = orderType === 'Limit' ? { price, timeInForce } : {}
  return create('createSpread', { symbol: instrument.symbol, side, orderType, qty, ...terms })
}

async function isMeant(
  instrument: WireSpreadInstrument,
  sides: SpreadSides,
  asked: SpreadOrderDraft,
): Promise<boolean> {
  // Until it is known, the cost of a leg would be that of the usual leverage.
  const uid = uidNow()
  const contracts = instrument.legs.filter(({ symbol }) => instrumentOf(symbol)?.kind !== 'Spot')
  await Promise.all(contracts.map(({ symbol }) => askTradingMode(symbol)))
  // What was entered for one account is no order of another.
  if (uid !== uidNow()) return false
  const { side, orderType, qty } = asked
  const { book } = sides
  const best = (side === 'Buy' ? book.a : book.b)[0]?.[0]
  // A spread may be 0 or negative, so a distance is a part of the far leg's price.
  const farAt = (price: string | undefined): PriceTicks | undefined =>
    price === undefined || price === ''
      ? undefined
      : farTicks(instrument, sides, { side, orderType: 'Limit', qty, price })
  const market = farAt(best)
  return isJudgedConfirmed(asked, wordsOf(instrument, asked), {
    side,
    limit: orderType === 'Limit' ? farAt(asked.price) : undefined,
    bid: market,
    ask: market,
    ...stakeIn(legLines(instrument, sides, asked), qty),
    isIsolated: false,
  })
}

/** Returns the far leg's price at a spread, in ticks of the combination. */
function farTicks(
  instrument: WireSpreadInstrument,
  sides: SpreadSides,
  draft: SpreadDraft,
): PriceTicks | undefined {
  const [{ price }] = legLines(instrument, sides, draft)
  const [far, tick] = [parseDecimal(price, 8), parseDecimal(instrument.tickSize, 8)]
  if (far === undefined || tick === undefined || tick <= 0n) return undefined
  return priceTicks(Number(far / tick))
}

/** Returns what the contracts among the legs cost, and the equity; empty if that is not known. */
function stakeIn(
  legs: readonly LegLine[],
  qty: string,
): { readonly cost: Amount | undefined; readonly equity: Amount | undefined } {
  let [cost, equity]: [Amount, Amount | undefined] = [zero, undefined]
  for (const { symbol, side, price } of legs) {
    const leg = instrumentOf(symbol)
    if (leg === undefined) return { cost: undefined, equity: undefined }
    // Coins are exchanged for coins: no margin is used.
    if (leg.kind === 'Spot') continue
    const context = inHedge({ reduceOnly: false }, orderContextNow(leg), side)
    const [priced, lots] = [parseDecimal(price, 8), parseQty(leg, qty)]
    const isKnown = priced !== undefined && typeof lots === 'number'
    if (!isKnown || context.isPortfolio === true) return { cost: undefined, equity: undefined }
    // The grid of the combination may be finer than that of the leg.
    const at = ticksForMark(leg, priceE8(Number(priced)))
    cost = amount(cost + orderCostOf(context, side, { price: at, lots }))
    equity = context.funds?.equity
  }
  return { cost, equity }
}

/** "Buy 0.5 BTCUSDT_BTC/USDT at −12.5". */
function wordsOf({ symbol }: WireSpreadInstrument, asked: SpreadOrderDraft): Message {
  const { side, orderType } = asked
  const format = formatFor(currentLanguage(), 'utc')
  const written = (text: string): string => format.decimal(text, { scale: 8, trimTo: 0 })
  const price = orderType === 'Market' ? message('orders.market') : written(asked.price)
  const params = { qty: written(asked.qty), symbol, price }
  return message(side === 'Buy' ? 'spread.toBuy' : 'spread.toSell', params)
}
