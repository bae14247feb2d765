// Place, replace, cancel: the order's way through admission, book and fills.

import { spotHold } from '../../risk/spot-hold.ts'
import { orderId, type OrderId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { InstrumentKind } from '@basis/domain/instrument/instrument'
import {
  isFinal,
  orderStatuses,
  sideSign,
  type CancelType,
  type OrderStatus,
} from '@basis/domain/orders/order'
import type { Explanation } from '@basis/domain/margin/explanation'
import { maxOrderQty } from '@basis/domain/orders/order-rules'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import {
  admit,
  admitTriggered,
  isProblem,
  replacementProblem,
  type Admitted,
} from './pre-trade-checks.ts'
import { adopt, endAlgosOf, noteChildEnd, noteChildFill } from './algo-children.ts'
import { planOf, setAttachedTpsl } from './attached-tpsl.ts'
import type { CancelOrder, OrderName, PlaceOrder, ReplaceOrder } from '../../api/commands.ts'
import { fill } from './fills.ts'
import { lotsOfAmount } from '../../risk/draft-order.ts'
import { orderExplanation } from './rejections.ts'
import { allHoldings, positionOf } from '../../state/positions.ts'
import { invalidateSide } from '../../state/invalidation.ts'
import {
  contentOf,
  linkedId,
  linkedOrder,
  linkOrder,
  spendLink,
} from '../../state/client-order-ids.ts'
import {
  coinOf,
  orderRecord,
  type AccountState,
  type EngineState,
  type PositionState,
  type MarketState,
  type OpenOrder,
} from '../../state/state.ts'
import type { StopPlan } from '../../state/conditional-terms.ts'

/** What an order command came to. */
export type OrderAnswer = {
  readonly problem?: Problem
  /** Why, with the numbers, where whoever refused knows them and nobody else could. */
  readonly explanation?: Explanation | undefined
  readonly orderId?: OrderId
  /** The parent that was started or cancelled. */
  readonly algoId?: number
  /** What of an order that was split could not be placed. */
  readonly failedLots?: number
  /** Of a batch: the answer of each act, in their order. */
  readonly items?: readonly OrderAnswer[]
}

/**
 * Places an order, or refuses it with an `OrderRejected` of its own. `content` is what was asked
 * under the link id, where the order is only a part of it.
 */
export function placeOrder(
  state: EngineState,
  command: PlaceOrder,
  content: string = contentOf(command),
): OrderAnswer {
  const repeated = repeatedOrder(state, command, content)
  if (repeated !== undefined) return repeated
  const admitted = admit(state, command)
  if (isProblem(admitted)) return refuse(state, command, admitted)
  return { orderId: placeAdmitted(state, command, admitted, content).id }
}

/** Places an order that may enter; it may be final when this returns. */
export function placeAdmitted(
  state: EngineState,
  command: PlaceOrder,
  admitted: Admitted,
  content: string = contentOf(command),
): OpenOrder {
  const order = newOrder(state, command, admitted, planOf(command))
  linkOrder(order, content)
  if (admitted.quoteAmount !== undefined) {
    const most = maxOrderQty(order.market.instrument, 'Market')
    const { account, market, limitTicks } = admitted
    const buying = { table: state.table, account, market, limitTicks, selfTrade: order.selfTrade }
    const lots = lotsOfAmount(buying, admitted.quoteAmount)
    order.qtyLots = order.leavesLots = Math.min(lots, most)
  }
  state.events.push({ kind: 'OrderPlaced', order: orderRecord(order) })
  enter(state, order)
  return order
}

/** Returns the answer to an order whose link id was used before; undefined for a new one (O1). */
export function repeatedOrder(
  state: EngineState,
  command: PlaceOrder,
  content: string,
): OrderAnswer | undefined {
  const account = state.accounts.get(command.account)
  const known = account && linkedOrder(state, account, command.linkId)
  if (known === undefined) return undefined
  if (known.isOf(content)) return { orderId: known.orderId }
  return refuse(state, command, problem('orderLinkIdDuplicate', 'orderLinkId'))
}

/** Refuses an order, which gets a record of its own. */
export function refuse(state: EngineState, command: PlaceOrder, why: Problem): OrderAnswer {
  const explanation = orderExplanation(state, command, why)
  state.events.push({
    kind: 'OrderRejected',
    problem: why,
    ...(explanation === undefined ? {} : { explanation }),
    order: {
      id: orderId(0),
      linkId: command.linkId,
      account: command.account,
      symbol: command.symbol,
      side: command.side,
      orderType: command.orderType,
      timeInForce: command.timeInForce,
      priceTicks: command.priceTicks ?? priceTicks(0),
      qtyLots: command.qtyLots,
      leavesLots: qtyLots(0),
      filledLots: qtyLots(0),
      filledValue: amount(0n),
      fee: amount(0n),
      reduceOnly: command.reduceOnly,
      closeOnTrigger: command.closeOnTrigger,
      positionIdx: command.positionIdx,
      status: 'Rejected',
      closedPnl: amount(0n),
      createdMs: state.timeMs,
      updatedMs: state.timeMs,
      updateNo: 1,
    },
  })
  return { problem: why }
}

/** What a new order stands on: an admitted one, or one that waits and is admitted later. */
type Standing = Pick<Admitted, 'account' | 'market' | 'limitTicks' | 'lots'>

/** Makes an order known; it is neither told nor in the book yet. */
export function newOrder(
  state: EngineState,
  command: PlaceOrder,
  admitted: Standing,
  plan?: StopPlan,
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
    forced: false,
    algo: undefined,
    slot: -1,
    place: -1,
  }
  adopt(state, order)
  state.nextOrderId += 1
  state.table.put(ref, order)
  state.orders.set(order.id, order)
  return order
}

/** Matches an order that was just accepted or replaced, then lets it rest or ends it. */
function enter(state: EngineState, order: OpenOrder): void {
  const { timeInForce } = order
  if (timeInForce === 'PostOnly' && crosses(order)) return end(state, order, 'CancelByPostOnly')
  if (timeInForce === 'FillOrKill' && !isFillable(order, state))
    return end(state, order, 'CancelByFok')
  const stopped = match(state, order)
  if (order.leavesLots === 0) {
    if (isFinal(order.status)) return forget(state, order)
    return end(state, order, 'CancelByNoLiquidity')
  }
  if (stopped !== undefined) return end(state, order, stopped)
  if (order.orderType === 'Market') {
    return end(state, order, shortfallOf(order))
  }
  if (timeInForce !== 'GoodTillCancel' && timeInForce !== 'PostOnly') {
    return end(state, order, 'CancelByIoc')
  }
  rest(order)
  if (order.reduceOnly) trimReduceOnly(state, positionOf(order))
}

/** Why a market order found no more: nobody is there, or only beyond the price that protects it. */
function shortfallOf({ market, sign, priceTicks: bound, forced }: OpenOrder): CancelType {
  if (market.book.bestPrice(sign === 1 ? 1 : 0) < 0) return 'CancelByNoLiquidity'
  const edge = sign === 1 ? market.maxBuyTicks : market.minSellTicks
  const isOwnLimit = !forced && edge > 0 && (edge - bound) * sign > 0
  return isOwnLimit ? 'CancelBySlippage' : 'CancelByPriceBand'
}

function crosses(order: OpenOrder): boolean {
  const best = order.market.book.bestPrice(order.sign === 1 ? 1 : 0)
  return best >= 0 && (best - order.priceTicks) * order.sign <= 0
}

/** Would the whole order be filled now? Own orders count only where they may be traded with. */
function isFillable(order: OpenOrder, state: EngineState): boolean {
  const { book } = order.market
  const wanted = order.leavesLots
  if (order.selfTrade === 'None') {
    return book.fillable(order.sign === 1 ? 0 : 1, order.priceTicks, wanted) >= wanted
  }
  let found = 0
  let slot = book.best(order.sign === 1 ? 1 : 0)
  while (slot >= 0 && found < wanted) {
    if ((book.priceOf(slot) - order.priceTicks) * order.sign > 0) break
    const own = orderAt(state, book.refOf(slot)).account === order.account
    if (own && order.selfTrade !== 'CancelMaker') break
    if (!own) found += book.qtyOf(slot)
    slot = book.after(slot)
  }
  return found >= wanted
}

/** Trades with the other side while prices cross; says why it stopped early, if it did. */
function match(state: EngineState, order: OpenOrder): CancelType | undefined {
  const { book } = order.market
  const farSide = order.sign === 1 ? 1 : 0
  while (order.leavesLots > 0) {
    const slot = book.best(farSide)
    if (slot < 0 || (book.priceOf(slot) - order.priceTicks) * order.sign > 0) return undefined
    const maker = orderAt(state, book.refOf(slot))
    if (maker.account === order.account && order.selfTrade !== 'None') {
      const stop = preventSelfTrade(state, maker, order)
      if (stop) return 'CancelBySmp'
      continue
    }
    trade(state, maker, order, Math.min(order.leavesLots, maker.leavesLots))
  }
  return undefined
}

function orderAt(state: EngineState, ref: number): OpenOrder {
  const order = state.table.at(ref)
  if (order === undefined) throw new Error('Assertion failed: the book names an order that is')
  return order
}

/** Returns whether the incoming order stops here; a resting order that gives way is cancelled. */
function preventSelfTrade(state: EngineState, maker: OpenOrder, taker: OpenOrder): boolean {
  if (taker.selfTrade !== 'CancelTaker') end(state, maker, 'CancelBySmp')
  return taker.selfTrade !== 'CancelMaker'
}

function trade(state: EngineState, maker: OpenOrder, taker: OpenOrder, lots: number): void {
  const { book } = taker.market
  fill(state, maker, taker, lots)
  noteChildFill(state, maker, { ticks: maker.priceTicks, lots })
  noteChildFill(state, taker, { ticks: maker.priceTicks, lots })
  if (maker.leavesLots === 0) {
    leave(maker)
    forget(state, maker)
  } else book.reduce(maker.slot, maker.leavesLots)
  trimReduceOnly(state, positionOf(maker))
  trimReduceOnly(state, positionOf(taker))
}

/** Puts the order into the book, its holding's list and, in a spot market, its coins on hold. */
export function rest(order: OpenOrder): void {
  const { market, account } = order
  const side = order.sign === 1 ? 0 : 1
  order.slot = market.book.rest(side, order.priceTicks, order.leavesLots, order.ref)
  const holding = positionOf(order)
  const list = order.sign === 1 ? holding.buys : holding.sells
  order.place = list.length
  list.push(order)
  if (order.reduceOnly) holding.reduceOnlyOrders += 1
  invalidateSide(holding, order.sign, order.priceTicks, order.leavesLots)
  if (market.instrument.kind === 'Spot') coinOf(account, payCoin(order)).locked += spotHold(order)
}

/** Takes the order out of the book, the list and its hold. */
function leave(order: OpenOrder): void {
  const { market, account } = order
  if (order.slot < 0) return
  market.book.remove(order.slot)
  order.slot = -1
  const holding = positionOf(order)
  const list = order.sign === 1 ? holding.buys : holding.sells
  const last = list.pop()
  if (last !== undefined && last !== order) {
    list[order.place] = last
    last.place = order.place
  }
  order.place = -1
  if (order.reduceOnly) holding.reduceOnlyOrders -= 1
  invalidateSide(holding, order.sign)
  if (market.instrument.kind === 'Spot') coinOf(account, payCoin(order)).locked -= spotHold(order)
}

const payCoin = (order: OpenOrder): string =>
  order.side === 'Buy' ? order.market.instrument.quoteCoin : order.market.instrument.baseCoin

/** Ends an order before it is filled: out of the book, told, forgotten. */
export function end(state: EngineState, order: OpenOrder, why: CancelType): void {
  leave(order)
  if (order.plan !== undefined) stopWaiting(state, order)
  order.status = order.filledLots > 0 ? 'PartiallyFilledCanceled' : 'Cancelled'
  order.cancelType = why
  order.leavesLots = 0
  order.updatedMs = state.timeMs
  order.updateNo += 1
  state.events.push({ kind: 'OrderCanceled', order: orderRecord(order) })
  forget(state, order)
}

/** Takes an order from those that wait for a trigger, or for their turn after it. */
export function stopWaiting(state: EngineState, order: OpenOrder): void {
  order.market.watch.remove(order)
  state.triggers.due.delete(order)
  const { waiting } = positionOf(order)
  const at = waiting.indexOf(order)
  if (at >= 0) waiting.splice(at, 1)
}

/** Sends an order whose trigger was reached into the book, or cancels it where it may not enter. */
export function activate(state: EngineState, order: OpenOrder): void {
  const admitted = admitTriggered(state, order)
  if (isProblem(admitted)) return end(state, order, refusedAs(admitted))
  order.reduceOnly = order.reduceOnly || order.closeOnTrigger
  order.priceTicks = admitted.limitTicks
  order.qtyLots = order.leavesLots = admitted.lots
  order.status = 'New'
  order.updatedMs = state.timeMs
  order.updateNo += 1
  state.events.push({ kind: 'OrderTriggered', order: orderRecord(order) })
  enter(state, order)
}

function refusedAs({ name }: Problem): CancelType {
  if (name === 'reduceOnlyWithoutPosition') return 'CancelByReduceOnly'
  const isShort = name === 'insufficientBalance' || name === 'riskLimitExceeded'
  return isShort ? 'CancelByInsufficientMargin' : 'CancelByTriggerRefused'
}

/** Frees what the engine keeps of an order that is final. */
function forget(state: EngineState, order: OpenOrder): void {
  state.orders.delete(order.id)
  state.table.free(order.ref)
  spendLink(state, order.account, order.linkId, order.id)
  noteChildEnd(state, order)
  // Robots quote thousands of times an hour and never cancel late; people's orders stay known.
  if (order.account.role !== 'trader') return
  const { id, account } = order
  state.finals.keep({ id, account: account.id, status: orderStatuses.indexOf(order.status) })
}

/** Says what became of an account's order, if that is still known. */
function finalStatus(
  state: EngineState,
  account: AccountState,
  id: OrderId,
): OrderStatus | undefined {
  const final = state.finals.at(id)
  if (final === undefined || final.id !== id || final.account !== account.id) return undefined
  return orderStatuses[final.status]
}

/** Finds the account's open order by either id, or says what became of it (O5). */
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
  // Foreign and unknown ids get the same words.
  return status === undefined
    ? problem('orderNotFound', field)
    : problem('orderFinal', field, { status })
}

export function cancelOrder(state: EngineState, command: CancelOrder): OrderAnswer {
  const account = state.accounts.get(command.account)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  const order = findOrder(state, account, command.order)
  if (isProblem(order)) return { problem: order }
  end(state, order, 'CancelByUser')
  return { orderId: order.id }
}

/**
 * Cancels the account's open orders and those that wait for a trigger, oldest first: all, a
 * market's, a holding's or a kind's; the TP/SL of positions stay. Returns how many.
 */
export function cancelAll(
  state: EngineState,
  account: AccountState,
  why: CancelType,
  scope?: MarketState | InstrumentKind | PositionState,
): number {
  const doomed: OpenOrder[] = []
  const isMeant = (holding: PositionState): boolean =>
    scope === undefined ||
    scope === holding ||
    scope === holding.market ||
    scope === holding.market.instrument.kind
  endAlgosOf(state, account, why, scope)
  for (const holding of allHoldings(account)) {
    if (holding === undefined || !isMeant(holding)) continue
    doomed.push(...holding.buys, ...holding.sells)
    for (const order of holding.waiting) if (order.plan?.stopType === 'Stop') doomed.push(order)
  }
  for (const order of state.triggers.due) {
    if (order.account !== account || !isMeant(positionOf(order))) continue
    if (order.plan?.stopType === 'Stop') doomed.push(order)
  }
  doomed.sort((a, b) => a.id - b.id)
  for (const order of doomed) end(state, order, why)
  return doomed.length
}

/**
 * Changes price or quantity. Only a smaller quantity keeps the place in the queue; anything else
 * enters anew (D-36).
 */
export function replaceOrder(state: EngineState, command: ReplaceOrder): OrderAnswer {
  const account = state.accounts.get(command.account)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  const order = findOrder(state, account, command.order)
  if (isProblem(order)) return { problem: order }
  const wanted = {
    priceTicks: command.priceTicks ?? order.priceTicks,
    qtyLots: Math.min(command.qtyLots ?? order.qtyLots, mostLots(order)),
  }
  const samePrice = wanted.priceTicks === order.priceTicks
  const sameSize = samePrice && wanted.qtyLots === order.qtyLots
  if (sameSize && command.tpsl === undefined) return { problem: problem('orderUnchanged') }
  if (command.triggerTicks !== undefined) {
    return { problem: problem('triggerNotAllowed', 'triggerPrice') }
  }
  const wrong = sameSize ? undefined : replacementProblem(state, order, wanted)
  const misfit = wrong ?? setAttachedTpsl(order, command.tpsl, wanted)
  if (misfit !== undefined) return { problem: misfit }
  if (sameSize) {
    emitReplaced(state, order)
    return { orderId: order.id }
  }
  if (samePrice && wanted.qtyLots < order.qtyLots) {
    shrink(state, order, order.qtyLots - wanted.qtyLots)
    return { orderId: order.id }
  }
  leave(order)
  order.priceTicks = wanted.priceTicks
  order.qtyLots = wanted.qtyLots
  order.leavesLots = wanted.qtyLots - order.filledLots
  emitReplaced(state, order)
  enter(state, order)
  return { orderId: order.id }
}

/** The most an order may grow to: a reduce-only one by no more than there is to reduce (6.2). */
const mostLots = (order: OpenOrder): number =>
  order.reduceOnly ? order.filledLots + positionOf(order).sizeLots : Number.MAX_VALUE

/** Takes lots off a resting order, which keeps its place. */
function shrink(state: EngineState, order: OpenOrder, lots: number): void {
  const spot = order.market.instrument.kind === 'Spot'
  const before = spot ? spotHold(order) : 0n
  order.qtyLots -= lots
  order.leavesLots -= lots
  if (spot) coinOf(order.account, payCoin(order)).locked -= before - spotHold(order)
  order.market.book.reduce(order.slot, order.leavesLots)
  invalidateSide(positionOf(order), order.sign)
  emitReplaced(state, order)
}

export function emitReplaced(state: EngineState, order: OpenOrder): void {
  order.updatedMs = state.timeMs
  order.updateNo += 1
  state.events.push({ kind: 'OrderReplaced', order: orderRecord(order) })
}

/**
 * Keeps the sum of resting reduce-only orders within the position: the worst priced, newest ones
 * are trimmed or cancelled first (domain.md 6.2, D-33).
 */
function trimReduceOnly(state: EngineState, holding: PositionState): void {
  if (holding.reduceOnlyOrders === 0) return
  trimSide(state, holding, 1)
  trimSide(state, holding, -1)
}

function trimSide(state: EngineState, holding: PositionState, sign: 1 | -1): void {
  const orders = sign === 1 ? holding.buys : holding.sells
  const allowed = holding.sign === -sign ? holding.sizeLots : 0
  const reducing = orders.filter((order) => order.reduceOnly)
  let excess = -allowed
  for (const order of reducing) excess += order.leavesLots
  if (excess <= 0) return
  // Worst first: the buy that bids least, the sell that asks most; among equals the newest.
  reducing.sort((a, b) => (a.priceTicks - b.priceTicks) * sign || b.id - a.id)
  for (const order of reducing) {
    if (excess <= 0) return
    const cut = Math.min(excess, order.leavesLots)
    excess -= cut
    if (cut === order.leavesLots) end(state, order, 'CancelByReduceOnly')
    else shrink(state, order, cut)
  }
}

/**
 * An order that the house sends for an account in trouble: it reduces, at market, within the band.
 */
export function forceReduce(
  state: EngineState,
  holding: PositionState,
  lots: number,
  limitTicks: number,
): void {
  const { account, market } = holding
  const command: PlaceOrder = {
    kind: 'PlaceOrder',
    account: account.id,
    symbol: market.instrument.symbol,
    side: holding.sign === 1 ? 'Sell' : 'Buy',
    orderType: 'Market',
    timeInForce: 'ImmediateOrCancel',
    qtyLots: qtyLots(lots),
    reduceOnly: true,
    closeOnTrigger: true,
    positionIdx: holding.idx,
    linkId: '',
    selfTrade: 'CancelMaker',
  }
  const sign = sideSign(command.side)
  const admitted = { account, market, sign, limitTicks, lots, quoteAmount: undefined }
  const order = newOrder(state, command, admitted as Admitted)
  order.forced = true
  state.events.push({ kind: 'OrderPlaced', order: orderRecord(order) })
  enter(state, order)
}
