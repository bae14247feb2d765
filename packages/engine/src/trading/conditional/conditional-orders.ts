// Conditional orders: placed without margin, changed and cancelled while they wait (rules 8.3); and
// the dispatch of replacements and cancellations by the kind of order.

import { priceTicks, qtyLots, type PriceTicks } from '@basis/domain/numbers/fixed'
import { maxOrderQty, orderProblem, priceProblem } from '@basis/domain/orders/order-rules'
import { triggerProblem } from '@basis/domain/orders/trigger'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { isProblem, placeOf } from '../core/pre-trade-checks.ts'
import {
  attachedTpslOf,
  attachedTpslProblem,
  movedProblem,
  setAttachedTpsl,
  trailingMisfit,
  trailingTermsOf,
} from '../core/attached-tpsl.ts'
import type { CancelOrder, PlaceOrder, ReplaceOrder } from '../../api/commands.ts'
import { cancelOrder, refuse, repeatedOrder, replaceOrder } from '../core/order-entry.ts'
import {
  findOrder,
  keepEntered,
  newOrder,
  emitReplaced,
  type CommandResult,
} from '../core/open-orders.ts'
import { conditionalOrders, positionOf } from '../../state/positions.ts'
import { ticksAround } from '../../state/price-moves.ts'
import { withImpliedReduceOnly } from '../../state/position-mode.ts'
import { contentOf, linkOrder } from '../../state/client-order-ids.ts'
import {
  type AccountState,
  type EngineState,
  type MarketState,
  type OpenOrder,
} from '../../state/state.ts'
import { dropTrailing, setTpsl, withoutEntry } from './tpsl-orders.ts'
import { replaceLeg } from './set-tpsl.ts'
import { rearm, startWaiting } from './pending-triggers.ts'
import { replaceSpotPlan } from './spot-plans.ts'

/** The maximum of an account's waiting conditional orders in one symbol (rules 8.3). */
const maxConditionalOrders = 10

/** Places an order that waits for its trigger, or refuses it with an `OrderRejected`. */
export function placeConditional(state: EngineState, asked: PlaceOrder): CommandResult {
  const command = withImpliedReduceOnly(asked)
  const content = contentOf(state, command)
  const repeated = repeatedOrder(state, command, content)
  if (repeated !== undefined) return repeated
  const place = placeOf(state, command)
  if (isProblem(place)) return refuse(state, command, place)
  const { account, market } = place
  const { trigger } = command
  if (trigger === undefined) return refuse(state, command, problem('priceInvalid', 'triggerPrice'))
  const wrong = conditionalProblem(account, market, { ...command, trigger })
  if (wrong !== undefined) return refuse(state, command, wrong)
  const standing = {
    account,
    market,
    limitTicks: command.priceTicks ?? 0,
    lots: command.qtyLots,
  }
  const order = newOrder(state, command, standing, {
    stopType: 'Stop',
    trigger: { ticks: trigger.priceTicks, basis: trigger.basis, direction: trigger.direction },
    attachedTpsl: attachedTpslOf(command.tpsl),
    leg: undefined,
    entryId: 0,
    parentId: 0,
    ...trailingTermsOf(command),
  })
  linkOrder(order, content)
  startWaiting(state, order)
  return { orderId: order.id }
}

type Conditional = PlaceOrder & { readonly trigger: NonNullable<PlaceOrder['trigger']> }

function conditionalProblem(
  account: AccountState,
  market: MarketState,
  command: Conditional,
): Problem | undefined {
  const { instrument } = market
  if (instrument.kind === 'Spot') return problem('triggerNotAllowed', 'triggerPrice')
  const { trigger, tpsl, side } = command
  if (command.slippage !== undefined) return problem('slippageWithTrigger', 'maxSlippage')
  const current = currentTicks(market, trigger)
  const wrong = triggerProblem(instrument, { ...trigger, current }) ?? sizeProblem(market, command)
  if (wrong !== undefined) return wrong
  const isReducing = command.reduceOnly || command.closeOnTrigger
  const misfit =
    tpsl === undefined
      ? undefined
      : attachedTpslProblem(market, tpsl, {
          side,
          lots: command.qtyLots,
          priceTicks: command.priceTicks ?? trigger.priceTicks,
          isReducing,
          isWaiting: true,
        })
  const loose = trailingMisfit(market, command, command.priceTicks ?? trigger.priceTicks)
  if (misfit !== undefined || loose !== undefined) return misfit ?? loose
  if (conditionalOrders(account, market) < maxConditionalOrders) return undefined
  return problem('tooManyStopOrders', 'symbol', { max: String(maxConditionalOrders) })
}

/**
 * A quantity above the maximum is split when it triggers (spec 5); closing a whole position has no
 * quantity.
 */
function sizeProblem({ instrument }: MarketState, command: Conditional): Problem | undefined {
  const { orderType, side, priceTicks: price, reduceOnly, closeOnTrigger } = command
  if (reduceOnly && closeOnTrigger && command.qtyLots === 0) {
    if (orderType === 'Market') return undefined
    return price === undefined ? problem('priceRequired', 'price') : priceProblem(instrument, price)
  }
  const most = maxOrderQty(instrument, orderType)
  const lots = Number.isSafeInteger(command.qtyLots) ? Math.min(command.qtyLots, most) : -1
  return orderProblem(
    instrument,
    { orderType, side, priceTicks: price, qtyLots: qtyLots(lots), reduceOnly },
    command.trigger.priceTicks,
  )
}

/**
 * Returns the current price of a trigger's basis, as the tick that the trigger must be beyond;
 * undefined if there is no price.
 */
function currentTicks(
  market: MarketState,
  { basis, direction }: Pick<Conditional['trigger'], 'basis' | 'direction'>,
): PriceTicks | undefined {
  const { floor, roof } = ticksAround(market, basis)
  if (roof === 0) return undefined
  return priceTicks(direction === 1 ? floor : roof)
}

/** Replaces a resting or waiting order. */
export function replaceAny(state: EngineState, command: ReplaceOrder): CommandResult {
  const account = state.accounts.get(command.account)
  const order = account === undefined ? undefined : findOrder(state, account, command.order)
  if (order === undefined || isProblem(order)) return replaceOrder(state, command)
  // A child may be moved or reduced; if it grew, its parent would fill more than its quantity.
  if (order.algo !== undefined && (command.qtyLots ?? 0) > order.qtyLots) {
    return { problem: problem('commandRefused', 'qty') }
  }
  if (order.plan?.trigger === undefined) return replaceOrder(state, command)
  if (order.status === 'Triggered') {
    return { problem: problem('orderFinal', 'orderId', { status: order.status }) }
  }
  if (order.status !== 'Untriggered') return replaceOrder(state, command)
  if (order.plan.spot !== undefined) return replaceSpotPlan(state, order, command)
  if (order.plan.stopType === 'TrailingStop') {
    return { problem: problem('triggerNotAllowed', 'triggerPrice') }
  }
  if (order.plan.leg !== undefined) return replaceLeg(state, order, command)
  return replaceConditional(state, order, command)
}

function replaceConditional(
  state: EngineState,
  order: OpenOrder,
  command: ReplaceOrder,
): CommandResult {
  const { priceTicks: price, qtyLots: qty, triggerTicks, tpsl } = command
  const { market, plan } = order
  const trigger = plan?.trigger
  if (plan === null || plan === undefined || trigger === undefined) return {}
  if (order.orderType === 'Market' && price !== undefined) {
    return { problem: problem('priceNotAllowed', 'price') }
  }
  const limit = price ?? order.priceTicks
  const lots = qty ?? order.qtyLots
  const ticks = triggerTicks ?? trigger.ticks
  const isMoved = ticks !== trigger.ticks
  if (!isMoved && limit === order.priceTicks && lots === order.qtyLots && tpsl === undefined) {
    return { problem: problem('orderUnchanged') }
  }
  const asked: Conditional = {
    ...commandOf(order),
    ...(order.orderType === 'Market' ? {} : { priceTicks: priceTicks(limit) }),
    qtyLots: qtyLots(lots),
    trigger: { priceTicks: priceTicks(ticks), basis: trigger.basis, direction: trigger.direction },
  }
  const current = isMoved ? currentTicks(market, trigger) : undefined
  const wrong =
    (isMoved ? triggerProblem(market.instrument, { ...asked.trigger, current }) : undefined) ??
    sizeProblem(market, asked) ??
    movedProblem(state, order, command) ??
    setAttachedTpsl(order, tpsl, { priceTicks: limit, qtyLots: lots })
  if (wrong !== undefined) return { problem: wrong }
  keepEntered(order)
  order.priceTicks = limit
  order.qtyLots = order.leavesLots = lots
  plan.trigger = { ...trigger, ticks }
  if (isMoved) rearm(state, order)
  emitReplaced(state, order)
  return { orderId: order.id }
}

/** The command that would place the order as it is now. */
const commandOf = (order: OpenOrder): PlaceOrder => ({
  kind: 'PlaceOrder',
  account: order.account.id,
  symbol: order.market.instrument.symbol,
  side: order.side,
  orderType: order.orderType,
  timeInForce: order.timeInForce,
  qtyLots: qtyLots(order.qtyLots),
  reduceOnly: order.reduceOnly,
  closeOnTrigger: order.closeOnTrigger,
  positionIdx: order.positionIdx,
  linkId: order.linkId,
  selfTrade: order.selfTrade,
})

/** Cancels a resting or waiting order; for TP/SL the leg, or with `entry` both legs. */
export function cancelAny(state: EngineState, command: CancelOrder): CommandResult {
  const account = state.accounts.get(command.account)
  const order = account === undefined ? undefined : findOrder(state, account, command.order)
  if (order === undefined || isProblem(order) || order.status !== 'Untriggered') {
    return cancelOrder(state, command)
  }
  const { plan } = order
  const position = positionOf(order)
  if (plan?.spot !== undefined) return cancelOrder(state, command)
  if (plan?.stopType === 'TrailingStop') dropTrailing(state, position, 'CancelByUser')
  else if (plan?.leg === undefined) return cancelOrder(state, command)
  else {
    const only = command.entry === true ? undefined : plan.leg
    const next = withoutEntry(position.stops.tpsl, plan.entryId, only)
    setTpsl(state, position, next, 'CancelByUser')
  }
  return { orderId: order.id }
}
