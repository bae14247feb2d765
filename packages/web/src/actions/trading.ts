// Requests of a trader about orders and positions: each sends one request, shows its outcome once,
// and never throws.

import { formatTrimmed, qtyLots } from '@basis/domain/numbers/fixed'
import type { Amount, LeverageE2, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  formatQty,
  parsePrice,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import type { Order, OrderType, Side, TpslLeg, TpslLegs } from '@basis/domain/orders/order'
import type { TimeInForce, TriggerBasis } from '@basis/domain/orders/order'
import type { TriggerDirection } from '@basis/domain/orders/trigger'
import type { Slippage } from '@basis/domain/orders/slippage'
import type { PositionIdx } from '@basis/domain/orders/position'
import { legNames, spotLegFields, type TpslRequest } from '@basis/domain/orders/tpsl'
import type { ExistingEntry } from '@basis/domain/orders/tpsl-entries'
import type { TrailingRequest } from '@basis/domain/orders/trailing'
import type { CallAnswer, CallRequest } from '@basis/protocol/calls'
import type { CallFailure } from '@basis/protocol/envelope'
import { encodeTpslRequest, encodeTrailingRequest } from '@basis/protocol/tpsl'
import { spotSymbolIdOf } from '@basis/protocol/spot/symbol'
import { message } from '../i18n/message-keys.ts'
import type { Message } from '../i18n/message-keys.ts'
import { notify } from '../shell/notices.ts'
import { formatFor } from '../i18n/format.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { instrumentOf, nameOf } from '../stores/catalogue.ts'
import { instrumentFormat } from '../stores/instrument-format.ts'
import { isPushed, noteAcknowledged } from '../client/connection.ts'
import { reactTo } from '../client/error-reactions.ts'
import { ask, type Outcome } from '../client/http.ts'
import { forgetIntent, newLinkId, once, oneAtATime, rememberIntent } from './intents.ts'
import { tpslRequest } from './tpsl-request.ts'
import { orderWords } from './words/order-words.ts'
import { partlyPlaced } from './words/partly-placed.ts'
import { applyReceipt } from '../stores/orders.ts'
import { positionIdxOf, positionOf, applyTradingModeAnswer } from '../stores/positions.ts'
import { createUnder } from './lost-answers/repeatable.ts'
import { askingFor, settleIntent } from './lost-answers/unknown-outcome.ts'
import { useSession } from '../client/session.ts'

/** An order as the trader entered it; immutable. */
export type OrderIntent = {
  readonly symbol: string
  readonly side: Side
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
  readonly priceTicks?: PriceTicks | undefined
  readonly qtyLots: QtyLots
  /**
   * Options only: a limit given as implied volatility instead of a price, a fraction (rules 9.1).
   */
  readonly orderIv?: string
  /** Spot market orders only: an amount of the quote coin instead of the quantity. */
  readonly quoteAmount?: Amount | undefined
  readonly reduceOnly: boolean
  /** The position index; absent if the side determines it. */
  readonly positionIdx?: PositionIdx
  /** Makes the order conditional, by the last price unless `triggerBy` names another. */
  readonly triggerTicks?: PriceTicks
  readonly triggerBy?: TriggerBasis
  /** By a rise 1, by a fall 2; without it the exchange compares with its current price. */
  readonly triggerDirection?: TriggerDirection
  /** How far from the best price a market order may be filled. */
  readonly slippage?: Slippage | undefined
  /** TP/SL of the position it opens. */
  readonly tpsl?: TpslRequest
  /** Trailing stop of the position it opens. */
  readonly trailing?: TrailingRequest
  /** A spot order that may borrow the coins it pays with (rules 12.1). */
  readonly isLeverage?: boolean | undefined
  /** The plan of a spot order, or its attached TP/SL, in its call's fields. */
  readonly plan?: SpotPlanRequest
}

export type SpotPlanRequest = Partial<
  Omit<CallRequest<'createSpotOrder'>, 'symbolId' | 'side' | 'clientOrderId'>
>

/** `ignored`: the same intent is already pending. */
export type ActionOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: CallFailure }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ignored' }

export const done: ActionOutcome = { kind: 'done' }
export const ignored: ActionOutcome = { kind: 'ignored' }

type Receipt = CallAnswer<'createOrder'>

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
  const linkId = newLinkId()
  const uid = useSession.getState().user?.uid ?? ''
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
    notify({ kind: 'outcome', tone: 'warning', title: message('notices.outcomeUnknown') })
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

/** An order refused by the exchange's rules has a row in the history, which explains why. */
const explained = (error: CallFailure, symbol: string, orderLinkId: string) =>
  explainedBy(error, { row: 'refusal', symbol, orderLinkId })

/** The same for a change of a symbol's leverage, mode or margin. */
export const changeExplained = (error: CallFailure, symbol: string) =>
  explainedBy(error, { row: 'change', symbol })

function explainedBy({ extMap }: CallFailure, asked: CallRequest<'explainRow'>) {
  if (extMap['problem'] === undefined) return {}
  return { link: { dialog: { kind: 'explain', asked }, words: message('explain.action') } as const }
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
  { price }: Pick<Receipt, 'price'>,
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

const orderRequest = (intent: OrderIntent, instrument: Instrument, orderLinkId: string) => ({
  ...orderFields(intent, instrument),
  orderLinkId,
})

/** Returns the fields of a request about a contract order, without its client order id. */
export function orderFields(intent: OrderIntent, instrument: Instrument) {
  const { symbol, side, orderType, timeInForce, priceTicks, qtyLots, reduceOnly } = intent
  return {
    symbol,
    side,
    orderType,
    timeInForce,
    qty: formatQty(instrument, qtyLots),
    ...(priceTicks === undefined ? {} : { price: formatPrice(instrument, priceTicks) }),
    ...(intent.orderIv === undefined ? {} : { orderIv: intent.orderIv }),
    reduceOnly,
    positionIdx: intent.positionIdx ?? positionIdxOf(intent),
    ...slippageFields(intent),
    ...termFields(intent, instrument),
  }
}

function slippageFields({ slippage }: OrderIntent) {
  if (slippage === undefined) return {}
  const { unit, most } = slippage
  const maxSlippage = unit === 'Percent' ? formatTrimmed(BigInt(most), 2) : String(most)
  return { maxSlippage, maxSlippageType: unit }
}

function termFields(intent: OrderIntent, instrument: Instrument) {
  const { triggerTicks, triggerBy = 'LastPrice', triggerDirection, tpsl, trailing } = intent
  return {
    ...(triggerTicks === undefined
      ? {}
      : { triggerPrice: formatPrice(instrument, triggerTicks), triggerBy }),
    ...(triggerDirection === undefined ? {} : { triggerDirection }),
    ...(tpsl === undefined ? {} : encodeTpslRequest(tpsl, instrument)),
    ...(trailing === undefined ? {} : encodeTrailingRequest(trailing, instrument)),
  }
}

/** Returns the request of a new spot order; without a client order id for a preview. */
export function spotRequest(intent: OrderIntent, instrument: Instrument, linkId?: string) {
  const { symbol, side, orderType, timeInForce, priceTicks, qtyLots, quoteAmount, plan } = intent
  // The legs of OCO and TP/SL orders have their own types, a trailing order is at market.
  const hasType = plan?.planType === undefined || plan.planType <= 1
  return {
    symbolId: spotSymbolIdOf(symbol),
    side: side === 'Buy' ? ('BUY' as const) : ('SELL' as const),
    ...(hasType && { type: orderType === 'Limit' ? ('LIMIT' as const) : ('MARKET' as const) }),
    ...(quoteAmount === undefined
      ? { origQty: formatQty(instrument, qtyLots) }
      : { amount: formatTrimmed(quoteAmount, 8), marketUnit: 'quoteCoin' as const }),
    ...(priceTicks === undefined ? {} : { price: formatPrice(instrument, priceTicks) }),
    ...(plan === undefined && { timeInForce }),
    ...(intent.isLeverage === true && { isLeverage: 1 as const }),
    ...plan,
    ...(linkId === undefined ? {} : { clientOrderId: linkId }),
  }
}

export type OrderChange = {
  readonly priceTicks?: PriceTicks
  /** The total, including the filled part. */
  readonly qtyLots?: QtyLots
  /** Of a conditional order. */
  readonly triggerTicks?: PriceTicks
  /** Of a spot order with two triggers; an absent leg is unchanged. */
  readonly legs?: TpslLegs
  /**
   * TP/SL attached to a contract's order; an absent leg is unchanged, the trigger 0 removes one.
   */
  readonly tpsl?: TpslRequest
}

/** Changes price, quantity, trigger or attached TP/SL of an open order. */
export async function replaceOrder(order: Order, change: OrderChange): Promise<ActionOutcome> {
  const instrument = instrumentOf(order.symbol)
  if (instrument === undefined) return ignored
  const { priceTicks, qtyLots, triggerTicks } = change
  const isMoved = priceTicks !== undefined || triggerTicks !== undefined
  if (isMoved && pairOf(order) !== undefined) return moveProtection(order, change)
  const legs = JSON.stringify([change.legs, change.tpsl])
  const key = ['replace', order.id, priceTicks, qtyLots, triggerTicks, legs].join(' ')
  const outcome = await once(key, () => timed(() => sendReplace(order, instrument, change)))
  if (outcome === undefined) return ignored
  if (!outcome.ok) return failed(outcome, message('notices.orderModifyFailureTitle'))
  const { order: fresh } = outcome.value
  if (fresh !== undefined) applyReceipt(fresh, 'replaced')
  return done
}

function sendReplace(
  order: Order,
  instrument: Instrument,
  change: OrderChange,
): Promise<Outcome<Receipt>> {
  if (instrument.kind !== 'Spot') {
    return ask('replaceOrder', replaceRequest(order, instrument, change))
  }
  const { qty, ...prices } = changedFields(instrument, change)
  return ask('replaceSpotOrder', {
    symbolId: spotSymbolIdOf(order.symbol),
    orderId: String(order.id),
    ...prices,
    ...legFields(change, instrument),
    ...(qty === undefined ? {} : { origQty: qty }),
  })
}

/** Returns the request to change a contract's order. */
export const replaceRequest = (order: Order, instrument: Instrument, change: OrderChange) => ({
  symbol: order.symbol,
  orderId: String(order.id),
  ...changedFields(instrument, change),
  ...(change.tpsl && encodeTpslRequest(change.tpsl, instrument)),
})

function changedFields(instrument: Instrument, change: OrderChange) {
  const { priceTicks, qtyLots: lots, triggerTicks } = change
  const price = (ticks: PriceTicks): string => formatPrice(instrument, ticks)
  return {
    ...(priceTicks === undefined ? {} : { price: price(priceTicks) }),
    ...(lots === undefined ? {} : { qty: formatQty(instrument, lots) }),
    ...(triggerTicks === undefined ? {} : { triggerPrice: price(triggerTicks) }),
  }
}

function legFields({ legs = {} }: OrderChange, instrument: Instrument): Record<string, string> {
  const text = (ticks: PriceTicks): string => formatPrice(instrument, ticks)
  const fields = legNames.flatMap((name) => {
    const leg = legs[name]
    if (leg === undefined) return []
    const { trigger, limit } = spotLegFields[name]
    const { triggerTicks, limitTicks } = leg
    return [
      [trigger, text(triggerTicks)],
      ...(limitTicks === undefined ? [] : [[limit, text(limitTicks)]]),
    ] as const
  })
  return Object.fromEntries(fields)
}

type LegChange = Pick<OrderChange, 'triggerTicks' | 'priceTicks' | 'qtyLots'>

/**
 * Changes an existing take-profit or stop-loss of a position (set-tp-sl-ts); absent fields are
 * unchanged.
 */
export async function moveProtection(order: Order, change: LegChange): Promise<ActionOutcome> {
  const instrument = instrumentOf(order.symbol)
  const request = instrument && protectionRequest(order, instrument, change)
  if (request === undefined) return ignored
  const outcome = await once(`protect ${JSON.stringify(request)}`, () =>
    timed(() => ask('setTpSlTs', request)),
  )
  if (outcome === undefined) return ignored
  if (!outcome.ok) return failed(outcome, message('notices.orderModifyFailureTitle'))
  return done
}

/** The entry with both legs that an order belongs to; undefined for a leg without a counterpart. */
function pairOf({ id, symbol, positionIdx }: Order): ExistingEntry | undefined {
  return positionOf(symbol, positionIdx)?.tpsl.partial.find(
    ({ takeProfit, stopLoss }) =>
      takeProfit !== undefined &&
      stopLoss !== undefined &&
      (takeProfit.orderId === id || stopLoss.orderId === id),
  )
}

/**
 * Returns the request to change a take-profit or stop-loss. For a pair both legs are sent: a leg
 * changed alone would leave the pair and survive the other leg's fill (8.5).
 */
export function protectionRequest(
  order: Order,
  instrument: Instrument,
  change: LegChange,
): CallRequest<'setTpSlTs'> | undefined {
  const { stop, symbol, positionIdx, orderType, id: orderId } = order
  if (stop === undefined) return undefined
  const { triggerTicks = stop.triggerTicks, priceTicks: limitTicks = order.priceTicks } = change
  const mode = stop.stopType.startsWith('Partial') ? 'Partial' : 'Full'
  const name = stop.stopType.endsWith('TakeProfit') ? 'takeProfit' : 'stopLoss'
  const leg: TpslLeg = {
    triggerTicks,
    triggerBy: stop.triggerBy,
    orderType,
    ...(orderType === 'Limit' ? { limitTicks } : {}),
  }
  const pair = pairOf(order)
  const { takeProfit, stopLoss } = pair ?? {}
  const asked = { mode, takeProfit, stopLoss, [name]: leg, qtyLots: change.qtyLots } as const
  const before = pair ?? { [name]: { orderId } }
  return tpslRequest({ symbol, positionIdx }, instrument, { asked, before })
}

/** Closes a position and opens the same size on the other side, both at market or neither. */
export async function reversePosition(
  symbol: string,
  positionIdx: PositionIdx,
): Promise<ActionOutcome> {
  // A position reversed meanwhile is another content: pressing again reverses it back.
  const { side, sizeLots } = positionOf(symbol, positionIdx)?.position ?? {}
  const content = `reverse ${symbol} ${positionIdx} ${side} ${sizeLots}`
  const outcome = await once(`reverse ${symbol} ${positionIdx}`, () =>
    createUnder(content, (idOf) =>
      timed(() => ask('reversePosition', { symbol, positionIdx, orderLinkId: idOf() })),
    ),
  )
  if (outcome === undefined) return ignored
  if (!outcome.ok && outcome.isUnknown) return { kind: 'unknown' }
  if (!outcome.ok) return failed(outcome, message('notices.orderCreateFailureTitle'))
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

/**
 * Shows a refusal once, by its reaction; a refused change of a symbol's leverage, mode or margin
 * links to its explanation.
 */
export function failed(
  outcome: Outcome<unknown> & { ok: false },
  title: Message,
  changed?: string,
): ActionOutcome {
  if (outcome.isUnknown) {
    // The order's push will show whether the cancel or change was carried out.
    notify({ kind: 'outcome', tone: 'warning', title: message('notices.outcomeUnknown') })
    return { kind: 'unknown' }
  }
  const link = changed === undefined ? {} : changeExplained(outcome.error, changed)
  reactTo(outcome.error, { title, ...link })
  return { kind: 'failed', error: outcome.error }
}

/** Sends a request and records the round trip of its acknowledgement. */
async function timed<Value>(act: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> {
  const begunMs = performance.now()
  const outcome = await act()
  if (outcome.ok) noteAcknowledged(performance.now() - begunMs)
  return outcome
}
