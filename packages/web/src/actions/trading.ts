// Requests of a trader about orders and positions: each sends one request, shows its outcome once,
// and never throws.

import { formatTrimmed, qtyLots } from '@basis/domain/numbers/fixed'
import type { LeverageE2, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import { parsePrice, type Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import type { PositionIdx } from '@basis/domain/orders/position'
import type { CallFailure } from '@basis/protocol/envelope'
import { spotSymbolIdOf } from '@basis/protocol/spot/symbol'
import { message } from '../i18n/message-keys.ts'
import { notify } from '../shell/notices.ts'
import { formatFor } from '../i18n/format.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { instrumentOf, nameOf } from '../stores/catalogue.ts'
import { instrumentFormat } from '../stores/instrument-format.ts'
import { isPushed } from '../client/connection.ts'
import { reactTo } from '../client/error-reactions.ts'
import { ask } from '../client/http.ts'
import { forgetIntent, newLinkId, once, oneAtATime, rememberIntent } from './intents.ts'
import { mayNamePositions } from './mode-known.ts'
import { orderWords } from './words/order-words.ts'
import { partlyPlaced } from './words/partly-placed.ts'
import { applyReceipt } from '../stores/orders.ts'
import { positionIdxOf, positionOf, applyTradingModeAnswer } from '../stores/positions.ts'
import { createUnder } from './lost-answers/repeatable.ts'
import { askingFor, settleIntent } from './lost-answers/unknown-outcome.ts'
import { uidNow } from '../client/session.ts'
import {
  done,
  explained,
  failed,
  ignored,
  notCreated,
  timed,
  type ActionOutcome,
  notifyUnknown,
} from './action-outcome.ts'
import { orderRequest, spotRequest } from './order-requests.ts'
import type { OrderIntent, OrderReceipt } from './order-requests.ts'

/**
 * Places an order. If no answer comes, the exchange is asked by the order's own id until its
 * outcome is known. A pending intent is not sent again. The ticket is cleared once it was sent, so
 * the same order entered again is a second one; a dialog passes `once` instead.
 */
export async function placeOrder(
  intent: OrderIntent,
  lock: typeof once = oneAtATime,
): Promise<ActionOutcome> {
  const instrument = instrumentOf(intent.symbol)
  if (instrument === undefined) return ignored
  const outcome = await lock(intentKey(intent), () => sendOrder(intent, instrument))
  return outcome ?? ignored
}

/** The key of an intent has all its fields: orders that differ in any are two orders. */
const intentKey = (intent: OrderIntent): string =>
  `place ${JSON.stringify(intent, (_field, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )}`

async function sendOrder(intent: OrderIntent, instrument: Instrument): Promise<ActionOutcome> {
  const mayName = mayNamePositions([intent])
  if (mayName !== true && !(await mayName)) return ignored
  const linkId = newLinkId()
  const uid = uidNow() ?? ''
  const held = positionOf(intent.symbol, intent.positionIdx ?? positionIdxOf(intent))
  rememberIntent({ uid, linkId, symbol: intent.symbol, sentMs: Date.now() })
  const outcome = await timed(() =>
    instrument.kind === 'Spot'
      ? ask('createSpotOrder', spotRequest(intent, instrument, linkId))
      : ask('createOrder', orderRequest(intent, instrument, linkId)),
  )
  if (outcome.ok) {
    forgetIntent(linkId)
    const { order } = outcome.value
    if (order !== undefined) applyReceipt(order, 'newed')
    notifyModifiedPrice(intent, instrument, outcome.value)
    return done
  }
  if (outcome.isUnknown) {
    notifyUnknown(outcome.error, message('notices.outcomeUnknown'))
    void settleIntent(linkId, askingFor(uid))
    return { kind: 'unknown' }
  }
  forgetIntent(linkId)
  const most = Math.min(intent.qtyLots, held?.position.sizeLots ?? intent.qtyLots)
  const whole = { ...intent, qtyLots: qtyLots(most) }
  const title = message('notices.orderCreateFailureTitle')
  const about = orderWords(intent, instrument)
  let isPlacedInPart = false
  reactTo(outcome.error, {
    title,
    about,
    key: `refused ${linkId}`,
    ...explained(outcome.error, intent.symbol, linkId),
    onCustom: (error) => {
      isPlacedInPart = takePartlyPlaced(error, whole, instrument)
      return isPlacedInPart
    },
  })
  return isPlacedInPart ? done : { kind: 'failed', error: outcome.error }
}

/**
 * Spec 8, 39303: a part was placed, the notice names the missing part; false for any other refusal.
 */
function takePartlyPlaced(error: CallFailure, whole: OrderIntent, instrument: Instrument): boolean {
  const partly = partlyPlaced(error, whole, instrument)
  if (partly === undefined) return false
  if (partly.order !== undefined) applyReceipt(partly.order, 'newed')
  notify({
    kind: 'orderPartlyPlaced',
    tone: 'warning',
    title: message('notices.orderPartlyPlaced'),
    body: partly.body,
    link: { panel: 'orders' },
    stays: true,
  })
  return true
}

/** Spec 8: a limit order that the exchange placed at another price than requested. */
export function notifyModifiedPrice(
  { orderType, priceTicks, symbol }: OrderIntent,
  instrument: Instrument,
  { price }: Pick<OrderReceipt, 'price'>,
): void {
  if (orderType !== 'Limit' || priceTicks === undefined) return
  const placed = parsePrice(instrument, price)
  if (typeof placed !== 'number' || placed === priceTicks) return
  const words = instrumentFormat(instrument, formatFor(currentLanguage(), 'utc'))
  notify({
    kind: 'priceModified',
    tone: 'warning',
    title: message('notices.priceModified', {
      price: words.price(placed),
      asked: words.price(priceTicks),
    }),
    body: { key: 'errors.verbatim', params: { text: nameOf(symbol) } },
    link: { panel: 'orders' },
  })
}

/** Closes a position and opens the same size on the other side, both at market or neither. */
export async function reversePosition(
  symbol: string,
  positionIdx: PositionIdx,
): Promise<ActionOutcome> {
  // A position reversed meanwhile is another content: pressing again reverses it back.
  const { side, sizeLots, openedMs } = positionOf(symbol, positionIdx)?.position ?? {}
  const content = `reverse ${symbol} ${positionIdx} ${side} ${sizeLots} ${openedMs}`
  const outcome = await once(`reverse ${symbol} ${positionIdx}`, () =>
    createUnder(content, (idOf) =>
      timed(() => ask('reversePosition', { symbol, positionIdx, orderLinkId: idOf() })),
    ),
  )
  if (outcome === undefined) return ignored
  if (!outcome.ok) return notCreated(outcome, message('notices.orderCreateFailureTitle'))
  for (const order of [outcome.value.close, outcome.value.open]) {
    if (order !== undefined) applyReceipt(order, 'newed')
  }
  return done
}

/** Cancels an open order, without a confirmation. */
export async function cancelOrder(order: Order): Promise<ActionOutcome> {
  const instrument = instrumentOf(order.symbol)
  const orderId = String(order.id)
  const outcome = await once(`cancel ${orderId}`, () =>
    timed(() =>
      instrument?.kind === 'Spot'
        ? ask('cancelSpotOrder', { symbolId: spotSymbolIdOf(order.symbol), orderId })
        : ask('cancelOrder', { symbol: order.symbol, orderId }),
    ),
  )
  if (outcome === undefined) return ignored
  if (!outcome.ok) return failed(outcome, message('notices.cancelFailureTitle'))
  if (outcome.value.order !== undefined) applyReceipt(outcome.value.order, 'canceled')
  return done
}

/** Cancels every open order of the account, or of one symbol. */
export async function cancelAll(symbol?: string): Promise<ActionOutcome> {
  const outcome = await once(`cancelAll ${symbol ?? ''}`, () =>
    timed(() => ask('cancelAllOrders', symbol === undefined ? {} : { symbol })),
  )
  if (outcome === undefined) return ignored
  if (!outcome.ok) return failed(outcome, message('notices.cancelAllFailure'))
  const count = outcome.value.list.length
  // The push reports each cancelled order with its details; the answer has only ids.
  if (count > 0 && isPushed()) return done
  notify({
    kind: 'canceledAll',
    tone: count === 0 ? 'info' : 'success',
    title:
      count === 0
        ? message('notices.nothingToCancel')
        : message('notices.cancelAllSuccess', { count }),
    link: { panel: 'orderHistory' },
  })
  return done
}

/**
 * Sets a contract's leverage, which also changes the open position; `short` is that of the short
 * side if it differs.
 */
export async function setLeverage(
  symbol: string,
  leverage: LeverageE2,
  short?: LeverageE2,
): Promise<ActionOutcome> {
  const sides = short === undefined ? {} : { sellLeverage: formatTrimmed(BigInt(short), 2) }
  const outcome = await once(`leverage ${symbol} ${leverage} ${short ?? ''}`, () =>
    timed(() => ask('setLeverage', { symbol, leverageE2: leverage, ...sides })),
  )
  if (outcome === undefined) return ignored
  if (!outcome.ok) return failed(outcome, message('notices.leverageFailure'), symbol)
  applyTradingModeAnswer(outcome.value)
  const { leverage: long, sellLeverage } = outcome.value
  const title =
    long === sellLeverage
      ? message('notices.leverageSet', { symbol, leverage: long })
      : message('notices.leverageSplitSet', { symbol, long, short: sellLeverage })
  notify({ kind: 'leverage', tone: 'success', title })
  return done
}

/** Closes a position or a part of it with a reduce-only order. */
export function closePosition(close: {
  readonly symbol: string
  readonly positionIdx: number
  readonly qtyLots: QtyLots
  /** Absent for a market order. */
  readonly priceTicks?: PriceTicks | undefined
}): Promise<ActionOutcome> {
  const held = positionOf(close.symbol, close.positionIdx)
  if (held === undefined || held.position.side === 'None') return Promise.resolve(ignored)
  const isMarket = close.priceTicks === undefined
  const order: OrderIntent = {
    symbol: close.symbol,
    side: held.position.side === 'Buy' ? 'Sell' : 'Buy',
    orderType: isMarket ? 'Market' : 'Limit',
    timeInForce: isMarket ? 'ImmediateOrCancel' : 'GoodTillCancel',
    priceTicks: close.priceTicks,
    qtyLots: close.qtyLots,
    reduceOnly: true,
    positionIdx: held.position.positionIdx,
  }
  // A double click on the dialog's button must not close a second part.
  return placeOrder(order, once)
}
