// Terms of the bots that buy on a schedule and that keep weights, with their bounds (rules 21.1,
// 22.1).

import type { SymbolId } from '../numbers/brand.ts'
import type { Amount, PriceTicks } from '../numbers/fixed.ts'

/** Buys one coin for the same amount again and again. */
export type DcaTerms = {
  readonly kind: 'Dca'
  readonly symbol: SymbolId
  /** What each purchase spends, 1e-8 of the quote coin. */
  readonly amount: Amount
  readonly purchases: number
  readonly intervalMs: number
  /** Prices between which it buys; 0 for no bound. */
  readonly lowTicks: PriceTicks
  readonly highTicks: PriceTicks
  /** What its coins are to be worth beyond their cost, 0.05 is 500; 0 for never. */
  readonly takeProfitE4: number
}

type Weight = { readonly symbol: SymbolId; readonly weightE4: number }

/** Holds coins in given shares of its worth; the rest of them is the quote coin's. */
export type RebalanceTerms = {
  readonly kind: 'Rebalance'
  readonly weights: readonly Weight[]
  /** How far a share may stray before it is traded back, 0.05 is 500; 0 for never. */
  readonly thresholdE4: number
  /** Trades back after each of these; 0 for never. */
  readonly intervalMs: number
  /** What all of it is to be worth beyond the investment, or may lose of it; 0 for never. */
  readonly takeProfitE4: number
  readonly stopLossE4: number
}

export type SpotBotTerms = DcaTerms | RebalanceTerms

const minuteMs = 60_000
export const leastIntervalMs = minuteMs
export const mostIntervalMs = 28 * 24 * 60 * minuteMs
export const mostPurchases = 1000
export const mostCoins = 10
/** Of a share, 0.01 is 100; shares are whole hundredths. */
export const leastWeightE4 = 100
export const leastThresholdE4 = 50
export const mostThresholdE4 = 5000
export const mostTakeProfitE4 = 100_000

/** One is 10,000. */
export const wholeE4 = 10_000

export const symbolsOf = (terms: SpotBotTerms): readonly SymbolId[] =>
  terms.kind === 'Dca' ? [terms.symbol] : terms.weights.map(({ symbol }) => symbol)

/** Returns the share of the quote coin. */
export const quoteWeightE4 = ({ weights }: Pick<RebalanceTerms, 'weights'>): number =>
  wholeE4 - weights.reduce((sum, { weightE4 }) => sum + weightE4, 0)
