// Checks of the terms of DCA bots and rebalancing bots, each with its problem (rules 21.1, 22.1).

import { isWholeWithin } from '../numbers/bounds.ts'
import { formatTrimmed, type Amount } from '../numbers/fixed.ts'
import type { Instrument } from '../instrument/instrument.ts'
import { problem, type Problem } from '../instrument/problems.ts'
import {
  leastIntervalMs,
  leastThresholdE4,
  leastWeightE4,
  mostCoins,
  mostIntervalMs,
  mostPurchases,
  mostTakeProfitE4,
  mostThresholdE4,
  quoteWeightE4,
  wholeE4,
  type DcaTerms,
  type RebalanceTerms,
  type SpotBotTerms,
} from './terms.ts'

/** The margin of an order's value for fees and price moves, ×1e-4. */
const marginE4 = 500n

/** Returns the minimum amount of an order of a pair, with a margin for price moves. */
export const leastSpent = ({ minNotional }: Instrument): bigint =>
  (minNotional * (10_000n + marginE4)) / 10_000n

/** Returns the minimum investment of these terms, with which every order is large enough. */
export function leastInvestment(terms: SpotBotTerms, instruments: readonly Instrument[]): bigint {
  if (terms.kind === 'Dca') return terms.amount * BigInt(terms.purchases)
  const needs = terms.weights.map(({ weightE4 }, k) => {
    const instrument = instruments[k]
    return instrument === undefined
      ? 0n
      : (leastSpent(instrument) * BigInt(wholeE4) + BigInt(weightE4 - 1)) / BigInt(weightE4)
  })
  return needs.reduce((most, need) => (need > most ? need : most), 0n)
}

type AddedTo = Pick<DcaTerms, 'kind' | 'amount' | 'purchases'> | { readonly kind: 'Rebalance' }

/**
 * Returns why an amount, 1e-8, may not be added to a bot, if so: a DCA bot takes whole purchases,
 * at most 1,000 in all (rules 21.1).
 */
export function addedInvestmentProblem(
  terms: AddedTo,
  coin: string,
  added: bigint,
): Problem | undefined {
  const text = (money: bigint): string => formatTrimmed(money, 8)
  const least = terms.kind === 'Dca' ? terms.amount : 1n
  if (added < least) {
    return problem('gridInvestmentTooSmall', 'investment', { min: text(least), coin })
  }
  if (terms.kind !== 'Dca') return undefined
  const { amount, purchases } = terms
  if (added % amount !== 0n) {
    return problem('botInvestmentUneven', 'investment', { step: text(amount), coin })
  }
  const most = amount * BigInt(mostPurchases - purchases)
  if (added <= most) return undefined
  return problem('gridInvestmentTooLarge', 'investment', { max: text(most), coin })
}

/** Returns the first problem of terms; `instruments` are in the order of the terms. */
export function spotBotProblem(
  terms: SpotBotTerms,
  instruments: readonly Instrument[],
): Problem | undefined {
  const [first] = instruments
  const isPair = (each: Instrument): boolean =>
    each.kind === 'Spot' && each.isHidden !== true && each.quoteCoin === first?.quoteCoin
  if (!instruments.every(isPair)) return problem('botPairUnsupported', 'symbol')
  return terms.kind === 'Dca' ? dcaProblem(terms, instruments) : weightsProblem(terms)
}

const outside = (field: string, min: string, max: string): Problem =>
  problem('gridOutOfRange', field, { min, max })

const percent = (partE4: number): string => formatTrimmed(BigInt(partE4), 2)

const intervalProblem = (intervalMs: number): Problem | undefined =>
  isWholeWithin(intervalMs, leastIntervalMs, mostIntervalMs)
    ? undefined
    : outside('interval', minutes(leastIntervalMs), minutes(mostIntervalMs))

const minutes = (ms: number): string => String(ms / leastIntervalMs)

const profitProblem = (partE4: number): Problem | undefined =>
  isWholeWithin(partE4, 0, mostTakeProfitE4)
    ? undefined
    : outside('takeProfit', '0', percent(mostTakeProfitE4))

function dcaProblem(terms: DcaTerms, [instrument]: readonly Instrument[]): Problem | undefined {
  if (instrument === undefined) return problem('botPairUnsupported', 'symbol')
  const { amount, purchases, intervalMs, lowTicks, highTicks, takeProfitE4 } = terms
  if (amount < leastSpent(instrument)) {
    const min = formatTrimmed(leastSpent(instrument), 8)
    return problem('gridInvestmentTooSmall', 'amount', { min, coin: instrument.quoteCoin })
  }
  if (!isWholeWithin(purchases, 1, mostPurchases)) {
    return outside('purchases', '1', String(mostPurchases))
  }
  const isRange = highTicks === 0 || highTicks > lowTicks
  if (!isWholeWithin(lowTicks, 0, instrument.maxPriceTicks) || !isRange) {
    return problem('gridRangeInvalid', 'high')
  }
  return intervalProblem(intervalMs) ?? profitProblem(takeProfitE4)
}

function weightsProblem(terms: RebalanceTerms): Problem | undefined {
  const { weights, thresholdE4, intervalMs, takeProfitE4, stopLossE4 } = terms
  if (weights.length === 0 || weights.length > mostCoins) {
    return outside('weights', '1', String(mostCoins))
  }
  const isEach = weights.every(({ weightE4 }) => isWholeWithin(weightE4, leastWeightE4, wholeE4))
  const isOnce = new Set(weights.map(({ symbol }) => symbol)).size === weights.length
  // A single coin with the whole weight leaves nothing to rebalance.
  const rest = quoteWeightE4(terms)
  if (!isEach || !isOnce || rest < 0 || (weights.length === 1 && rest === 0)) {
    return problem('botWeightsInvalid', 'weights')
  }
  if (thresholdE4 === 0 && intervalMs === 0) return problem('botTriggerMissing', 'threshold')
  if (thresholdE4 !== 0 && !isWholeWithin(thresholdE4, leastThresholdE4, mostThresholdE4)) {
    return outside('threshold', percent(leastThresholdE4), percent(mostThresholdE4))
  }
  const late = intervalMs === 0 ? undefined : intervalProblem(intervalMs)
  if (late !== undefined) return late
  if (!isWholeWithin(stopLossE4, 0, wholeE4 - 1)) return outside('stopLoss', '0', '99.99')
  return profitProblem(takeProfitE4)
}

/** Returns whether a DCA bot buys at a price (rules 21.2). */
export const isInRange = ({ lowTicks, highTicks }: DcaTerms, ticks: number): boolean =>
  ticks >= lowTicks && (highTicks === 0 || ticks <= highTicks)

/**
 * Returns whether a value has reached a profit on its cost (rules 21.3, 22.3): worth × 10,000 ≥
 * cost × (10,000 + profit).
 */
export const hasGained = (worth: bigint, cost: Amount, partE4: number): boolean =>
  partE4 > 0 && cost > 0n && worth * BigInt(wholeE4) >= cost * BigInt(wholeE4 + partE4)

/** Returns whether a value has lost a given share of its cost (rules 22.3). */
export const hasLost = (worth: bigint, cost: Amount, partE4: number): boolean =>
  partE4 > 0 && worth * BigInt(wholeE4) <= cost * BigInt(wholeE4 - partE4)
