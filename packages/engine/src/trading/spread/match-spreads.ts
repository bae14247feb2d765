// Matches a combination's order by price-time priority; both parties must be able to carry both
// legs (rules 20.2, D-S6).

import type { CancelType } from '@basis/domain/orders/order'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { thirdRules } from '../../api/rules-version.ts'
import { carriedLegsProblem, holdOf, isPriced, legsAt, meansOf } from '../../risk/spread-margin.ts'
import { forkState } from '../../state/fork.ts'
import { bookTicks, noHold, spreadOfBook } from '../../state/spreads/spread.ts'
import type { OpenSpreadOrder } from '../../risk/spread-orders.ts'
import { setHold } from '../../risk/spread-orders.ts'
import type { EngineState } from '../../state/state.ts'
import { closeSpread, leaveBook, releaseSpread } from '../core/spread-closing.ts'
import { fillSpread } from './leg-fills.ts'
import { oppositeBookSide, ownBookSide } from '../../order-book/order-book.ts'

/** Matches an order that was just accepted or replaced, then lets it rest or ends it. */
export function matchThenRest(state: EngineState, order: OpenSpreadOrder): void {
  const { timeInForce, orderType } = order
  if (timeInForce === 'PostOnly' && crosses(order)) {
    return closeSpread(state, order, 'CancelByPostOnly')
  }
  if (timeInForce === 'FillOrKill' && !isFillable(state, order)) {
    return closeSpread(state, order, 'CancelByFok')
  }
  const stop = match(state, order)
  if (order.leavesLots === 0) return releaseSpread(state, order)
  if (stop !== undefined) return closeSpread(state, order, stop.why, stop.problem)
  if (orderType === 'Market') return closeSpread(state, order, shortfallOf(order))
  if (timeInForce !== 'GoodTillCancel' && timeInForce !== 'PostOnly') {
    return closeSpread(state, order, 'CancelByIoc')
  }
  rest(order)
}

/** Puts an order into the book and sets its hold (D-S8). */
export function rest(order: OpenSpreadOrder, hold?: OpenSpreadOrder['hold']): void {
  const { market, sign, priceTicks, leavesLots, ref } = order
  order.slot = market.book.rest(ownBookSide(sign), bookTicks(priceTicks), leavesLots, ref)
  const asked = { sign, price: priceTicks, lots: leavesLots }
  setHold(order, hold ?? holdOf(order.account, market, asked))
}

function crosses(order: OpenSpreadOrder): boolean {
  const best = order.market.book.bestPrice(oppositeBookSide(order.sign))
  return best >= 0 && (spreadOfBook(best) - order.priceTicks) * order.sign <= 0
}

const shortfallOf = (order: OpenSpreadOrder): CancelType =>
  order.market.book.bestPrice(oppositeBookSide(order.sign)) < 0
    ? 'CancelByNoLiquidity'
    : 'CancelByPriceBand'

/** Returns whether the whole order would be filled now; matches it on a fork, with every check. */
function isFillable(state: EngineState, order: OpenSpreadOrder): boolean {
  const fork = forkState(state)
  const tried = fork.spreads.orders.get(order.id)
  if (tried === undefined) return false
  match(fork, tried)
  return tried.leavesLots === 0
}

type Stop = { readonly why: CancelType; readonly problem?: Problem }

/** Trades with the opposite side while prices cross; returns why it stopped early, if it did. */
function match(state: EngineState, taker: OpenSpreadOrder): Stop | undefined {
  const { book } = taker.market
  while (taker.leavesLots > 0) {
    const slot = book.best(oppositeBookSide(taker.sign))
    if (slot < 0) return undefined
    if ((spreadOfBook(book.priceOf(slot)) - taker.priceTicks) * taker.sign > 0) return undefined
    const maker = state.spreads.table.at(book.refOf(slot))
    if (maker === undefined) throw new Error('Assertion failed: the book names an order that is')
    if (maker.account === taker.account && taker.selfTrade !== 'None') {
      if (taker.selfTrade !== 'CancelTaker') closeSpread(state, maker, 'CancelBySmp')
      if (taker.selfTrade !== 'CancelMaker') return { why: 'CancelBySmp' }
      continue
    }
    const lots = Math.min(taker.leavesLots, maker.leavesLots)
    const failure = tryMatch(state, maker, taker, lots)
    if (failure?.party === 'taker') return { why: whyOf(failure.problem), problem: failure.problem }
    if (failure !== undefined) {
      closeSpread(state, maker, whyOf(failure.problem), failure.problem)
      continue
    }
    settle(state, maker, taker, lots)
    if (maker.leavesLots === 0) releaseSpread(state, maker)
  }
  return undefined
}

const whyOf = ({ name }: Problem): CancelType =>
  name === 'priceUnavailable' ? 'CancelByPriceBand' : 'CancelByInsufficientMargin'

/** Releases the hold of the matched part, and fills both parties. */
function settle(
  state: EngineState,
  maker: OpenSpreadOrder,
  taker: OpenSpreadOrder,
  lots: number,
): void {
  freePart(maker, lots)
  fillBoth(state, maker, taker, lots)
}

function fillBoth(
  state: EngineState,
  maker: OpenSpreadOrder,
  taker: OpenSpreadOrder,
  lots: number,
): void {
  fillSpread(state, maker, taker, lots)
  if (maker.leavesLots > 0) maker.market.book.reduce(maker.slot, maker.leavesLots)
  else leaveBook(maker)
}

/** Releases the hold of filled lots; the remainder keeps its share, rounded up. */
export function freePart(order: OpenSpreadOrder, lots: number): void {
  const { hold, leavesLots } = order
  if (hold === noHold) return
  const left = BigInt(leavesLots - lots)
  const whole = BigInt(leavesLots)
  if (left === 0n) return setHold(order, noHold)
  const part = (of: bigint): bigint => (of * left + whole - 1n) / whole
  setHold(order, { coin: hold.coin, margin: part(hold.margin), coins: part(hold.coins) })
}

type Failure = { readonly party: 'maker' | 'taker'; readonly problem: Problem }

/** Fills both parties on a fork; returns the party that cannot carry it, the maker first. */
function tryMatch(
  state: EngineState,
  maker: OpenSpreadOrder,
  taker: OpenSpreadOrder,
  lots: number,
): Failure | undefined {
  const { market } = taker
  const legs = legsAt(market, { sign: taker.sign, price: maker.priceTicks, lots })
  if (!isPriced(legs)) return { party: 'maker', problem: problem('priceUnavailable', 'symbol') }
  const fork = forkState(state)
  const there = fork.spreads.orders.get(maker.id)
  const here = fork.spreads.orders.get(taker.id)
  if (there === undefined || here === undefined) throw new Error('Assertion failed: both are open')
  freePart(there, lots)
  const before = [there, here].map(({ account }) => meansOf(account, here.market))
  // Before the third rules the part was released twice, so that too little of the rest was held.
  const isReleased = state.rulesVersion.present >= thirdRules
  if (isReleased) fillBoth(fork, there, here, lots)
  else settle(fork, there, here, lots)
  for (const [k, [party, order]] of (
    [
      ['maker', there],
      ['taker', here],
    ] as const
  ).entries()) {
    const means = before[k]
    const wrong = means && carriedLegsProblem(order.account, here.market, means)
    if (wrong !== undefined) return { party, problem: wrong }
  }
  return undefined
}
