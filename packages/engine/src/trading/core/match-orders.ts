// Matches an incoming order: price-time priority against the opposite side, self-trade prevention,
// and what happens to the remainder (rules 8.3, 8.4).

import { isComing } from '@basis/domain/instrument/instrument'
import { qtyLots } from '@basis/domain/numbers/fixed'
import { isFinal, type CancelType } from '@basis/domain/orders/order'
import type { Problem } from '@basis/domain/instrument/problems'
import { admitTriggered, isProblem } from './pre-trade-checks.ts'
import { cancelExplanation } from './cancel-explanations.ts'
import { refusalExplanation } from './rejections.ts'
import { recordChildFill } from './algo-children.ts'
import type { PlaceOrder } from '../../api/commands.ts'
import { thirdRules } from '../../api/rules-version.ts'
import { fillable } from './fill-or-kill.ts'
import { fill } from './fills.ts'
import { applyMmp } from './mmp.ts'
import { coinsShort, ownLots, paidFor, payableLots, poolShort } from '../../risk/loans.ts'
import { freeze } from '../../risk/spot-hold.ts'
import { positionOf } from '../../state/positions.ts'
import {
  orderRecord,
  type EngineState,
  type PositionState,
  type OpenOrder,
} from '../../state/state.ts'
import {
  newOrder,
  rest,
  removeFromBook,
  closeOrder,
  orderAt,
  releaseOrder,
  trimReduceOnly,
  type CancelDetails,
} from './open-orders.ts'
import { oppositeBookSide } from '../../order-book/order-book.ts'

/**
 * Matches an order that was just accepted or replaced, then rests or ends it. Market-maker
 * protection that reached a limit acts only afterwards, so that it cannot interrupt the matching.
 */
export function matchThenRest(state: EngineState, order: OpenOrder): void {
  matchOrEnd(state, order)
  if (state.mmpReached.size > 0) applyMmp(state)
}

function matchOrEnd(state: EngineState, order: OpenOrder): void {
  const { timeInForce } = order
  if (isComing(order.market.instrument)) return collect(state, order)
  if (timeInForce === 'PostOnly' && crosses(order)) return end(state, order, 'CancelByPostOnly')
  if (timeInForce === 'FillOrKill') {
    const found = fillable(state, order)
    if (found < order.leavesLots) return end(state, order, 'CancelByFok', found)
  }
  const stopped = match(state, order)
  if (order.leavesLots === 0) {
    if (isFinal(order.status)) return releaseOrder(state, order)
    return closeOrder(state, order, 'CancelByNoLiquidity')
  }
  if (stopped !== undefined) return closeOrder(state, order, stopped.why, stopped.because)
  if (order.orderType === 'Market') {
    return end(state, order, shortfallOf(order))
  }
  if (timeInForce !== 'GoodTillCancel' && timeInForce !== 'PostOnly') {
    return end(state, order, 'CancelByIoc')
  }
  rest(order)
  if (order.reduceOnly) trimReduceOnly(state, positionOf(order))
}

/** Adds an order to the call auction; self-trade prevention is applied now. */
function collect(state: EngineState, order: OpenOrder): void {
  const { buys, sells } = positionOf(order)
  const far = order.selfTrade === 'None' ? [] : order.sign === 1 ? sells : buys
  const met = far.filter(({ priceTicks }) => (priceTicks - order.priceTicks) * order.sign <= 0)
  for (const own of met) {
    const stop = preventSelfTrade(state, own, order)
    if (stop !== undefined) return closeOrder(state, order, stop.why, stop.because)
  }
  rest(order)
}

/** Ends an order that a rule does not let rest or match on, with the figures that decided. */
function end(state: EngineState, order: OpenOrder, why: CancelType, foundLots?: number): void {
  const explanation = cancelExplanation(order, why, foundLots)
  closeOrder(state, order, why, explanation && { explanation })
}

/** Why a market order stopped: the opposite side is empty, or beyond its protective price. */
function shortfallOf({ market, sign, priceTicks: bound, isLiquidation }: OpenOrder): CancelType {
  if (market.book.bestPrice(oppositeBookSide(sign)) < 0) return 'CancelByNoLiquidity'
  const edge = sign === 1 ? market.maxBuyTicks : market.minSellTicks
  const isOwnLimit = !isLiquidation && edge > 0 && (edge - bound) * sign > 0
  return isOwnLimit ? 'CancelBySlippage' : 'CancelByPriceBand'
}

function crosses(order: OpenOrder): boolean {
  const best = order.market.book.bestPrice(oppositeBookSide(order.sign))
  return best >= 0 && (best - order.priceTicks) * order.sign <= 0
}

/** Why matching stopped although the order has lots left and prices still cross. */
type Stop = { readonly why: CancelType; readonly because: CancelDetails }

/** Trades with the opposite side while prices cross; returns why it stopped early, if it did. */
function match(state: EngineState, order: OpenOrder): Stop | undefined {
  const { book } = order.market
  const farSide = oppositeBookSide(order.sign)
  // Whether an order that it was checked against could not be paid, so that prices are worse.
  let isThinned = false
  while (order.leavesLots > 0) {
    const slot = book.best(farSide)
    if (slot < 0 || (book.priceOf(slot) - order.priceTicks) * order.sign > 0) {
      return isThinned ? restStop(order) : undefined
    }
    const maker = orderAt(state, book.refOf(slot))
    if (maker.account === order.account && order.selfTrade !== 'None') {
      const stop = preventSelfTrade(state, maker, order)
      if (stop !== undefined) return stop
      continue
    }
    const wanted = Math.min(order.leavesLots, maker.leavesLots)
    if (!maker.isLeverage && !order.isLeverage && !isThinned) {
      trade(state, maker, order, wanted)
      continue
    }
    const ticks = maker.priceTicks
    const made = payableLots(maker, { ticks, lots: wanted })
    // Before the third rules the order went on at the worse prices, whatever its account had.
    isThinned ||= made < wanted && state.rulesVersion.present >= thirdRules
    if (made === 0) {
      // The loan pool was used up while the order rested: the order is cancelled.
      closeOrder(state, maker, 'CancelByInsufficientMargin', { problem: poolShort(maker) })
      continue
    }
    const own = isThinned ? ownLots(order, { ticks, lots: made }) : made
    if (own === 0) return unpaidStop(order, ticks)
    const lots = payableLots(order, { ticks, lots: own })
    if (lots === 0) {
      return { why: 'CancelByInsufficientMargin', because: { problem: poolShort(order) } }
    }
    trade(state, maker, order, lots)
  }
  return undefined
}

/** Why an order stops that has spent its coins, or its amount, which is cancelled like any rest. */
function unpaidStop(order: OpenOrder, ticks: number): Stop {
  const { quoteAmount, filledValue } = order
  const isAmount = quoteAmount !== undefined && quoteAmount - filledValue < paidFor(order, ticks, 1)
  if (isAmount) return { why: 'CancelByNoLiquidity', because: {} }
  return { why: 'CancelByInsufficientMargin', because: { problem: coinsShort(order, ticks) } }
}

/** Stops an order that would rest for more than its account can pay. */
function restStop(order: OpenOrder): Stop | undefined {
  const { timeInForce, priceTicks: ticks, leavesLots: lots } = order
  if (timeInForce !== 'GoodTillCancel' || ownLots(order, { ticks, lots }) === lots) return undefined
  return unpaidStop(order, ticks)
}

/**
 * Applies self-trade prevention: may cancel the resting order; returns why the incoming one stops,
 * if it does.
 */
function preventSelfTrade(
  state: EngineState,
  maker: OpenOrder,
  taker: OpenOrder,
): Stop | undefined {
  const why = 'CancelBySmp'
  if (taker.selfTrade !== 'CancelTaker') closeOrder(state, maker, why, { metId: taker.id })
  return taker.selfTrade === 'CancelMaker' ? undefined : { why, because: { metId: maker.id } }
}

/** Reduces a resting order in the book after a fill, or removes a filled one. */
export function shrinkInBook(state: EngineState, order: OpenOrder): void {
  if (order.leavesLots > 0) return order.market.book.reduce(order.slot, order.leavesLots)
  removeFromBook(order)
  releaseOrder(state, order)
}

function trade(state: EngineState, maker: OpenOrder, taker: OpenOrder, lots: number): void {
  fill(state, { maker, taker }, lots)
  recordChildFill(state, maker, { ticks: maker.priceTicks, lots })
  recordChildFill(state, taker, { ticks: maker.priceTicks, lots })
  shrinkInBook(state, maker)
  trimReduceOnly(state, positionOf(maker))
  trimReduceOnly(state, positionOf(taker))
}

/** Sends a triggered order into the book, or cancels it if it is not admitted. */
export function activate(state: EngineState, order: OpenOrder): void {
  // The frozen coins are released first: they are what the order may now spend.
  const frozen = order.plan?.spot?.frozen ?? 0n
  freeze(order, 0n)
  const admitted = admitTriggered(state, order, frozen)
  if (isProblem(admitted)) {
    return closeOrder(state, order, refusedAs(admitted), refusalOf(state, order, admitted))
  }
  order.reduceOnly = order.reduceOnly || order.closeOnTrigger
  order.priceTicks = admitted.limitTicks
  order.qtyLots = order.leavesLots = admitted.lots
  order.status = 'New'
  order.updatedMs = state.timeMs
  order.updateNo += 1
  state.events.push({ kind: 'OrderTriggered', order: orderRecord(order) })
  matchThenRest(state, order)
}

/** Why a triggered order is not admitted; undefined for robots, which have no history. */
function refusalOf(
  state: EngineState,
  order: OpenOrder,
  problem: Problem,
): CancelDetails | undefined {
  const { account, market, side, orderType, positionIdx, leavesLots: lots } = order
  if (account.role !== 'trader') return undefined
  const { symbol } = market.instrument
  const asked = { symbol, side, orderType, positionIdx, qtyLots: lots }
  const explanation = refusalExplanation(state, account.id, asked, problem)
  return explanation === undefined ? { problem } : { problem, explanation }
}

function refusedAs({ name }: Problem): CancelType {
  if (name === 'reduceOnlyWithoutPosition') return 'CancelByReduceOnly'
  const isShort = name === 'insufficientBalance' || name === 'riskLimitExceeded'
  return isShort ? 'CancelByInsufficientMargin' : 'CancelByTriggerRefused'
}

/** Places a liquidation order for an account: reduce-only, at market, within the price band. */
export function placeLiquidationOrder(
  state: EngineState,
  position: PositionState,
  lots: number,
  limitTicks: number,
): void {
  const { account, market } = position
  const command: PlaceOrder = {
    kind: 'PlaceOrder',
    account: account.id,
    symbol: market.instrument.symbol,
    side: position.sign === 1 ? 'Sell' : 'Buy',
    orderType: 'Market',
    timeInForce: 'ImmediateOrCancel',
    qtyLots: qtyLots(lots),
    reduceOnly: true,
    closeOnTrigger: true,
    positionIdx: position.idx,
    linkId: '',
    selfTrade: 'CancelMaker',
  }
  const order = newOrder(state, command, { account, market, limitTicks, lots })
  order.isLiquidation = true
  state.events.push({ kind: 'OrderPlaced', order: orderRecord(order) })
  matchThenRest(state, order)
}
