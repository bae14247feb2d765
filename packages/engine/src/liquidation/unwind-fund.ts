// Unwinds the fund's positions into the book, within the band and without losing more than its pool
// has (rules 5.8, 14.1 step 5).

import { amount } from '@basis/domain/numbers/fixed'
import { bandOf } from '../trading/core/pre-trade-checks.ts'
import { isFresh } from '../risk/mark-price.ts'
import { placeLiquidationOrder } from '../trading/core/match-orders.ts'
import { isOption } from '../risk/option-margin.ts'
import { valueAtMark } from '../state/mark-value.ts'
import type { EngineState } from '../state/state.ts'
import { ticksOfValue } from '../risk/bankruptcy-price.ts'
import { heldByFund, payable } from './insurance-fund.ts'
import { ownBookSide } from '../order-book/order-book.ts'

/** Closes the fund's positions at fresh marks, as far as the book's liquidity allows. */
export function unwindFund(state: EngineState): void {
  for (const position of heldByFund(state)) {
    const { market, sizeLots, entryValue } = position
    const band = bandOf(market)
    if (band === undefined || !isFresh(state, market)) continue
    const long = position.sign === 1
    // A long is closed against the bids.
    const best = market.book.bestPrice(ownBookSide(position.sign))
    const spare = payable(state, market.instrument.settleCoin)
    // The pool already contains the premium of an option that was taken over.
    const kept = isOption(market) ? valueAtMark(market, sizeLots) : entryValue
    const worst = position.sign === market.valueSign ? kept - spare : kept + spare
    const bound = ticksOfValue(position, amount(worst > 0n ? worst : 0n))
    const limit = long ? Math.max(band.minSellTicks, bound) : Math.min(band.maxBuyTicks, bound)
    if (best < 0 || (long ? best < limit : best > limit)) continue
    placeLiquidationOrder(state, position, sizeLots, limit)
  }
}
