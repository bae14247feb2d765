// Bankruptcy prices of cross positions (docs/rules/liquidation.md, EX-5.12 and D-24).

// The remaining balance of an account is divided by maintenance margin, over the part that its
// hedges do not cancel out.

import type { AuditedState } from './audited-state.ts'
import { absolute, closeFee, maintenanceOn, partOf, signOf, unrealised, type Held } from './sums.ts'

/** The part of a position that would be taken over, and its value then. */
export type End = { readonly rest: Held; readonly value: bigint }

/** Returns the end of each of the account's cross positions; none for a completely hedged side. */
export function endsOf(audited: AuditedState, account: number): ReadonlyMap<Held, End> {
  const cross = audited
    .openOf(account)
    .filter((held) => !held.isolated && audited.exposedLots(held) > 0n)
  const rests = cross.map((held) => restOf(audited, held))
  const weights = rests.map((rest) => weightOf(audited, rest))
  const total = weights.reduce((sum, weight) => sum + weight, 0n)
  const { balance } = audited.totals(account)
  let left = balance
  const ends = new Map<Held, End>()
  rests.forEach((rest, k) => {
    const market = audited.market(rest.symbol)
    // The last position gets the rounding remainder.
    const isLast = k === rests.length - 1 || total === 0n
    const share = isLast ? left : (balance * (weights[k] ?? 0n)) / total
    left -= share
    const lost = audited.inCoin(market.instrument.settleCoin, share)
    const kept = unrealised(market, rest) - lost
    const value = rest.entryValue + signOf(rest.size) * market.valueSign * kept
    const held = cross[k]
    if (held !== undefined) ends.set(held, { rest, value: value > 0n ? value : 0n })
  })
  return ends
}

/** The part that the other side does not cancel out; the rest is closed at the mark before. */
function restOf(audited: AuditedState, held: Held): Held {
  const lots = audited.exposedLots(held)
  const size = absolute(held.size)
  const entryValue = held.entryValue - partOf(held.entryValue, size - lots, size)
  return { ...held, size: signOf(held.size) * lots, entryValue }
}

function weightOf(audited: AuditedState, rest: Held): bigint {
  const market = audited.market(rest.symbol)
  const value = market.value(market.mark, absolute(rest.size))
  const needed = maintenanceOn(market, value) + closeFee(market, rest)
  return audited.inUsd(market.instrument.settleCoin, needed)
}
