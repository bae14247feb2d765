// Notices of events before the page was opened, on this device or another: rebuilt from the
// exchange's histories, with the same texts as pushed ones.

import { problemNames } from '@basis/domain/instrument/problems'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { isFinal, type Order } from '@basis/domain/orders/order'
import { amount, qtyLots } from '@basis/domain/numbers/fixed'
import { decodeOrder, type WireExecution, type WireOrder } from '@basis/protocol/order'
import type { WireDecision, WireLiquidation } from '@basis/protocol/position'
import { problemMessage } from '../../client/error-reactions.ts'
import { orderWords } from '../../actions/words/order-words.ts'
import type { OrderHappening } from '../../stores/orders.ts'
import { message } from '../../i18n/message-keys.ts'
import type { NoticeDraft, NoticeLink } from '../../shell/notices.ts'
import { liquidationNotices } from './liquidation-notices.ts'
import { orderNotices, type OrderNotice } from './order-notices.ts'
import { isProtection, trailingSetNotice } from './protection-notices.ts'

/** The newest rows of each history. */
export type Past = {
  /** Open orders and final ones. */
  readonly orders: readonly WireOrder[]
  readonly fills: readonly WireExecution[]
  readonly decisions: readonly WireDecision[]
  readonly liquidations: readonly WireLiquidation[]
}

type InstrumentOf = (symbol: string) => Instrument | undefined

/** Returns the notices of all events in the histories, in any order. */
export function pastNotices(past: Past, instrumentOf: InstrumentOf): readonly OrderNotice[] {
  const moments = Map.groupBy(past.liquidations, ({ timeE3 }) => timeE3)
  const liquidations = [...moments.values()].flatMap((steps) =>
    liquidationNotices(steps, instrumentOf),
  )
  return [
    ...pastOrderNotices(past, instrumentOf),
    ...pastRefusalNotices(past, instrumentOf),
    ...pastTrailingNotices(past, instrumentOf),
    ...liquidations,
  ]
}

function pastOrderNotices(past: Past, instrumentOf: InstrumentOf): readonly OrderNotice[] {
  const happenings = past.orders.flatMap((wire) => {
    const instrument = instrumentOf(wire.symbol)
    const order = instrument === undefined ? undefined : decodeOrder(wire, instrument)
    return order === undefined || order.status === 'Rejected' ? [] : lifeOf(order, past)
  })
  // Changes with the same time were one message.
  const messages = Map.groupBy(happenings, ({ order }) => order.updatedMs)
  return [...messages.values()].flatMap((happenings) => orderNotices(happenings, instrumentOf))
}

/** Returns the known events of an order: placed, triggered, and how it ended. */
function lifeOf(order: Order, past: Past): readonly OrderHappening[] {
  const { id, createdMs, updatedMs } = order
  const firedMs = past.decisions.find(
    ({ event, orderId }) => event === 'OrderTriggered' && orderId === String(id),
  )?.timeE3
  const isEnded = isFinal(order.status)
  const isSent = isSentByLiquidation(order, past.liquidations)
  const isForced = isSent || forcedReasons.has(order.cancelType)
  const waits = order.stop !== undefined && order.stop.triggerDirection !== 0
  const common = { before: undefined, isNew: false, hasFired: false, isForced: isSent }
  const isAtOnce = isEnded && createdMs === updatedMs
  const life: OrderHappening[] = []
  if (!isAtOnce && !wasAmended(order, firedMs !== undefined, past.fills)) {
    const placed = { ...unfilled(order), updatedMs: createdMs, updateNo: 1 }
    const status = waits ? ('Untriggered' as const) : ('New' as const)
    if (order.orderType === 'Limit' || waits) {
      life.push({ ...common, order: { ...placed, status }, isNew: true })
    }
  }
  const hasFired = firedMs !== undefined
  const isFiredAtEnd = hasFired && isEnded && firedMs === updatedMs
  if (hasFired && !isFiredAtEnd) {
    const fired = { ...unfilled(order), status: 'New' as const, updatedMs: firedMs }
    life.push({ ...common, order: fired, hasFired })
  }
  if (isEnded) {
    const status = hasFired || !waits ? ('New' as const) : ('Untriggered' as const)
    const before = { ...order, status }
    life.push({ ...common, before, order, isNew: isAtOnce, hasFired: isFiredAtEnd, isForced })
  }
  return life
}

const unfilled = (order: Order): Order => ({
  ...order,
  leavesLots: order.qtyLots,
  filledLots: qtyLots(0),
  filledValue: amount(0n),
  closedPnl: amount(0n),
})

/** A history has only the last terms of an order, so how an amended one was placed is not known. */
function wasAmended(order: Order, hasFired: boolean, fills: Past['fills']): boolean {
  const filled = fills.filter(({ orderId }) => orderId === String(order.id)).length
  const isCancelled = order.status === 'Cancelled' || order.status === 'PartiallyFilledCanceled'
  const firings = hasFired ? (order.status === 'Cancelled' ? 1 : 2) : 0
  return order.updateNo > 1 + filled + Number(isCancelled) + firings
}

const forcedReasons: ReadonlySet<string | undefined> = new Set([
  'CancelByPrepareLiq',
  'CancelAllBeforeLiq',
  'CancelAllBeforeAdl',
])

/** Returns whether a liquidation sent the order, which the liquidation's own notice reports. */
const isSentByLiquidation = (order: Order, steps: Past['liquidations']): boolean =>
  order.closeOnTrigger &&
  order.stop === undefined &&
  steps.some(
    ({ step, cause, symbol, timeE3 }) =>
      step === 'closed' &&
      cause === 'Liquidation' &&
      symbol === order.symbol &&
      timeE3 === order.createdMs,
  )

/**
 * Returns the notices of set trailing stops, which have the keys of the live ones. Its price
 * follows the market and its distance may have been changed since, so only that it was set is
 * known.
 */
function pastTrailingNotices({ orders }: Past, instrumentOf: InstrumentOf): NoticeDraft[] {
  return orders.flatMap((wire): NoticeDraft[] => {
    const instrument = instrumentOf(wire.symbol)
    const order = instrument === undefined ? undefined : decodeOrder(wire, instrument)
    if (order === undefined || !isProtection(order)) return []
    return order.stop?.stopType === 'TrailingStop' ? [trailingSetNotice(order)] : []
  })
}

const refusalLink = ({ symbol, orderLinkId, createdAtE3 }: WireOrder): NoticeLink => {
  const named = orderLinkId === '' ? {} : { orderLinkId }
  const asked = { row: 'refusal' as const, symbol, timeE3: createdAtE3, ...named }
  return { dialog: { kind: 'explain', call: asked }, words: message('explain.action') }
}

/** Returns notices of rejected orders, with the figures of the rule that rejected them. */
function pastRefusalNotices({ orders, decisions }: Past, instrumentOf: InstrumentOf) {
  return orders.flatMap((wire): NoticeDraft[] => {
    const { orderLinkId, cxlRejReason, createdAtE3 } = wire
    const instrument = instrumentOf(wire.symbol)
    const order = instrument === undefined ? undefined : decodeOrder(wire, instrument)
    const name = problemNames.find((each) => each === cxlRejReason)
    if (instrument === undefined || order === undefined || name === undefined) return []
    const decision = decisions.find(({ numbers }) => numbers['orderLinkId'] === orderLinkId)
    const figures = Object.entries(decision?.numbers ?? {}).map(
      // The unit follows a space; the rejection messages name it themselves.
      ([figure, text]) => [figure, text.split(' ')[0] ?? text] as const,
    )
    const reason = problemMessage({ name, params: Object.fromEntries(figures) })
    return [
      {
        kind: 'orderRefused',
        keys: [`refused ${orderLinkId}`],
        timeMs: createdAtE3,
        tone: 'failure',
        title: message('notices.orderCreateFailureTitle'),
        body: message('notices.because', { words: orderWords(order, instrument), reason }),
        link: refusalLink(wire),
      },
    ]
  })
}
