// The distance of a perpetual's price from its index, of which funding is made: it reverts to its
// mean over a day, partly everybody's and partly the coin's own, and follows the trend.

import { noiseKey, smoothNoise } from './noise.ts'

const hourMs = 3_600_000
/** Deviations, as shares of the price. */
const deviations: Readonly<Record<string, number>> = { BTC: 0.0003, ETH: 0.0005 }
const usualDeviation = 0.0008
const meanShare = 0.00008
/** Two parts change over a day, which gives half-lives of some sixteen hours, one over hours. */
const slowPeriodMs = 23 * hourMs
const quickPeriodMs = 7.3 * hourMs
/** Squares of these add up to one. */
const [marketShare, ownShare, quickShare] = [0.52, 0.68, 0.52] as const
/** A trend of one deviation moves the premium by about so many of its own. */
const trendShare = 0.5

/**
 * Returns the premium of a coin's perpetuals at any moment, as a share of the price. `trend` is
 * the last day's return in deviations of a day.
 */
export function createPremium(
  seed: number | string,
  coin: string,
): (timeMs: number, trend?: number) => number {
  const marketKey = noiseKey(seed, 'premium')
  const key = noiseKey(seed, 'premium', coin)
  const deviation = deviations[coin] ?? usualDeviation
  return (timeMs, trend = 0) => {
    const noise =
      marketShare * smoothNoise(marketKey, timeMs / slowPeriodMs) +
      ownShare * smoothNoise(key, timeMs / slowPeriodMs) +
      quickShare * smoothNoise(key + 1, timeMs / quickPeriodMs)
    return meanShare + deviation * (noise + trendShare * Math.tanh(trend))
  }
}
