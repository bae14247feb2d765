// Actions of the ladder: what a click, a key or a drag does, validated by the rules of the order
// form.

import type { PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import { priceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import type { Order, Side } from '@basis/domain/orders/order'
import { bandProblem, orderProblem } from '@basis/domain/orders/order-rules'
import { directionFrom, triggerProblem } from '@basis/domain/orders/trigger'
import { moveOrder } from '../../actions/amending/order-moves.ts'
import { type OrderIntent } from '../../actions/order-requests.ts'
import { cancelOrder, placeOrder } from '../../actions/trading.ts'
import { problemMessage } from '../../client/error-reactions.ts'
import { uidNow } from '../../client/session.ts'
import { message } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'
import type { Ticker } from '../../stores/tickers.ts'
import { isIntentConfirmed } from '../outcome/question/order-question.ts'

export type LadderOrder = {
  readonly side: Side
  readonly ticks: PriceTicks
  readonly lots: QtyLots
  readonly isStop: boolean
}

/**
 * Returns the order intent: a limit at the price, or a stop market order with the price as trigger,
 * in the direction from the last price, so that a price which passes it meanwhile does not turn it
 * around.
 */
export function intentOf(
  { symbol }: Instrument,
  order: LadderOrder,
  last?: PriceTicks,
): OrderIntent {
  const { side, ticks, lots, isStop } = order
  const direction = last === undefined ? {} : { triggerDirection: directionFrom(last, ticks) }
  const terms = isStop
    ? ({
        orderType: 'Market',
        timeInForce: 'ImmediateOrCancel',
        triggerTicks: ticks,
        ...direction,
      } as const)
    : ({ orderType: 'Limit', timeInForce: 'GoodTillCancel', priceTicks: ticks } as const)
  return { symbol, side, qtyLots: lots, reduceOnly: false, ...terms }
}

/**
 * Returns why the ladder has no stop orders of an instrument: those of a pair are plans of the
 * ticket, and without a plan the order would be sent at market.
 */
export const stopProblem = ({ kind }: Instrument): Problem | undefined =>
  kind === 'Spot' ? problem('triggerNotAllowed', 'triggerPrice') : undefined

/** Shows why an order of the ladder is not sent. */
export const refuse = (why: Problem): void =>
  notify({
    kind: 'outcome',
    tone: 'failure',
    title: message('notices.orderCreateFailureTitle'),
    body: problemMessage(why),
  })

/** Returns why the order form would not send the order; undefined if it would. */
export function ladderProblem(
  instrument: Instrument,
  order: LadderOrder,
  ticker: Pick<Ticker, 'lastTicks' | 'maxBuyTicks' | 'minSellTicks'> | undefined,
): Problem | undefined {
  const barred = order.isStop ? stopProblem(instrument) : undefined
  if (barred !== undefined) return barred
  const intent = intentOf(instrument, order)
  const wrong = orderProblem(instrument, intent, order.ticks)
  if (wrong !== undefined) return wrong
  const { lastTicks, maxBuyTicks, minSellTicks } = ticker ?? {}
  if (order.isStop) {
    if (lastTicks === undefined) return undefined
    const current = priceTicks(lastTicks)
    const direction = directionFrom(current, order.ticks)
    return triggerProblem(instrument, { priceTicks: order.ticks, direction, current })
  }
  if (maxBuyTicks === undefined || minSellTicks === undefined) return undefined
  return bandProblem(instrument, order.side, order.ticks, {
    maxBuyTicks: priceTicks(maxBuyTicks),
    minSellTicks: priceTicks(minSellTicks),
  })
}

/**
 * Sends an order of the ladder, after the questions of the order form: one click sends it at once
 * if there is none.
 */
export async function placeOnLadder(
  instrument: Instrument,
  order: LadderOrder,
  ticker: Ticker | undefined,
): Promise<void> {
  const last = ticker?.lastTicks
  const intent = intentOf(instrument, order, last === undefined ? undefined : priceTicks(last))
  const wrong = ladderProblem(instrument, order, ticker)
  if (wrong !== undefined) return refuse(wrong)
  if (!(await isIntentConfirmed(intent, instrument))) return
  await placeOrder(intent)
}

/** Cancels each of the orders; each outcome is reported separately. */
export async function cancelOrders(orders: readonly Order[]): Promise<void> {
  await Promise.all(orders.map((order) => cancelOrder(order)))
}

/**
 * Moves each of the orders to a price; stops at the first that is not confirmed or not accepted,
 * and when another account is signed in, which has no orders of these ids.
 */
export async function moveOrders(
  orders: readonly Order[],
  ticks: PriceTicks,
  instrument: Instrument,
): Promise<void> {
  const uid = uidNow()
  for (const order of orders) {
    if (uid !== uidNow() || !(await moveOrder(order, ticks, instrument))) return
  }
}
