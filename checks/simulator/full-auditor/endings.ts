// Bankruptcy prices of cross positions (docs/rules/liquidation.md, EX-5.12 and D-24).

// What is left to an account is shared out by maintenance margin, over what its hedges do not
// cancel out.

import type { Holdings } from './holdings.ts'
import { absolute, closeFee, maintenanceOn, partOf, signOf, unrealised, type Held } from './sums.ts'

/** The part of a position that would be taken over, and the value at which it would go. */
export type End = { readonly rest: Held; readonly value: bigint }

/** Returns the end of each of the account's cross positions; none of a side hedged as a whole. */
export function endsOf(holdings: Holdings, account: number): ReadonlyMap<Held, End> {
  const cross = holdings
    .openOf(account)
    .filter((held) => !held.isolated && holdings.exposedLots(held) > 0n)
  const rests = cross.map((held) => restOf(holdings, held))
  const weights = rests.map((rest) => weightOf(holdings, rest))
  const total = weights.reduce((sum, weight) => sum + weight, 0n)
  const { balance } = holdings.totals(account)
  let left = balance
  const ends = new Map<Held, End>()
  rests.forEach((rest, k) => {
    const market = holdings.market(rest.symbol)
    // The last bears what rounding has left.
    const isLast = k === rests.length - 1 || total === 0n
    const share = isLast ? left : (balance * (weights[k] ?? 0n)) / total
    left -= share
    const lost = holdings.inCoin(market.instrument.settleCoin, share)
    const kept = unrealised(market, rest) - lost
    const value = rest.entryValue + signOf(rest.size) * market.valueSign * kept
    const held = cross[k]
    if (held !== undefined) ends.set(held, { rest, value: value > 0n ? value : 0n })
  })
  return ends
}

/** The position without what its other side cancels out, which is closed at the mark before. */
function restOf(holdings: Holdings, held: Held): Held {
  const lots = holdings.exposedLots(held)
  const size = absolute(held.size)
  const entryValue = held.entryValue - partOf(held.entryValue, size - lots, size)
  return { ...held, size: signOf(held.size) * lots, entryValue }
}

function weightOf(holdings: Holdings, rest: Held): bigint {
  const market = holdings.market(rest.symbol)
  const value = market.value(market.mark, absolute(rest.size))
  const needed = maintenanceOn(market, value) + closeFee(market, rest)
  return holdings.inUsd(market.instrument.settleCoin, needed)
}
