// An order as if it stood: what it is worth at the prices at which it can trade or rest (rules
// 3.3, D-18; docs/rules/order-margin.md).

import { isComing } from '@basis/domain/instrument/instrument'
import type { OrderType, SelfTradeMode, TimeInForce } from '@basis/domain/orders/order'
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

/**
 * What of an order may be left in the book: all of it (`Rests`), nothing of a limit order that ends
 * at once (`Ends`), nothing of a market order (`Market`).
 */
export type Lasting = 'Rests' | 'Ends' | 'Market'

/** What of an order may be left in the book. */
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

/** What an order asks of an account; `without` is the order that this one would stand in for. */
export type Asked = {
  readonly table: EngineState['table']
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
  /** At market, and not sent yet: by then the book may be another (rules 7). */
  readonly isOffered?: boolean
}

/** What of an order would trade now, and what would find nobody. */
export type Walk = { readonly value: bigint; readonly left: number }

/**
 * Returns what crosses at the book's prices, up to the limit. The account's own orders are passed
 * over where self-trade prevention keeps it from meeting them.
 */
function walk({ table, account, market, sign, limitTicks, lots, selfTrade }: Asked): Walk {
  const { book } = market
  let left = lots
  let value = 0n
  let product = 0
  const farSide = sign === 1 ? 1 : 0
  const best = book.bestPrice(farSide)
  if (best < 0 || (best - limitTicks) * sign > 0) return { value, left }
  // In an auction nothing is met before its end: all of the order waits at its own price (8.12).
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

/** Returns the order as if it stood; one that is merely offered as if the book had moved. */
export function draftOf(asked: Asked): DraftOrder {
  const draft = draftNow(asked)
  return asked.isOffered === true ? movedAgainst(asked, draft) : draft
}

/** How far the book may move between offer and arrival of a market order, of 1e4 (rules 7). */
const offeredMoveE4 = 5n

/** The order, were its prices that much worse; that of a contract is margined for more, too. */
function movedAgainst({ market, sign }: Asked, draft: DraftOrder): DraftOrder {
  const more = (value: bigint): bigint => value + (value * offeredMoveE4) / wholeE4 + 1n
  const less = (value: bigint): bigint => value - (value * offeredMoveE4) / wholeE4
  const worst = sign === market.valueSign ? more(draft.worst) : less(draft.worst)
  return {
    ...draft,
    value: market.instrument.kind === 'Spot' ? worst : more(draft.value),
    worst,
  }
}

function draftNow(asked: Asked): DraftOrder {
  const { market, sign, limitTicks, lots } = asked
  const met = walk(asked)
  if (asked.lasting === 'Rests') {
    const rest = tickValue(market, limitTicks, met.left)
    const value = heldValue(asked, met) + rest
    return { sign, priceTicks: limitTicks, lots, value, worst: met.value + rest }
  }
  return endingDraft(asked, met, bestTicks(market, sign === 1 ? 'Sell' : 'Buy'))
}

/**
 * Returns what is met as it is margined once it is held: a cross position by its value at mark
 * (4.4). What trades below that is lost at once and needs the margin of the mark besides; what
 * trades above it has won the difference, which is more than its margin.
 */
function heldValue({ market, position, sign, lots }: Asked, { value, left }: Walk): bigint {
  const isFree = left === lots || position.isolated || market.instrument.kind === 'Spot'
  if (isFree || sign === market.valueSign) return value
  const atMark = valueAtMark(market, lots - left)
  return atMark > value ? atMark : value
}

/**
 * Returns an order that cannot rest, by what it would trade: margined for no less than the price of
 * 3.3 for all of it, and for no less than it would trade for. What it finds nobody for is worth
 * that price: it can neither trade nor rest at another. `best` is the far side's price before it.
 */
export function endingDraft(asked: Asked, met: Walk, best: number | undefined): DraftOrder {
  const { market, sign, limitTicks, lots } = asked
  const order = { sign, priceTicks: limitTicks, lots }
  const traded = met.value + (met.left === 0 ? 0n : assumedValue(asked, met.left, best))
  // The coins of a spot order are paid as they trade: nothing is borrowed against them.
  if (market.instrument.kind === 'Spot') return { ...order, value: traded, worst: traded }
  const assumed = assumedValue(asked, lots, best)
  const [less, more] = assumed < traded ? [assumed, traded] : [traded, assumed]
  const held = heldValue(asked, met) + traded - met.value
  const value = held > more ? held : more
  return { ...order, value, worst: sign === market.valueSign ? more : less }
}

/** A market buy is reserved for at this share of the best price, ×1e4 (D-18). */
const marketBuyE4 = 10_005n
const wholeE4 = 10_000n

/** Returns the value of lots at the price that is assumed for the reservation, up (3.3, D-18). */
function assumedValue(asked: Asked, lots: number, best: number | undefined): bigint {
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
 * first, without the account's own: it stops where the order would stop at one of them (8.4).
 */
export function lotsOfAmount(
  asked: Pick<Asked, 'table' | 'account' | 'market' | 'sign' | 'limitTicks' | 'selfTrade'>,
  budget: bigint,
): number {
  const { table, account, sign, limitTicks, selfTrade } = asked
  const { book, tickValueE8 } = asked.market
  let money = budget
  let lots = 0
  let slot = book.best(sign === 1 ? 1 : 0)
  while (slot >= 0 && (book.priceOf(slot) - limitTicks) * sign <= 0) {
    const isOwn = table.at(book.refOf(slot))?.account === account
    if (isOwn && selfTrade !== 'None' && selfTrade !== 'CancelMaker') break
    if (!isOwn || selfTrade === 'None') {
      const lotValue = BigInt(book.priceOf(slot)) * tickValueE8
      const affordable = money / lotValue
      const there = book.qtyOf(slot)
      if (affordable < BigInt(there)) return lots + Number(affordable)
      lots += there
      money -= lotValue * BigInt(there)
    }
    slot = book.after(slot)
  }
  return lots
}
