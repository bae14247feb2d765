// Invariants of combinations between any two commands (rules 20.4).

import { bookTicks } from '../state/spreads/spread.ts'
import { spreadOrdersOf } from '../risk/spread-orders.ts'
import type { AccountState, EngineState } from '../state/state.ts'

/** Returns a description of each broken invariant; empty if all hold. */
export function spreadViolations(state: EngineState): readonly string[] {
  const { spreads, timeMs } = state
  const faults: string[] = []
  let resting = 0
  for (const { combination, book } of spreads.markets.values()) {
    const { symbol, closesMs = Infinity } = combination
    resting += book.size
    const [bid, ask] = [book.bestPrice(0), book.bestPrice(1)]
    if (bid >= 0 && ask >= 0 && bid >= ask) faults.push(`O4 ${symbol} is crossed`)
    if (closesMs <= timeMs && book.size > 0) faults.push(`20.1 ${symbol} has closed with orders`)
  }
  if (resting !== spreads.orders.size) {
    faults.push(`${spreads.orders.size} orders of combinations, ${resting} at rest`)
  }
  for (const {
    id,
    market,
    slot,
    ref,
    priceTicks,
    leavesLots,
    ...order
  } of spreads.orders.values()) {
    const { book } = market
    const stands =
      slot >= 0 &&
      book.refOf(slot) === ref &&
      book.priceOf(slot) === bookTicks(priceTicks) &&
      book.qtyOf(slot) === leavesLots
    if (!stands) faults.push(`order ${id} is not what its book has in its slot`)
    if (order.filledLots + leavesLots !== order.qtyLots) faults.push(`order ${id} lost lots`)
  }
  for (const account of state.accounts.values()) faults.push(...holdFaults(state, account))
  return faults
}

/** An account's hold is the sum of its orders' holds. */
function holdFaults(state: EngineState, account: AccountState): string[] {
  const orders = spreadOrdersOf(state, account)
  return [...account.coins].flatMap(([coin, { spreadHold }]) => {
    const own = orders.filter(({ market }) => market.combination.quoteCoin === coin)
    const sum = own.reduce((total, { hold }) => total + hold.margin, 0n)
    return sum === spreadHold ? [] : [`20.3 ${account.id} keeps ${spreadHold} ${coin}, not ${sum}`]
  })
}

/** The quantity of a coin that orders of combinations lock for their spot legs. */
export const spreadLocks = (state: EngineState, account: AccountState, coin: string): bigint =>
  spreadOrdersOf(state, account).reduce(
    (sum, { hold }) => (hold.coin === coin ? sum + hold.coins : sum),
    0n,
  )
