// The call auction of a spot pair: its indicative result, and the trades at its end, all at one
// price (rules 8.12).

import { uncrossing, type AuctionLevel, type Uncrossing } from '@basis/domain/pricing/auction'
import type { EngineState, MarketState } from '../../state/state.ts'
import { fill } from './fills.ts'
import { shrinkInBook } from './match-orders.ts'
import { orderAt } from './open-orders.ts'

/** Returns the price at which a market's orders would trade now, and how much. */
export function auctionOf(market: MarketState): Uncrossing | undefined {
  // Half a tick rounds down: of two prices equally near to the index the lower is taken.
  const reference = Math.ceil(market.indexE8 / market.instrument.tickSizeE8 - 0.5)
  return uncrossing(levelsOf(market, 0), levelsOf(market, 1), reference)
}

function levelsOf({ book }: MarketState, side: 0 | 1): readonly AuctionLevel[] {
  const found = new Float64Array(3 * book.levels(side))
  const count = book.depth(side, book.levels(side), found)
  return Array.from({ length: count }, (_, k) => ({
    priceTicks: found[3 * k] ?? 0,
    lots: found[3 * k + 1] ?? 0,
  }))
}

/** Trades crossing orders by price-time priority on both sides; the remainder stays in the book. */
export function uncross(state: EngineState, market: MarketState): void {
  const found = auctionOf(market)
  if (found === undefined) return
  const { book } = market
  for (let left = found.lots; left > 0;) {
    const bid = orderAt(state, book.refOf(book.best(0)))
    const ask = orderAt(state, book.refOf(book.best(1)))
    const [maker, taker] = bid.id < ask.id ? [bid, ask] : [ask, bid]
    const lots = Math.min(left, bid.leavesLots, ask.leavesLots)
    fill(state, { maker, taker, auctionTicks: found.priceTicks }, lots)
    shrinkInBook(state, bid)
    shrinkInBook(state, ask)
    left -= lots
  }
}
