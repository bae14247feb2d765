// Trades of a rebalancing bot (rules 22.2): the deviation of each share from its weight, and the
// quantities to sell and buy.

import { quoteWeightE4, wholeE4, type RebalanceTerms } from './terms.ts'

/** The values of the coins, in the order of the terms, and of the quote coin, 1e-8. */
export type Holding = { readonly values: readonly bigint[]; readonly quote: bigint }

export const worthOf = ({ values, quote }: Holding): bigint =>
  values.reduce((sum, value) => sum + value, quote)

type Weights = Pick<RebalanceTerms, 'weights'>

/**
 * Returns the largest deviation of a share from its weight, ×1e-4, rounded down; the quote coin's
 * counts too. EX-22.1
 */
export function strayedE4(terms: Weights, holding: Holding): number {
  const total = worthOf(holding)
  if (total <= 0n) return 0
  const away = (value: bigint, weightE4: number): bigint => {
    const difference = value * BigInt(wholeE4) - total * BigInt(weightE4)
    return (difference < 0n ? -difference : difference) / total
  }
  const coins = terms.weights.map(({ weightE4 }, k) => away(holding.values[k] ?? 0n, weightE4))
  const all = [...coins, away(holding.quote, quoteWeightE4(terms))]
  return Number(all.reduce((most, each) => (each > most ? each : most), 0n))
}

/**
 * Returns each coin's value in excess of its weight, 1e-8 of the quote coin, rounded toward zero:
 * positive is sold, negative is bought. EX-22.1
 */
export function excessOf({ weights }: Weights, holding: Holding): readonly bigint[] {
  const total = worthOf(holding)
  return weights.map(({ weightE4 }, k) => {
    const due = total * BigInt(weightE4)
    return ((holding.values[k] ?? 0n) * BigInt(wholeE4) - due) / BigInt(wholeE4)
  })
}

/**
 * Returns the budgets of purchases if the money does not cover them all: each reduced in
 * proportion, rounded down.
 */
export function affordable(wanted: readonly bigint[], money: bigint): readonly bigint[] {
  const sum = wanted.reduce((total, each) => total + each, 0n)
  if (sum <= money) return wanted
  return wanted.map((each) => (money <= 0n ? 0n : (each * money) / sum))
}
