// Notices of a trader's orders (spec 8, trade notifications): title, sentence, and the kind by
// which it is muted.

// The same functions serve pushed messages and histories.

import {
  priceOfValue,
  qtyAmount,
  valueCoin,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { amount } from '@basis/domain/numbers/fixed'
import {
  isFinal,
  type CancelType,
  type Order,
  type StopOrderType,
} from '@basis/domain/orders/order'
import { instrumentFormat, type InstrumentFormat } from '../../stores/instrument-format.ts'
import { legText, orderWords, wordsOfOrder } from '../../actions/words/order-words.ts'
import type { OrderHappening } from '../../stores/orders.ts'
import type { NoticeKind } from '../../stores/settings.ts'
import { formatFor } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { message, type Message, type MessageKey } from '../../i18n/message-keys.ts'
import type { NoticeDraft, NoticeLink } from '../../shell/notices.ts'
import { isProtection, protectionNotices, protectionWords } from './protection-notices.ts'

/** A notice with the kind by which a trader can mute it (spec 8). */
export type OrderNotice = NoticeDraft & { readonly mute?: NoticeKind | undefined }

type InstrumentOf = (symbol: string) => Instrument | undefined

/**
 * Returns the notices of the order changes in one message. What a liquidation did to orders is in
 * its own notice, and consequences of a reported event are left out.
 */
export function orderNotices(
  happenings: readonly OrderHappening[],
  instrumentOf: InstrumentOf,
): readonly OrderNotice[] {
  const own = happenings.filter(({ isForced }) => !isForced)
  const single = own.flatMap((happening) => {
    const instrument = instrumentOf(happening.order.symbol)
    const notice = instrument === undefined ? undefined : orderNotice(happening, instrument)
    return notice === undefined ? [] : [notice]
  })
  return [...single, ...protectionNotices(own, instrumentOf)]
}

/** An order change with its instrument and the formatter of the current language. */
type ReportedChange = OrderHappening & {
  readonly instrument: Instrument
  readonly words: InstrumentFormat
}

function orderNotice(happening: OrderHappening, instrument: Instrument): OrderNotice | undefined {
  // An algorithmic order is reported as a whole (strategy-notices.ts), not by its single orders.
  if (happening.order.algoId !== undefined) return undefined
  const words = instrumentFormat(instrument, formatFor(currentLanguage(), 'utc'))
  const reported = { ...happening, instrument, words }
  const { order, isNew, hasFired } = happening
  if (order.status === 'Filled') return filledNotice(reported)
  if (isFinal(order.status)) {
    return order.filledLots > 0 ? partlyFilledNotice(reported) : canceledNotice(reported)
  }
  if (hasFired) return firedNotice(reported)
  // Take-profits and stop-losses are reported together, per position.
  if (isProtection(order)) return undefined
  return isNew ? createdNotice(reported) : amendedNotice(reported)
}

const common = ({ order }: ReportedChange, keys: readonly string[]) => ({
  keys: keys.map((key) => `order ${order.id} ${key}`),
  timeMs: order.updatedMs,
  no: order.id,
})

/** The link to why it was triggered, or was ended by a rule. */
const explained = ({ id }: Order): NoticeLink => ({
  dialog: { kind: 'explain', call: { row: 'order', orderId: String(id) } },
  words: message('explain.action'),
})

function createdNotice(reported: ReportedChange): OrderNotice {
  const { order, instrument, words, isAnswer = false } = reported
  const placed = wordsOfOrder(order, instrument)
  const { filledLots, qtyLots } = order
  const part = { words: placed, filled: words.qty(filledLots), qty: words.qty(qtyLots) }
  return {
    ...common(reported, ['new']),
    kind: 'orderCreated',
    mute: 'createOrder',
    tone: 'success',
    title: message(isAnswer ? 'notices.orderCreateSuccessTitle' : 'msg.title.4'),
    body: filledLots > 0 ? message('notices.placedPartlyFilled', part) : placed,
    many: 'msg.manyCreated',
    link: { panel: 'orders' },
  }
}

/** Reports changes that the trader sees; a partial fill or a ratchet changes no terms. */
function amendedNotice(reported: ReportedChange): OrderNotice | undefined {
  const { before, order, instrument, words } = reported
  if (before === undefined) return undefined
  if (order.stop?.planType !== undefined && order.status === 'Untriggered') {
    return amendedPlan({ ...reported, before })
  }
  if (changesAttachedTpsl(before, order)) return amendedTpsl({ ...reported, before })
  const trigger = triggerOf(order)
  const isMoved = before.priceTicks !== order.priceTicks || triggerOf(before) !== trigger
  if (!isMoved && before.qtyLots === order.qtyLots) return undefined
  const was = {
    qty: words.qty(before.qtyLots),
    price: words.price(trigger === undefined ? before.priceTicks : triggerOf(before)),
  }
  const key = trigger === undefined ? 'notices.amendedLimit' : 'notices.amendedStop'
  return modified(reported, message(key, { words: wordsOfOrder(order, instrument), ...was }))
}

/**
 * Returns whether the trader changed the TP/SL attached to the order. A fill may pass it to the
 * position, whose notice then reports it.
 */
function changesAttachedTpsl(before: Order, order: Order): boolean {
  if (before.filledLots !== order.filledLots) return false
  const [was, is] = [before, order].map(({ stop }) =>
    JSON.stringify([stop?.takeProfit, stop?.stopLoss, stop?.tpslMode]),
  )
  return was !== is
}

/** An order whose TP/SL was changed is described in full, before and after. */
function amendedTpsl(reported: ReportedChange & { readonly before: Order }): OrderNotice {
  const words = wordsWithTpsl(reported)
  const before = wordsWithTpsl({ ...reported, order: reported.before })
  // A change of only the trigger basis or the mode does not show in these texts.
  const isSame = JSON.stringify(before) === JSON.stringify(words)
  return modified(reported, isSame ? words : message('notices.amendedPlan', { words, before }))
}

/** Returns the description of an order with its attached TP/SL: "…, take-profit at 67,000.0". */
function wordsWithTpsl({ order, instrument, words }: ReportedChange): Message {
  const { takeProfit, stopLoss } = order.stop ?? {}
  return [
    takeProfit && message('notices.legTakeProfit', { price: legText(takeProfit, words) }),
    stopLoss && message('notices.legStopLoss', { price: legText(stopLoss, words) }),
  ].reduce<Message>(
    (all, leg) => (leg === undefined ? all : message('notices.pair', { first: all, second: leg })),
    wordsOfOrder(order, instrument),
  )
}

/** A spot order waiting for a trigger plan is described in full, before and after. */
function amendedPlan(
  reported: ReportedChange & { readonly before: Order },
): OrderNotice | undefined {
  const { before, order, instrument } = reported
  const [termsBefore, terms] = [before, order].map(({ priceTicks, qtyLots, stop }) => {
    const { takeProfit, stopLoss, trailing, triggerTicks } = stop ?? {}
    // A trailing order's trigger follows the price by itself.
    const own = trailing === undefined ? triggerTicks : undefined
    return JSON.stringify([priceTicks, qtyLots, takeProfit, stopLoss, trailing, own])
  })
  if (termsBefore === terms) return undefined
  const words = wordsOfOrder(order, instrument)
  const was = wordsOfOrder(before, instrument)
  return modified(reported, message('notices.amendedPlan', { words, before: was }))
}

const modified = (reported: ReportedChange, body: Message): OrderNotice => ({
  ...common(reported, [`amended ${reported.order.updateNo}`]),
  kind: 'orderModified',
  mute: 'modifyOrder',
  tone: 'success',
  title: message(reported.isAnswer === true ? 'notices.orderModified' : 'msg.title.5'),
  body,
  many: 'msg.manyModified',
  subject: String(reported.order.id),
  link: { panel: 'orders' },
})

const triggerOf = ({ stop, status }: Order): number | undefined =>
  stop === undefined || stop.triggerDirection === 0 || status !== 'Untriggered'
    ? undefined
    : stop.triggerTicks

const typeWords: Readonly<Record<StopOrderType, MessageKey>> = {
  Order: 'notices.typeOrder',
  Stop: 'notices.typeStop',
  TakeProfit: 'notices.typeTakeProfit',
  StopLoss: 'notices.typeStopLoss',
  PartialTakeProfit: 'notices.typeTakeProfit',
  PartialStopLoss: 'notices.typeStopLoss',
  TrailingStop: 'notices.typeTrailing',
  TrailingProfit: 'orders.trailingProfit',
  TakeProfitStopLoss: 'orders.tabTpSl',
  TakeProfitStopLossOCO: 'orders.tabOco',
  BidirectionalTpSl: 'orders.tabTpSl',
}
const typeOf = ({ stop }: Order): Message => ({ key: typeWords[stop?.stopType ?? 'Order'] })

/** The order was triggered and now rests in the book. */
function firedNotice(reported: ReportedChange): OrderNotice {
  const { order, instrument } = reported
  return {
    ...common(reported, ['fired']),
    kind: 'stopFired',
    tone: 'info',
    title: message('notices.triggeredTitle', { type: typeOf(order) }),
    body: triggered(reported, orderWords(order, instrument)),
    many: 'msg.manyTriggered',
    link: explained(order),
  }
}

const basisWords: Readonly<Record<string, MessageKey>> = {
  MarkPrice: 'notices.markReached',
  IndexPrice: 'notices.indexReached',
  LastPrice: 'notices.lastReached',
}

/** Prefixes the price that reached the trigger; a trailing stop's has moved since it was placed. */
function triggered({ order, words }: ReportedChange, plain: Message): Message {
  const { stop } = order
  const key = stop === undefined || stop.triggerTicks === 0 ? undefined : basisWords[stop.triggerBy]
  if (stop === undefined || key === undefined) return plain
  return { key, params: { price: words.price(stop.triggerTicks), words: plain } }
}

/** Spec 8: hidden while something is left to fill; reported once for the whole order. */
function filledNotice(reported: ReportedChange): OrderNotice {
  const { order, isNew, hasFired } = reported
  const keys = [...(isNew ? ['new'] : []), ...(hasFired ? ['fired'] : []), 'end']
  return {
    ...common(reported, keys),
    kind: hasFired ? 'stopFilled' : 'tradeExecuted',
    mute: 'trade',
    tone: 'success',
    title: hasFired
      ? message('notices.triggeredTitle', { type: typeOf(order) })
      : message('msg.title.1'),
    body: hasFired ? triggered(reported, filledWords(reported)) : filledWords(reported),
    many: hasFired ? 'msg.manyTriggered' : 'msg.manyExecuted',
    link: hasFired ? explained(order) : { panel: 'fills' },
  }
}

/** "Bought 0.050 BTCUSDT at 64,005.0 for 3,200.25 USDT, fee 1.76 USDT". */
function filledWords({ order, instrument, words }: ReportedChange): Message {
  const average = priceOfValue(
    instrument,
    order.filledValue,
    qtyAmount(instrument, order.filledLots),
  )
  const isBuy = order.side === 'Buy'
  const isSpot = instrument.kind === 'Spot'
  const feeCoin = isSpot && isBuy ? instrument.baseCoin : instrument.settleCoin
  const format = formatFor(currentLanguage(), 'utc')
  const params = {
    symbol: order.symbol,
    qty: words.qty(order.filledLots),
    price: words.priceE8(average),
    fee: `${format.money({ units: order.fee, scale: 8 }, feeCoin)} ${feeCoin}`,
  }
  if (order.closedPnl !== 0n && !isSpot) {
    const pnl = `${words.settle(order.closedPnl, { signed: true })} ${instrument.settleCoin}`
    const key = isBuy ? 'notices.boughtClosing' : 'notices.soldClosing'
    return { key, params: { ...params, pnl } }
  }
  const value = `${words.value(order.filledValue)} ${valueCoin(instrument)}`
  return { key: isBuy ? 'notices.bought' : 'notices.sold', params: { ...params, value } }
}

/** Cancellations that follow from an event with its own notice. */
const consequences: ReadonlySet<CancelType> = new Set([
  'CancelByTpSlTsClear',
  'CancelByOCOTpCanceledBySlTriggered',
  'CancelByOCOSlCanceledByTpTriggered',
])

/** Returns why an order was cancelled; undefined if the trader cancelled it. */
function reasonOf({ cancelType }: Order): Message | undefined {
  if (cancelType === undefined || cancelType === 'CancelByUser') return undefined
  return { key: `history.reasons.${cancelType}` }
}

function because(words: Message, reason: Message | undefined): Message {
  return reason === undefined ? words : message('notices.because', { words, reason })
}

function canceledNotice(reported: ReportedChange): OrderNotice | undefined {
  const { before, order, instrument, isNew, hasFired } = reported
  const { cancelType } = order
  if (cancelType !== undefined && consequences.has(cancelType)) return undefined
  const reason = reasonOf(order)
  const keys = [...(isNew ? ['new'] : []), ...(hasFired ? ['fired'] : []), 'end']
  const words = isProtection(order)
    ? protectionWords(order, reported.words)
    : wordsOfOrder(order, instrument, !hasFired && before?.status === 'Untriggered')
  return {
    ...common(reported, keys),
    kind: 'orderCanceled',
    mute: 'cancelOrder',
    tone: reason === undefined ? 'success' : 'warning',
    title: canceledTitle(reported),
    body:
      cancelType === 'CancelByPmTrialMmOverEquity'
        ? message('notices.trialCanceled', { words })
        : because(words, reason),
    many: 'msg.manyCanceled',
    link: reason === undefined ? { panel: 'orderHistory' } : explained(order),
  }
}

/**
 * Returns the title of a cancellation; an order cancelled as it was placed is named by its type.
 */
function canceledTitle({ order, isNew, hasFired, isAnswer = false }: ReportedChange): Message {
  if (hasFired || isProtection(order)) {
    return message('notices.canceledType', { type: typeOf(order) })
  }
  if (!isNew) return message(isAnswer ? 'notices.cancelSuccess' : 'msg.title.2')
  if (order.orderType === 'Market') return message('notices.canceledMarket')
  switch (order.timeInForce) {
    case 'PostOnly':
      return message('notices.canceledPostOnly')
    case 'FillOrKill':
      return message('notices.canceledFok')
    case 'ImmediateOrCancel':
      return message('notices.canceledIoc')
    case 'GoodTillCancel':
      return message('msg.title.2')
  }
}

/** What was not filled: a quantity, of a market order by amount the rest of the amount (8.7). */
function restOf({ order, instrument, words }: ReportedChange): string {
  const { orderType, quoteAmount, filledValue, qtyLots, filledLots } = order
  if (orderType !== 'Market' || quoteAmount === undefined) return words.qty(qtyLots - filledLots)
  return `${words.value(amount(quoteAmount - filledValue))} ${valueCoin(instrument)}`
}

/** Reports a partial fill and the cancelled remainder in one sentence. */
function partlyFilledNotice(reported: ReportedChange): OrderNotice {
  const { order, isNew, hasFired } = reported
  const reason = reasonOf(order)
  const body = message('notices.restCanceled', {
    words: filledWords(reported),
    rest: restOf(reported),
  })
  const keys = [...(isNew ? ['new'] : []), ...(hasFired ? ['fired'] : []), 'end']
  return {
    ...common(reported, keys),
    kind: 'tradeExecuted',
    mute: 'trade',
    tone: reason === undefined ? 'success' : 'warning',
    title: message('notices.partlyFilled'),
    body: because(body, reason),
    many: 'msg.manyExecuted',
    link: { panel: 'fills' },
  }
}
