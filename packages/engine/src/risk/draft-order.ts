// A hypothetical order: its value at the prices at which it can trade or rest (rules 3.3, D-18;
// docs/rules/order-margin.md).

import { isComing } from '@basis/domain/instrument/instrument'
import { wholeE4 } from '@basis/domain/numbers/fixed'
import type { OrderType, SelfTradeMode, TimeInForce } from '@basis/domain/orders/order'
import { marketBuyE4 } from '@basis/domain/orders/order-rules'
import { thirdRules, type RulesVersion } from '../api/rules-version.ts'
import type { DraftOrder } from './position-margin.ts'
import { valueAtMark } from '../state/mark-value.ts'
import {
  bestTicks,
  tickValue,
  type AccountState,
  type EngineState,
  type PositionState,
  type MarketState,
  type OpenOrder,
} from '../state/state.ts'
import { oppositeBookSide } from '../order-book/order-book.ts'

/**
 * Whether the remainder of an order rests in the book: yes (`Rests`), no for a limit order that
 * ends at once (`Ends`), no for a market order (`Market`).
 */
export type Lasting = 'Rests' | 'Ends' | 'Market'

/** Returns whether the remainder of an order rests in the book. */
export function lastingOf({
  orderType,
  timeInForce,
}: {
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
}): Lasting {
  if (orderType === 'Market') return 'Market'
  return timeInForce === 'ImmediateOrCancel' || timeInForce === 'FillOrKill' ? 'Ends' : 'Rests'
}

/** An order to be checked against an account; `without` is the order that it would replace. */
export type OrderToCheck = {
  readonly table: EngineState['table']
  readonly rules: RulesVersion
  readonly account: AccountState
  readonly market: MarketState
  readonly position: PositionState
  readonly sign: 1 | -1
  readonly limitTicks: number
  readonly lots: number
  readonly lasting: Lasting
  readonly quoteAmount?: bigint | undefined
  readonly selfTrade: SelfTradeMode
  /** A spot order that may borrow what it pays. */
  readonly isLeverage?: boolean | undefined
  readonly without?: OpenOrder
  /**
   * A market order that is only offered in the ticket: the book may change before it arrives (rules
   * 7).
   */
  readonly isOffered?: boolean
}

/** The value of an order's part that would trade now, and the lots without a counterparty. */
export type Walk = { readonly value: bigint; readonly left: number }

/**
 * Returns what would trade at the book's prices, up to the limit. The account's own orders are
 * skipped if self-trade prevention applies.
 */
function walk({ table, account, market, sign, limitTicks, lots, selfTrade }: OrderToCheck): Walk {
  const { book } = market
  let left = lots
  let value = 0n
  let product = 0
  const farSide = oppositeBookSide(sign)
  const best = book.bestPrice(farSide)
  if (best < 0 || (best - limitTicks) * sign > 0) return { value, left }
  // In an auction nothing trades before its end: the whole order rests at its own price (8.12).
  if (isComing(market.instrument)) return { value, left }
  let slot = book.best(farSide)
  while (left > 0 && slot >= 0) {
    const ticks = book.priceOf(slot)
    if ((ticks - limitTicks) * sign > 0) break
    if (selfTrade === 'None' || table.at(book.refOf(slot))?.account !== account) {
      const taken = Math.min(left, book.qtyOf(slot))
      if (market.valueSign === 1) product += ticks * taken
      else value += tickValue(market, ticks, taken)
      left -= taken
    }
    slot = book.after(slot)
  }
  return { value: market.valueSign === 1 ? BigInt(product) * market.tickValueE8 : value, left }
}

/** Returns the hypothetical order; an offered one at prices slightly worse than the book's. */
export function draftOf(asked: OrderToCheck): DraftOrder {
  const draft = draftNow(asked)
  return asked.isOffered === true ? movedAgainst(asked, draft) : draft
}

/** The allowed move of the book between offer and arrival of a market order, ×1e4 (rules 7). */
const offeredMoveE4 = 5n

/** The order at prices worse by that move; a contract order's margined value grows as well. */
function movedAgainst({ market, sign }: OrderToCheck, draft: DraftOrder): DraftOrder {
  const more = (value: bigint): bigint => value + (value * offeredMoveE4) / wholeE4 + 1n
  const less = (value: bigint): bigint => value - (value * offeredMoveE4) / wholeE4
  const worst = sign === market.valueSign ? more(draft.worst) : less(draft.worst)
  return {
    ...draft,
    value: market.instrument.kind === 'Spot' ? worst : more(draft.value),
    worst,
  }
}

function draftNow(asked: OrderToCheck): DraftOrder {
  const { market, sign, limitTicks, lots } = asked
  const met = walk(asked)
  if (asked.lasting === 'Rests') {
    const rest = tickValue(market, limitTicks, met.left)
    const value = marginedValue(asked, met) + rest
    return { sign, priceTicks: limitTicks, lots, value, worst: met.value + rest }
  }
  return endingDraft(asked, met, bestTicks(market, sign === 1 ? 'Sell' : 'Buy'))
}

/**
 * Returns the traded part's value for margin: a cross position is margined by its value at mark
 * (4.4). A trade at less than that loses the difference at once and still needs the margin at mark;
 * a trade at more gains the difference, which exceeds its margin.
 */
function marginedValue(
  { market, position, sign, lots }: OrderToCheck,
  { value, left }: Walk,
): bigint {
  const isFree = left === lots || position.isolated || market.instrument.kind === 'Spot'
  if (isFree || sign === market.valueSign) return value
  const atMark = valueAtMark(market, lots - left)
  return atMark > value ? atMark : value
}

/**
 * Returns an order that cannot rest, valued by what it would trade: at no less than the price of
 * 3.3 for all of it, and no less than the traded value. The lots without a counterparty are valued
 * at that price, as they can neither trade nor rest at another. `best` is the opposite best price
 * before it.
 */
export function endingDraft(asked: OrderToCheck, met: Walk, best: number | undefined): DraftOrder {
  const { market, sign, limitTicks, lots } = asked
  const order = { sign, priceTicks: limitTicks, lots }
  const traded = met.value + (met.left === 0 ? 0n : assumedValue(asked, met.left, best))
  // A spot order pays its coins as it trades, so that no margin is needed.
  if (market.instrument.kind === 'Spot') return { ...order, value: traded, worst: traded }
  const assumed = assumedValue(asked, lots, best)
  const [less, more] = assumed < traded ? [assumed, traded] : [traded, assumed]
  const held = marginedValue(asked, met) + traded - met.value
  const value = held > more ? held : more
  return { ...order, value, worst: sign === market.valueSign ? more : less }
}

/** Returns the value of lots at the assumed reservation price, rounded up (3.3, D-18). */
function assumedValue(asked: OrderToCheck, lots: number, best: number | undefined): bigint {
  const { market, sign, limitTicks, lasting } = asked
  if (lasting === 'Ends' || market.instrument.kind === 'Spot') {
    const limitE8 = limitTicks * market.instrument.tickSizeE8
    const priceE8 = best === undefined ? market.markE8 : best * market.instrument.tickSizeE8
    if (sign * (priceE8 - limitE8) >= 0) return tickValue(market, limitTicks, lots)
    return best === undefined ? valueAtMark(market, lots) : tickValue(market, best, lots)
  }
  if (best === undefined) return valueAtMark(market, lots)
  if (sign === -1) {
    const isBetter = best * market.instrument.tickSizeE8 >= market.markE8
    return isBetter ? tickValue(market, best, lots) : valueAtMark(market, lots)
  }
  const value = tickValue(market, best, lots)
  const [top, bottom] = market.valueSign === 1 ? [marketBuyE4, wholeE4] : [wholeE4, marketBuyE4]
  return (value * top + bottom - 1n) / bottom
}

/**
 * Returns the whole lots that an amount buys now, or that are sold for no more than it, best price
 * first. The account's own orders are left out; the walk stops at one at which the order would stop
 * (8.4).
 */
export const lotsOfAmount = (asked: Spending, budget: bigint): number =>
  spendingOf(asked, budget).lots

/**
 * Returns the quantity of a market order by amount: the lots that it buys now and, if the limit or
 * an own order stops it or the book ends, those that the rest of the amount would buy at the limit,
 * which are then cancelled. Before the third rules the rest was left out, and the order was filled.
 */
export function qtyOfAmount(asked: Spending & { rules: RulesVersion }, budget: bigint): number {
  const { lots, unspent } = spendingOf(asked, budget)
  if (asked.rules.present < thirdRules) return lots
  return lots + Number(unspent / (BigInt(asked.limitTicks) * asked.market.tickValueE8))
}

type Spending = Pick<
  OrderToCheck,
  'table' | 'account' | 'market' | 'sign' | 'limitTicks' | 'selfTrade'
>

/** What an amount buys now, and what is left of it because nothing more may be met. */
function spendingOf(
  asked: Spending,
  budget: bigint,
): { readonly lots: number; readonly unspent: bigint } {
  const { table, account, sign, limitTicks, selfTrade } = asked
  const { book, tickValueE8 } = asked.market
  let money = budget
  let lots = 0
  let slot = book.best(oppositeBookSide(sign))
  while (slot >= 0 && (book.priceOf(slot) - limitTicks) * sign <= 0) {
    const isOwn = table.at(book.refOf(slot))?.account === account
    if (isOwn && selfTrade !== 'None' && selfTrade !== 'CancelMaker') break
    if (!isOwn || selfTrade === 'None') {
      const lotValue = BigInt(book.priceOf(slot)) * tickValueE8
      const affordable = money / lotValue
      const there = book.qtyOf(slot)
      if (affordable < BigInt(there)) return { lots: lots + Number(affordable), unspent: 0n }
      lots += there
      money -= lotValue * BigInt(there)
    }
    slot = book.after(slot)
  }
  return { lots, unspent: money }
}
