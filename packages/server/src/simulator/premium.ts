// The premium of a perpetual's price over its index, which determines funding: it reverts to its
// mean over a day, is partly common and partly the coin's own, and follows the trend.

import { noiseKey, smoothNoise } from './noise.ts'

const hourMs = 3_600_000
/** Standard deviations, as fractions of the price. */
const deviations: Readonly<Record<string, number>> = { BTC: 0.0003, ETH: 0.0005 }
const usualDeviation = 0.0008
const meanShare = 0.00008
/** Two components change over a day, for half-lives of some sixteen hours, one over hours. */
const slowPeriodMs = 23 * hourMs
const quickPeriodMs = 7.3 * hourMs
/** Squares of these add up to one. */
const [marketShare, ownShare, quickShare] = [0.52, 0.68, 0.52] as const
/** A trend of one standard deviation moves the premium by about this many of its own. */
const trendShare = 0.5

/**
 * Returns the premium of a coin's perpetuals at any time, as a fraction of the price. `trend` is
 * the last day's return in daily standard deviations.
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
