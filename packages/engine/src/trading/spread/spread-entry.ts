// Places, replaces and cancels orders of combinations (rules 20.2, 20.3; reliability O1).

import { orderId } from '@basis/domain/numbers/brand'
import { qtyLots } from '@basis/domain/numbers/fixed'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { orderStatuses, sideSign } from '@basis/domain/orders/order'
import { linkIdProblem } from '@basis/domain/orders/order-rules'
import { spreadStatus, type SpreadTicks } from '@basis/domain/spread/combination'
import { orderNumbers, spreadOrderProblem, formatSpreadQty } from '@basis/domain/spread/order'
import { thirdRules } from '../../api/rules-version.ts'
import type { OrderName, PlaceSpread, ReplaceSpread, SpreadCommand } from '../../api/commands.ts'
import { lockProblem } from '../../risk/order-margin.ts'
import {
  bandNow,
  expectedTicks,
  holdOf,
  holdProblem,
  modeProblem,
} from '../../risk/spread-margin.ts'
import { keepLink, linkedId, linkedOrder } from '../../state/client-order-ids.ts'
import { noHold, spreadOfBook } from '../../state/spreads/spread.ts'
import type { OpenSpreadOrder, SpreadMarket } from '../../risk/spread-orders.ts'
import { combinationNow, setHold, spreadOrdersOf, spreadRecord } from '../../risk/spread-orders.ts'
import type { AccountState, EngineState } from '../../state/state.ts'
import type { CommandResult } from '../core/open-orders.ts'
import { closeSpread, leaveBook } from '../core/spread-closing.ts'
import { freePart, matchThenRest } from './match-spreads.ts'
import { spreadExplanation } from './rejections.ts'
import { oppositeBookSide, type BookSide } from '../../order-book/order-book.ts'

export function spreadCommand(state: EngineState, command: SpreadCommand): CommandResult {
  const account = state.accounts.get(command.account)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  switch (command.kind) {
    case 'PlaceSpread':
      return place(state, account, command)
    case 'ReplaceSpread':
      return replace(state, account, command)
    case 'CancelSpread': {
      const order = findSpread(state, account, command.order)
      if ('name' in order) return { problem: order }
      closeSpread(state, order, 'CancelByUser')
      return { orderId: order.id }
    }
    case 'CancelAllSpreads': {
      const { symbol } = command
      if (symbol !== undefined && !state.spreads.markets.has(symbol)) {
        return { problem: problem('instrumentUnknown', 'symbol') }
      }
      for (const order of spreadOrdersOf(state, account)) {
        const isMeant = symbol === undefined || order.market.combination.symbol === symbol
        if (isMeant) closeSpread(state, order, 'CancelByUser')
      }
      return {}
    }
  }
}

/** The maximum of an account's resting orders in one combination. */
const maxRestingOrders = 50

function place(state: EngineState, account: AccountState, command: PlaceSpread): CommandResult {
  const content = contentOf(command)
  const known = linkedOrder(state, account, command.linkId)
  if (known !== undefined) {
    if (known.isOf(content)) return { orderId: known.orderId }
    return { problem: problem('orderLinkIdDuplicate', 'orderLinkId') }
  }
  const unnamed = linkIdProblem(command.linkId)
  if (unnamed !== undefined) return { problem: unnamed }
  const market = state.spreads.markets.get(command.symbol)
  if (market === undefined) return { problem: problem('instrumentUnknown', 'symbol') }
  const wrong = entryProblem(state, { account, market }, command)
  if (wrong !== undefined) {
    const explanation = spreadExplanation(combinationNow(market), command, wrong)
    return { problem: wrong, explanation }
  }
  const order = newSpread(state, { account, market }, command)
  keepLink(account, order.linkId, { orderId: order.id, content })
  state.events.push({ kind: 'SpreadOrderChanged', spread: spreadRecord(order) })
  matchThenRest(state, order)
  return { orderId: order.id }
}

const contentOf = (command: PlaceSpread): string => {
  const { symbol, side, orderType, timeInForce, priceTicks, qtyLots: qty } = command
  return `${symbol} ${side} ${orderType} ${timeInForce} ${priceTicks ?? '-'} ${qty}`
}

type Place = {
  readonly account: AccountState
  readonly market: SpreadMarket
  /** The order that a new one replaces: it does not count towards the maximum. */
  readonly replaced?: OpenSpreadOrder | undefined
}

/** Returns the first problem of a new order; changes nothing. */
export function entryProblem(
  state: EngineState,
  { account, market, replaced }: Place,
  asked: Asked,
): Problem | undefined {
  const status = statusNow(state, market)
  if (status !== 'Trading') return problem('instrumentNotTrading', 'symbol', { status })
  const combination = combinationNow(market)
  const wrong =
    spreadOrderProblem(combination, asked, bandNow(market)) ?? modeProblem(account, market)
  if (wrong !== undefined) return wrong
  if (hasTooManyOrders(state, { account, market, replaced })) {
    const max = String(maxRestingOrders)
    return problem('tooManyOrders', 'symbol', { max, scope: 'this symbol' })
  }
  const sign = sideSign(asked.side)
  const price = asked.priceTicks ?? expectedTicks(market, bestOf(market, oppositeBookSide(sign)))
  const hold = holdOf(account, market, { sign, price, lots: asked.qtyLots })
  const short = holdProblem(account, hold, market)
  // Before the third rules it was not considered that locked coins do not hedge (10.2).
  const isThird = state.rulesVersion.present >= thirdRules
  if (short !== undefined || !isThird || hold.coins === 0n || endsAtOnce(asked)) return short
  return lockProblem(account, hold.coin, { more: hold.coins, besides: hold.margin })
}

type Asked = Pick<PlaceSpread, 'side' | 'orderType' | 'priceTicks' | 'qtyLots'> &
  Partial<Pick<PlaceSpread, 'timeInForce'>>

/** Whether the order locks nothing, because it cannot rest. */
const endsAtOnce = ({ orderType, timeInForce }: Asked): boolean =>
  orderType === 'Market' || timeInForce === 'ImmediateOrCancel' || timeInForce === 'FillOrKill'

function hasTooManyOrders({ spreads }: EngineState, { account, market, replaced }: Place): boolean {
  let resting = 0
  for (const order of spreads.orders.values()) {
    if (order === replaced) continue
    if (order.account === account && order.market === market) resting += 1
  }
  return resting >= maxRestingOrders
}

/** Returns the status of a combination now. */
export const statusNow = ({ timeMs }: EngineState, { combination, far, near }: SpreadMarket) =>
  spreadStatus(combination, [far.instrument.status, near.instrument.status], timeMs)

/** Returns the best price of a side of the book. */
export function bestOf({ book }: SpreadMarket, side: BookSide): SpreadTicks | undefined {
  const best = book.bestPrice(side)
  return best < 0 ? undefined : spreadOfBook(best)
}

function newSpread(
  state: EngineState,
  { account, market }: Place,
  command: PlaceSpread,
): OpenSpreadOrder {
  const { spreads } = state
  const { side, orderType, linkId, selfTrade } = command
  const sign = sideSign(side)
  const band = bandNow(market)
  const edge = sign === 1 ? band?.high : band?.low
  const priceTicks = command.priceTicks ?? edge
  if (priceTicks === undefined) throw new Error('Assertion failed: an order in a band has a price')
  const order: OpenSpreadOrder = {
    id: orderId(state.nextOrderId),
    linkId,
    account,
    market,
    side,
    sign,
    orderType,
    timeInForce: orderType === 'Market' ? marketTime(command) : command.timeInForce,
    selfTrade,
    createdMs: state.timeMs,
    ref: spreads.table.take(),
    priceTicks,
    qtyLots: command.qtyLots,
    leavesLots: command.qtyLots,
    filledLots: 0,
    filledValue: 0n,
    fees: new Map(),
    status: 'New',
    cancelType: undefined,
    updatedMs: state.timeMs,
    updateNo: 1,
    hold: noHold,
    slot: -1,
  }
  state.nextOrderId += orderNumbers
  spreads.table.put(order.ref, order)
  spreads.orders.set(order.id, order)
  return order
}

/** The time in force of a market order: fill-or-kill if requested, else immediate-or-cancel. */
const marketTime = ({ timeInForce }: PlaceSpread): PlaceSpread['timeInForce'] =>
  timeInForce === 'FillOrKill' ? 'FillOrKill' : 'ImmediateOrCancel'

/** Returns the account's open order by either id, or the problem with its final status (O5). */
function findSpread(
  state: EngineState,
  account: AccountState,
  name: OrderName,
): OpenSpreadOrder | Problem {
  const id = name.orderId ?? linkedId(state, account, name.linkId)
  const field = name.orderId === undefined ? 'orderLinkId' : 'orderId'
  if (id === undefined) return problem('orderNotFound', field)
  const order = state.spreads.orders.get(id)
  if (order !== undefined && order.account === account) return order
  const final = state.finals.at(id)
  if (final === undefined || final.id !== id || final.account !== account.id) {
    return problem('orderNotFound', field)
  }
  return problem('orderFinal', field, { status: orderStatuses[final.status] ?? '' })
}

/**
 * Replaces an order. Only a smaller quantity keeps the queue position; any other change enters it
 * again (D-36).
 */
function replace(state: EngineState, account: AccountState, command: ReplaceSpread): CommandResult {
  const order = findSpread(state, account, command.order)
  if ('name' in order) return { problem: order }
  const price = command.priceTicks ?? order.priceTicks
  const qty = command.qtyLots ?? qtyLots(order.qtyLots)
  if (price === order.priceTicks && qty === order.qtyLots) {
    return { problem: problem('orderUnchanged') }
  }
  const { filledLots, market } = order
  if (qty <= filledLots) {
    const filled = formatSpreadQty(market.combination, qtyLots(filledLots))
    return { problem: problem('qtyNotAboveFilled', 'qty', { filled }) }
  }
  const kept = { hold: order.hold, qty: order.qtyLots }
  const isLess = price === order.priceTicks && qty < kept.qty
  if (isLess) {
    freePart(order, kept.qty - qty)
    order.qtyLots = qty
    order.leavesLots = qty - filledLots
    market.book.reduce(order.slot, order.leavesLots)
    emitChanged(state, order)
    return { orderId: order.id }
  }
  setHold(order, noHold)
  const wrong = replacementProblem(state, order, { price, qty: qtyLots(qty - filledLots) })
  if (wrong !== undefined) {
    setHold(order, kept.hold)
    const asked = { priceTicks: price, qtyLots: qty }
    const explanation = spreadExplanation(combinationNow(market), asked, wrong)
    return { problem: wrong, explanation }
  }
  leaveBook(order)
  order.priceTicks = price
  order.qtyLots = qty
  order.leavesLots = qty - filledLots
  emitChanged(state, order)
  matchThenRest(state, order)
  return { orderId: order.id }
}

function replacementProblem(
  state: EngineState,
  order: OpenSpreadOrder,
  { price, qty }: { readonly price: SpreadTicks; readonly qty: ReturnType<typeof qtyLots> },
): Problem | undefined {
  const { account, market, side } = order
  const asked = { side, orderType: 'Limit' as const, priceTicks: price, qtyLots: qty }
  if (state.rulesVersion.present >= thirdRules) {
    return entryProblem(state, { account, market, replaced: order }, asked)
  }
  const wrong = entryProblem(state, { account, market }, asked)
  // Before the third rules the hold was not checked of an account with the maximum of orders.
  return wrong?.name === 'tooManyOrders' ? undefined : wrong
}

function emitChanged(state: EngineState, order: OpenSpreadOrder): void {
  order.updatedMs = state.timeMs
  order.updateNo += 1
  state.events.push({ kind: 'SpreadOrderChanged', spread: spreadRecord(order) })
}
