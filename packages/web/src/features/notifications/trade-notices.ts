// What a trader is told when something happens to his orders (spec 8, trade notifications): which
// title, which words, whether it is muted, and that nothing is told twice.

import { formatPrice, priceOfValue, ticksNearE8, qtyAmount } from '@basis/domain/instrument'
import type { Instrument } from '@basis/domain/instrument'
import type { Order } from '@basis/domain/order'
import type { OrderEvent } from '../../exchange/orders.ts'
import type { NoticeKind } from '../../exchange/settings.ts'
import { orderWords } from '../../exchange/trading.ts'
import { say } from '../../i18n/i18n.ts'
import { message, type Message, type MessageKey } from '../../i18n/message-keys.ts'
import type { NoticeDraft } from '../../shell/notices.ts'

/** What is told of an order once; that it fired once for its life. */
export type ToldOfOrder = 'created' | 'modified' | 'canceled' | 'traded' | 'fired'

/** What a decision needs besides the event; `claim` is false for what was told already. */
export type NoticeContext = {
  readonly instrument: Instrument
  readonly muted: readonly NoticeKind[]
  readonly claim: (what: ToldOfOrder, order: Order) => boolean
}

/**
 * Returns what to tell of an order's event; undefined for what is muted, told or not worth telling.
 */
export function orderNotice(told: OrderEvent, context: NoticeContext): NoticeDraft | undefined {
  switch (told.event) {
    case 'newed':
      return createdNotice(told.order, context)
    case 'replaced':
      return hasFired(told.order)
        ? firedNotice(told.order, context)
        : modifiedNotice(told.order, context)
    case 'canceled':
      return canceledNotice(told.order, context)
    case 'position':
      return tradeNotice(told.order, context)
    // What a liquidation does to orders is told by its own notice.
    case 'liquidation':
      return undefined
  }
}

function createdNotice(order: Order, context: NoticeContext): NoticeDraft | undefined {
  // A market order stands for a moment only; what it came to is told by its fill or its cancel.
  if (order.orderType === 'Market') return undefined
  if (context.muted.includes('createOrder') || !context.claim('created', order)) return undefined
  return {
    kind: 'orderCreated',
    tone: 'success',
    title: message('msg.title.4'),
    body: orderWords(order, context.instrument),
    many: 'msg.manyCreated',
  }
}

function modifiedNotice(order: Order, context: NoticeContext): NoticeDraft | undefined {
  if (context.muted.includes('modifyOrder') || !context.claim('modified', order)) return undefined
  return {
    kind: 'orderModified',
    tone: 'success',
    title: message('msg.title.5'),
    body: orderWords(order, context.instrument),
    many: 'msg.manyModified',
  }
}

// The exchange tells of a trigger that was reached as of a change: the order waits no more.
const hasFired = ({ stop, status }: Order): boolean =>
  stop !== undefined && stop.triggerDirection !== 0 && status !== 'Untriggered'

const basisWords: Readonly<Record<string, MessageKey>> = {
  MarkPrice: 'notices.numberMark',
  IndexPrice: 'notices.numberIndex',
  LastPrice: 'notices.numberLast',
}

/** Told once, however it goes on; what was traded is told by its own notice. */
function firedNotice(order: Order, context: NoticeContext): NoticeDraft | undefined {
  const { stop } = order
  if (stop === undefined || !context.claim('fired', order)) return undefined
  return {
    kind: 'stopFired',
    tone: 'info',
    title: message('notices.stopFired'),
    body: message('notices.stopFiredBody', {
      words: say(orderWords(order, context.instrument)),
      basis: say({ key: basisWords[stop.triggerBy] ?? 'notices.numberLast' }),
      relation: stop.triggerDirection === 1 ? '≥' : '≤',
      price: formatPrice(context.instrument, stop.triggerTicks),
    }),
  }
}

/** The reasons that have words of their own; who cancelled himself needs none. */
const reasons: Readonly<Record<string, MessageKey>> = {
  CancelByReduceOnly: 'notices.cancelReasonReduceOnly',
  CancelByPrepareLiq: 'notices.cancelReasonLiquidation',
  CancelAllBeforeLiq: 'notices.cancelReasonLiquidation',
  CancelBySmp: 'notices.cancelReasonSmp',
  CancelByPostOnly: 'notices.cancelReasonPostOnly',
  CancelByIoc: 'notices.cancelReasonIoc',
  CancelByFok: 'notices.cancelReasonFok',
  CancelByPriceBand: 'notices.cancelReasonBand',
  CancelByNoLiquidity: 'notices.cancelReasonLiquidity',
  CancelBySlippage: 'notices.cancelReasonSlippage',
  CancelByInsufficientMargin: 'notices.cancelReasonMargin',
  CancelByTriggerRefused: 'notices.cancelReasonRefused',
  CancelBySettle: 'notices.cancelReasonDelivered',
  CancelAllBeforeAdl: 'notices.cancelReasonAdl',
}

function canceledNotice(order: Order, context: NoticeContext): NoticeDraft | undefined {
  if (context.muted.includes('cancelOrder') || !context.claim('canceled', order)) return undefined
  const words = orderWords(order, context.instrument)
  const reason = reasons[order.cancelType ?? '']
  return {
    kind: 'orderCanceled',
    tone: reason === undefined ? 'success' : 'warning',
    title: message('msg.title.2'),
    body: reason === undefined ? words : { key: reason, params: { words: say(words) } },
    many: 'notices.manyCanceled',
  }
}

// Spec 8: hidden while something is left to fill; told once for the whole order, at its average.
function tradeNotice(order: Order, context: NoticeContext): NoticeDraft | undefined {
  if (order.leavesLots > 0 || context.muted.includes('trade')) return undefined
  if (!context.claim('traded', order)) return undefined
  return {
    kind: 'tradeExecuted',
    tone: 'success',
    title: message('msg.title.1'),
    body: filledWords(order, context.instrument),
    many: 'msg.manyExecuted',
  }
}

function filledWords(order: Order, instrument: Instrument): Message {
  const average = priceOfValue(
    instrument,
    order.filledValue,
    qtyAmount(instrument, order.filledLots),
  )
  const traded = {
    ...order,
    orderType: 'Limit' as const,
    qtyLots: order.filledLots,
    priceTicks: ticksNearE8(instrument, average),
  }
  return orderWords(traded, instrument)
}
