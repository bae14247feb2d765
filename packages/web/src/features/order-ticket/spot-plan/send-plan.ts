// Sending a spot plan order: the questions that every order is asked, then the order.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { priceTicks, type PriceTicks } from '@basis/domain/numbers/fixed'
import { stopTypeOfPlan } from '@basis/domain/orders/spot-plans'
import { legNames } from '@basis/domain/orders/tpsl'
import { attachedTrailing } from '@basis/domain/orders/trailing'
import { ignored, type ActionOutcome } from '../../../actions/action-outcome.ts'
import type { OrderIntent } from '../../../actions/order-requests.ts'
import { placeOrder } from '../../../actions/trading.ts'
import { wordsOfOrder } from '../../../actions/words/order-words.ts'
import type { Message } from '../../../i18n/message-keys.ts'
import { isIntentConfirmed } from '../../outcome/question/order-question.ts'
import type { PlanOrder } from './plan-form.ts'

/** Sends the order of a side's button, once it is confirmed if it needs to be. */
export async function sendPlan(instrument: Instrument, order: PlanOrder): Promise<ActionOutcome> {
  const { side, orderType } = order
  const intent: OrderIntent = {
    symbol: instrument.symbol,
    side,
    orderType,
    timeInForce: orderType === 'Market' ? 'ImmediateOrCancel' : 'GoodTillCancel',
    priceTicks: order.priceTicks,
    qtyLots: order.lots,
    reduceOnly: false,
    plan: order.request,
  }
  // Judged by its boldest limit: an order of two legs is filled at one of them.
  const { limit, trigger } = boldest(order) ?? {}
  const judged = {
    ...intent,
    priceTicks: limit ?? intent.priceTicks,
    ...(trigger === undefined ? {} : { triggerTicks: trigger }),
  }
  const words = wordsOfPlan(intent, order, instrument)
  if (!(await isIntentConfirmed(judged, instrument, { words }))) return ignored
  return placeOrder(intent)
}

type Waiting = { readonly limit: PriceTicks; readonly trigger: PriceTicks }

/** Returns the limit that is furthest beyond its trigger; undefined if none waits for one. */
function boldest({ side, prices: { plan, price, trigger, legs } }: PlanOrder): Waiting | undefined {
  const single = price === undefined || trigger === undefined ? [] : [{ limit: price, trigger }]
  // The legs of a plain order with TP/SL are placed later, on the other side.
  const ofLegs = legNames.flatMap((name): Waiting[] => {
    const { limitTicks, triggerTicks } = legs[name] ?? {}
    if (plan === 0 || limitTicks === undefined || triggerTicks === undefined) return []
    return [{ limit: limitTicks, trigger: triggerTicks }]
  })
  const beyond = ({ limit, trigger: from }: Waiting): number =>
    (side === 'Buy' ? limit - from : from - limit) / from
  return [...single, ...ofLegs].toSorted((a, b) => beyond(b) - beyond(a))[0]
}

/** Returns the plan as text, as it is listed once it was sent. */
function wordsOfPlan(
  intent: OrderIntent,
  { prices: { plan, trigger, trailing, legs } }: PlanOrder,
  instrument: Instrument,
): Message {
  if (plan === 0) return wordsOfOrder({ ...intent, status: 'New', stop: undefined }, instrument)
  const stop = {
    stopType: stopTypeOfPlan[plan],
    planType: plan,
    triggerTicks: trigger ?? priceTicks(0),
    triggerBy: 'LastPrice',
    triggerDirection: 0,
    ...legs,
    trailing: trailing && attachedTrailing(trailing),
  } as const
  return wordsOfOrder({ ...intent, status: 'Untriggered', stop }, instrument)
}
