// A new price of an open order, dragged on the chart or ladder: checked, confirmed if it would be
// filled at once, and sent as one change.

import { mayBeDone } from '../action-outcome.ts'
import type { PriceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Problem } from '@basis/domain/instrument/problems'
import type { Order } from '@basis/domain/orders/order'
import { orderProblem, priceProblem } from '@basis/domain/orders/order-rules'
import { movedOrderProblem } from '@basis/domain/orders/tpsl'
import { problemMessage } from '../../client/error-reactions.ts'
import { uidNow } from '../../client/session.ts'
import { say } from '../../i18n/i18n.ts'
import { message } from '../../i18n/message-keys.ts'
import { askForConfirmation } from '../../shell/dialogs.ts'
import { notify } from '../../shell/notices.ts'
import { needsConfirmation } from '../../stores/preferences.ts'
import { amendmentWarning } from './amendment-warning.ts'
import { moveProtection, replaceOrder, type OrderChange } from './replace-order.ts'
import { orderWords } from '../words/order-words.ts'

/** Returns whether an order waits for its trigger. */
export const isWaiting = ({ stop, status }: Order): boolean =>
  stop !== undefined && status === 'Untriggered' && stop.triggerDirection !== 0

/** The protected side by type of stop order. */
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
 * Returns the change that a drag makes, or its first problem: by the rules of a new order, or of
 * the price alone if only the trigger moves; attached TP/SL must stay on its side.
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

/** Sends at most one change; true if the exchange has accepted it or may have. */
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
  const uid = uidNow()
  // The next account has no order of this id.
  if (!(await isMoveMeant(order, ticks, instrument)) || uid !== uidNow()) return false
  // A leg that has triggered is an order in the book: the position's TP/SL no longer has it.
  const isProtection = isWaiting(order) && protectKind(order) !== undefined
  const outcome = await (isProtection ? moveProtection(order, change) : replaceOrder(order, change))
  return mayBeDone(outcome)
}

/** A move is confirmed if the trader wants that, and always if it would be filled at once. */
async function isMoveMeant(
  order: Order,
  ticks: PriceTicks,
  instrument: Instrument,
): Promise<boolean> {
  const warning = amendmentWarning(order, ticks, instrument)
  if (warning === undefined && !needsConfirmation('limit')) return true
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
