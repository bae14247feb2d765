// Open orders of an account: creation, insertion into the book and removal from it, reduction,
// lookup by id, and release once final.

import { freeze, hold, spotHold } from '../../risk/spot-hold.ts'
import { orderId, type AccountId, type OrderId } from '@basis/domain/numbers/brand'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import {
  orderStatuses,
  sideSign,
  type CancelType,
  type Order,
  type OrderStatus,
} from '@basis/domain/orders/order'
import type { Explanation } from '@basis/domain/margin/explanation'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import type { Admitted } from './pre-trade-checks.ts'
import { adopt, recordChildEnd } from './algo-children.ts'
import { recordGridFinal } from './grid-hooks.ts'
import type { OrderName, PlaceOrder } from '../../api/commands.ts'
import type { OrderCanceled } from '../../api/events.ts'
import { positionOf } from '../../state/positions.ts'
import { invalidateSide } from '../../state/invalidation.ts'
import { linkedId, spendLink } from '../../state/client-order-ids.ts'
import {
  orderRecord,
  type AccountState,
  type EngineState,
  type PositionState,
  type OpenOrder,
} from '../../state/state.ts'
import type { ConditionalTerms } from '../../state/conditional-terms.ts'
import { ownBookSide } from '../../order-book/order-book.ts'

/** The outcome of an order command. */
export type CommandResult = {
  readonly problem?: Problem
  /** Set by the refusing code if only it knows the numbers. */
  readonly explanation?: Explanation | undefined
  readonly orderId?: OrderId
  /** The parent order that was started or cancelled. */
  readonly algoId?: number
  /** The rule that was started or changed. */
  readonly ruleId?: number
  /** The copy-trading wallet that was opened or changed. */
  readonly wallet?: AccountId
  /** The lots of a split order that could not be placed. */
  readonly failedLots?: number
  /** The outcome of each operation of a batch, in order. */
  readonly items?: readonly CommandResult[]
}

/**
 * What a new order is made from: an admitted order, or a waiting one, which is admitted when it
 * triggers.
 */
type Standing = Pick<Admitted, 'account' | 'market' | 'limitTicks' | 'lots'>

/** Creates and registers an order; does not emit it or put it into the book. */
export function newOrder(
  state: EngineState,
  command: PlaceOrder,
  admitted: Standing,
  plan?: ConditionalTerms,
): OpenOrder {
  const ref = state.table.take()
  const order: OpenOrder = {
    id: orderId(state.nextOrderId),
    linkId: command.linkId,
    account: admitted.account,
    market: admitted.market,
    side: command.side,
    sign: sideSign(command.side),
    orderType: command.orderType,
    timeInForce: command.orderType === 'Market' ? 'ImmediateOrCancel' : command.timeInForce,
    reduceOnly: command.reduceOnly,
    closeOnTrigger: command.closeOnTrigger,
    positionIdx: command.positionIdx,
    isLeverage: command.isLeverage === true,
    isMmp: command.mmp === true,
    selfTrade: command.selfTrade,
    createdMs: state.timeMs,
    plan,
    stamp: 0,
    ref,
    priceTicks: admitted.limitTicks,
    qtyLots: admitted.lots,
    leavesLots: admitted.lots,
    filledLots: 0,
    filledValue: 0n,
    fee: 0n,
    closedPnl: 0n,
    status: 'New',
    cancelType: undefined,
    updatedMs: state.timeMs,
    updateNo: 1,
    isLiquidation: false,
    algo: undefined,
    entered: undefined,
    quoteAmount: command.quoteAmount,
    slippage: command.slippage,
    slot: -1,
    place: -1,
  }
  adopt(state, order)
  state.nextOrderId += 1
  state.table.put(ref, order)
  state.orders.set(order.id, order)
  return order
}

/** Puts the order into the book and its position's list; of a spot order also locks its coins. */
export function rest(order: OpenOrder): void {
  const { market } = order
  const side = ownBookSide(order.sign)
  order.slot = market.book.rest(side, order.priceTicks, order.leavesLots, order.ref)
  const position = positionOf(order)
  const list = order.sign === 1 ? position.buys : position.sells
  order.place = list.length
  list.push(order)
  if (order.reduceOnly) position.reduceOnlyOrders += 1
  invalidateSide(position, order, order.leavesLots)
  if (market.instrument.kind === 'Spot') hold(order, spotHold(order))
}

/** Removes the order from the book and the list, and releases its hold. */
export function removeFromBook(order: OpenOrder): void {
  const { market } = order
  if (order.slot < 0) return
  market.book.remove(order.slot)
  order.slot = -1
  const position = positionOf(order)
  const list = order.sign === 1 ? position.buys : position.sells
  const last = list.pop()
  if (last !== undefined && last !== order) {
    list[order.place] = last
    last.place = order.place
  }
  order.place = -1
  if (order.reduceOnly) position.reduceOnlyOrders -= 1
  invalidateSide(position, order, -order.leavesLots)
  if (market.instrument.kind === 'Spot') hold(order, -spotHold(order))
}

/** Why an order ended, if figures, a problem or another order decided. */
export type CancelDetails = Pick<OrderCanceled, 'problem' | 'explanation' | 'metId'>

/** Ends an order before it is filled: removes it from the book, emits and releases it. */
export function closeOrder(
  state: EngineState,
  order: OpenOrder,
  why: CancelType,
  because?: CancelDetails,
): void {
  const isWaiting = order.status === 'Untriggered'
  removeFromBook(order)
  if (order.plan !== undefined) stopWaiting(state, order)
  freeze(order, 0n)
  order.status = order.filledLots > 0 ? 'PartiallyFilledCanceled' : 'Cancelled'
  order.cancelType = why
  order.leavesLots = 0
  order.updatedMs = state.timeMs
  order.updateNo += 1
  const record = isWaiting ? untriggeredRecord(order) : orderRecord(order)
  state.events.push({ kind: 'OrderCanceled', order: record, ...because })
  releaseOrder(state, order)
}

/** The record of an order that ended while it waited for its trigger. */
function untriggeredRecord(order: OpenOrder): Order {
  const record = orderRecord(order)
  const { stop } = record
  return stop === undefined ? record : { ...record, stop: { ...stop, endedUntriggered: true } }
}

/** Removes an order from those that wait for a trigger, or for activation after it. */
export function stopWaiting(state: EngineState, order: OpenOrder): void {
  order.market.triggerIndex.remove(order)
  state.triggers.due.delete(order)
  const { waiting } = positionOf(order)
  const at = waiting.indexOf(order)
  if (at >= 0) waiting.splice(at, 1)
}

/** Releases what the engine stores for an order that is final. */
export function releaseOrder(state: EngineState, order: OpenOrder): void {
  state.orders.delete(order.id)
  state.table.free(order.ref)
  spendLink(state, order.account, order.linkId, order.id)
  recordChildEnd(state, order)
  recordGridFinal(state, order)
  // Only traders' orders are kept: robots send thousands an hour and never cancel a final one.
  if (order.account.role !== 'trader') return
  const { id, account } = order
  state.finals.keep({ id, account: account.id, status: orderStatuses.indexOf(order.status) })
}

/** Returns the final status of an account's order, if still known. */
function finalStatus(
  state: EngineState,
  account: AccountState,
  id: OrderId,
): OrderStatus | undefined {
  const final = state.finals.at(id)
  if (final === undefined || final.id !== id || final.account !== account.id) return undefined
  return orderStatuses[final.status]
}

/** Returns the account's open order by either id, or the problem with its final status (O5). */
export function findOrder(
  state: EngineState,
  account: AccountState,
  name: OrderName,
): OpenOrder | Problem {
  const id = name.orderId ?? linkedId(state, account, name.linkId)
  const field = name.orderId === undefined ? 'orderLinkId' : 'orderId'
  if (id === undefined) return problem('orderNotFound', field)
  const order = state.orders.get(id)
  if (order !== undefined && order.account === account) return order
  const status = finalStatus(state, account, id)
  // Ids of other accounts and unknown ids get the same answer.
  return status === undefined
    ? problem('orderNotFound', field)
    : problem('orderFinal', field, { status })
}

/** Returns a resting order by its place in the table. */
export function orderAt(state: EngineState, ref: number): OpenOrder {
  const order = state.table.at(ref)
  if (order === undefined) throw new Error('Assertion failed: the book names an order that is')
  return order
}

/** Stores the order's original terms before its first change. */
export function keepEntered(order: OpenOrder): void {
  order.entered ??= {
    priceTicks: priceTicks(order.priceTicks),
    qtyLots: qtyLots(order.qtyLots),
    triggerTicks: priceTicks(order.plan?.trigger?.ticks ?? 0),
  }
}

/** Reduces a resting order by lots; it keeps its queue position. */
export function reduceQty(state: EngineState, order: OpenOrder, lots: number): void {
  const spot = order.market.instrument.kind === 'Spot'
  const before = spot ? spotHold(order) : 0n
  keepEntered(order)
  order.qtyLots -= lots
  order.leavesLots -= lots
  if (spot) hold(order, spotHold(order) - before)
  order.market.book.reduce(order.slot, order.leavesLots)
  invalidateSide(positionOf(order), order)
  emitReplaced(state, order)
}

export function emitReplaced(state: EngineState, order: OpenOrder): void {
  order.updatedMs = state.timeMs
  order.updateNo += 1
  state.events.push({ kind: 'OrderReplaced', order: orderRecord(order) })
}

/**
 * Limits the sum of resting reduce-only orders to the position's size: the worst priced, newest
 * ones are reduced or cancelled first (rules 6.2, D-33).
 */
export function trimReduceOnly(state: EngineState, position: PositionState): void {
  if (position.reduceOnlyOrders === 0) return
  trimSide(state, position, 1)
  trimSide(state, position, -1)
}

/** Worst price first: the lowest buy, the highest sell; at equal prices the newest. */
export const worstFirst =
  (sign: 1 | -1) =>
  (a: OpenOrder, b: OpenOrder): number =>
    (a.priceTicks - b.priceTicks) * sign || b.id - a.id

function trimSide(state: EngineState, position: PositionState, sign: 1 | -1): void {
  const orders = sign === 1 ? position.buys : position.sells
  const allowed = position.sign === -sign ? position.sizeLots : 0
  const reducing = orders.filter((order) => order.reduceOnly)
  let excess = -allowed
  for (const order of reducing) excess += order.leavesLots
  if (excess <= 0) return
  reducing.sort(worstFirst(sign))
  for (const order of reducing) {
    if (excess <= 0) return
    const cut = Math.min(excess, order.leavesLots)
    excess -= cut
    if (cut === order.leavesLots) closeOrder(state, order, 'CancelByReduceOnly')
    else reduceQty(state, order, cut)
  }
}
