// Terms of the DCA bots and the rebalancing bots, with their bounds (rules 21.1, 22.1).

import { minuteMs } from '../instrument/candle.ts'
import type { SymbolId } from '../numbers/brand.ts'
import type { Amount, PriceTicks } from '../numbers/fixed.ts'

/** Buys one coin for the same amount at regular intervals. */
export type DcaTerms = {
  readonly kind: 'Dca'
  readonly symbol: SymbolId
  /** The amount of each purchase, 1e-8 of the quote coin. */
  readonly amount: Amount
  readonly purchases: number
  readonly intervalMs: number
  /** The price range in which it buys; 0 for no bound. */
  readonly lowTicks: PriceTicks
  readonly highTicks: PriceTicks
  /** The target profit on the cost of its coins, 0.05 is 500; 0 for none. */
  readonly takeProfitE4: number
}

type Weight = { readonly symbol: SymbolId; readonly weightE4: number }

/** Holds coins at given weights of its value; the rest is in the quote coin. */
export type RebalanceTerms = {
  readonly kind: 'Rebalance'
  readonly weights: readonly Weight[]
  /** The deviation of a weight that triggers rebalancing, 0.05 is 500; 0 for never. */
  readonly thresholdE4: number
  /** The rebalancing interval; 0 for never. */
  readonly intervalMs: number
  /** Profit and loss of the investment at which the bot ends; 0 for none. */
  readonly takeProfitE4: number
  readonly stopLossE4: number
}

export type SpotBotTerms = DcaTerms | RebalanceTerms

export const leastIntervalMs = minuteMs
export const mostIntervalMs = 28 * 24 * 60 * minuteMs
export const mostPurchases = 1000
export const mostCoins = 10
/** Weights, 0.01 is 100; they are whole hundredths. */
export const leastWeightE4 = 100
export const leastThresholdE4 = 50
export const mostThresholdE4 = 5000
export const mostTakeProfitE4 = 100_000

/** 1.0 is 10,000. */
export const wholeE4 = 10_000

export const symbolsOf = (terms: SpotBotTerms): readonly SymbolId[] =>
  terms.kind === 'Dca' ? [terms.symbol] : terms.weights.map(({ symbol }) => symbol)

/** Returns the weight of the quote coin. */
export const quoteWeightE4 = ({ weights }: Pick<RebalanceTerms, 'weights'>): number =>
  wholeE4 - weights.reduce((sum, { weightE4 }) => sum + weightE4, 0)
