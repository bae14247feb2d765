// Orders that wait for a trigger: their creation, and the registration of their triggers.

import { qtyLots } from '@basis/domain/numbers/fixed'
import { isTrailing, type OrderType, type Side } from '@basis/domain/orders/order'
import type { TrailingStop } from '@basis/domain/orders/trailing'
import type { PlaceOrder } from '../../api/commands.ts'
import { newOrder } from '../core/open-orders.ts'
import { positionOf } from '../../state/positions.ts'
import {
  orderRecord,
  type EngineState,
  type PositionState,
  type OpenOrder,
} from '../../state/state.ts'
import type { ConditionalTerms } from '../../state/conditional-terms.ts'

/** Adds a new waiting order and emits it. Its trigger is registered at the end of the command. */
export function startWaiting(state: EngineState, order: OpenOrder): void {
  order.status = 'Untriggered'
  positionOf(order).waiting.push(order)
  state.triggers.arming.push(order)
  state.events.push({ kind: 'OrderPlaced', order: orderRecord(order) })
}

/** Removes an order's old trigger; the changed one is registered at the end of the command. */
export function rearm(state: EngineState, order: OpenOrder): void {
  order.market.triggerIndex.remove(order)
  state.triggers.arming.push(order)
}

/** Registers the trigger of a waiting order now. */
export function arm(order: OpenOrder): void {
  const { market, plan } = order
  const trigger = plan?.trigger
  if (plan === undefined || trigger === undefined) return
  const { triggerIndex } = market
  if (!isFollowing(order)) {
    return triggerIndex.set(order, trigger, otherLegTicks(order))
  }
  const trailing = followingOf(order)
  if (trailing !== undefined) armTrailing(order, trailing)
}

/** Returns whether the order trails the price. */
export const isFollowing = ({ plan }: OpenOrder): boolean => isTrailing(plan)

/** Returns an order's trailing stop: its own for a spot order, else its position's. */
export const followingOf = (order: OpenOrder): TrailingStop | undefined =>
  order.plan?.spot === undefined ? positionOf(order).stops.trailing : order.plan.spot.following

/** The take-profit trigger of a spot order with two legs. */
function otherLegTicks({ plan }: OpenOrder): number | undefined {
  if (plan?.spot === undefined) return undefined
  const { takeProfit, stopLoss } = plan.attachedTpsl?.legs ?? {}
  return stopLoss === undefined ? undefined : takeProfit?.triggerTicks
}

/** Registers a trailing stop: its activation price, then its trigger and every better price. */
function armTrailing(
  order: OpenOrder,
  { terms, isActive, extremeTicks, triggerTicks }: TrailingStop,
) {
  const { triggerIndex } = order.market
  const basis = 'LastPrice'
  const better = terms.sign === 1 ? 1 : 2
  const back = terms.sign === 1 ? 2 : 1
  const { activationTicks = 0 } = terms
  if (!isActive)
    return triggerIndex.set(order, { basis, direction: better, ticks: activationTicks })
  const next = extremeTicks + terms.sign
  if (triggerTicks <= 0) return triggerIndex.set(order, { basis, direction: better, ticks: next })
  return triggerIndex.set(order, { basis, direction: back, ticks: triggerTicks }, next)
}

/** Creates an order that closes a position or a part of it when triggered. */
export function newClosing(
  state: EngineState,
  position: PositionState,
  plan: ConditionalTerms,
  size: { readonly orderType: OrderType; readonly ticks: number; readonly lots: number },
): OpenOrder {
  const { account, market } = position
  const side: Side = position.sign === 1 ? 'Sell' : 'Buy'
  const command: PlaceOrder = {
    kind: 'PlaceOrder',
    account: account.id,
    symbol: market.instrument.symbol,
    side,
    orderType: size.orderType,
    timeInForce: size.orderType === 'Market' ? 'ImmediateOrCancel' : 'GoodTillCancel',
    qtyLots: qtyLots(size.lots),
    reduceOnly: true,
    closeOnTrigger: true,
    positionIdx: position.idx,
    linkId: '',
    // A protective order cancels the account's own resting orders instead of stopping at them.
    selfTrade: 'CancelMaker',
  }
  const order = newOrder(
    state,
    command,
    { account, market, limitTicks: size.ticks, lots: size.lots },
    plan,
  )
  startWaiting(state, order)
  return order
}
