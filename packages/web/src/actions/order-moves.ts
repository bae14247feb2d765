// Another price of an open order, dragged on the chart or on the ladder: judged, asked about where
// it would trade at once, and sent as one change.

import type { PriceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Problem } from '@basis/domain/instrument/problems'
import type { Order } from '@basis/domain/orders/order'
import { orderProblem, priceProblem } from '@basis/domain/orders/order-rules'
import { movedOrderProblem } from '@basis/domain/orders/tpsl'
import { problemMessage } from '../client/error-reactions.ts'
import { say } from '../i18n/i18n.ts'
import { message } from '../i18n/message-keys.ts'
import { askForConfirmation } from '../shell/dialogs.ts'
import { notify } from '../shell/notices.ts'
import { isAsked } from '../stores/preferences.ts'
import { amendmentWarning } from './amendment.ts'
import { moveProtection, replaceOrder, type OrderChange } from './trading.ts'
import { orderWords } from './words/order-words.ts'

/** Tells whether an order waits for a trigger. */
export const isWaiting = ({ stop, status }: Order): boolean =>
  stop !== undefined && status === 'Untriggered' && stop.triggerDirection !== 0

/** The families of stop orders that protect a position. */
const protectKinds: Readonly<Record<string, 'takeProfit' | 'stopLoss'>> = {
  TakeProfit: 'takeProfit',
  PartialTakeProfit: 'takeProfit',
  StopLoss: 'stopLoss',
  PartialStopLoss: 'stopLoss',
}

/** Returns which side of a position a stop order protects; undefined for all other orders. */
export function protectKind({ stop }: Pick<Order, 'stop'>): 'takeProfit' | 'stopLoss' | undefined {
  return stop === undefined ? undefined : protectKinds[stop.stopType]
}

/**
 * Returns what a drag would change, or the first problem of it: the rules of a new order, and of
 * its price alone where only the trigger moves; the TP/SL that it brings stays on its side.
 */
export function changeOf(
  order: Order,
  ticks: PriceTicks,
  instrument: Instrument,
): OrderChange | Problem {
  const change = isWaiting(order) ? { triggerTicks: ticks } : { priceTicks: ticks }
  const { orderType, side, reduceOnly, qtyLots } = order
  const asked = { orderType, side, reduceOnly, priceTicks: ticks, qtyLots }
  const wrong = isWaiting(order)
    ? priceProblem(instrument, ticks)
    : orderProblem(instrument, asked, undefined)
  return wrong ?? movedOrderProblem(order, change, instrument) ?? change
}

/** Sends one change at most; true when the exchange has taken it or may have. */
export async function moveOrder(
  order: Order,
  ticks: PriceTicks,
  instrument: Instrument,
): Promise<boolean> {
  const change = changeOf(order, ticks, instrument)
  if ('name' in change) {
    notify({
      kind: 'outcome',
      tone: 'failure',
      title: message('notices.orderModifyFailureTitle'),
      body: problemMessage(change),
    })
    return false
  }
  if (!(await isMoveMeant(order, ticks, instrument))) return false
  const isProtection = protectKind(order) !== undefined
  const outcome = await (isProtection ? moveProtection(order, change) : replaceOrder(order, change))
  return outcome.kind === 'done' || outcome.kind === 'unknown'
}

/** Is a price that was typed for an order meant? Asked only where the order would trade at once. */
export const isTypedPriceMeant = async (
  order: Order,
  ticks: PriceTicks,
  instrument: Instrument,
): Promise<boolean> =>
  amendmentWarning(order, ticks, instrument) === undefined || isMoveMeant(order, ticks, instrument)

/** A move is asked about where the trader wants that, and always where it would trade at once. */
async function isMoveMeant(
  order: Order,
  ticks: PriceTicks,
  instrument: Instrument,
): Promise<boolean> {
  const warning = amendmentWarning(order, ticks, instrument)
  if (warning === undefined && !isAsked('limit')) return true
  const orderType = isWaiting(order) ? 'Limit' : order.orderType
  const words = say(orderWords({ ...order, orderType, priceTicks: ticks }, instrument))
  const body = message('chart.moveTo', { words })
  return askForConfirmation({
    title: message('orders.replaceTitle'),
    body:
      warning === undefined
        ? body
        : message('ticket.confirmBody', { words: say(body), reasons: say(warning) }),
    confirm: message('orders.replaceConfirm'),
  })
}
