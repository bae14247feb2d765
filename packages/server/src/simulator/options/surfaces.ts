// The volatility of the simulated options: per coin a surface that changes over time and is always
// free of arbitrage (rules 9.3).

import type { Surface } from '@basis/domain/options/surface'
import { noiseKey, smoothNoise } from '../noise.ts'

/** The annual volatility to which a coin's surface reverts. */
const usual: Readonly<Record<string, number>> = { BTC: 0.5, ETH: 0.68, SOL: 0.85 }
const hourMs = 3_600_000

/** Returns the surface of a coin at a time, a function of absolute time. */
export function surfaceAt(seed: number, coin: string, timeMs: number): Surface {
  const key = noiseKey(seed, 'surface', coin)
  const mean = usual[coin] ?? 0.9
  const slow = smoothNoise(key, timeMs / (31 * hourMs))
  const quick = smoothNoise(key + 1, timeMs / (1.7 * hourMs))
  const skew = -0.22 + 0.12 * clamped(smoothNoise(key + 2, timeMs / (19 * hourMs)))
  const width = 0.62 + 0.08 * clamped(smoothNoise(key + 3, timeMs / (47 * hourMs)))
  return {
    spotVariance: (mean * Math.exp(0.18 * clamped(slow) + 0.06 * clamped(quick))) ** 2,
    meanVariance: mean * mean,
    reversion: 6,
    skew,
    // A fraction of the largest value that keeps every smile free of arbitrage.
    curvature: (2 * width) / (1 + Math.abs(skew)),
    power: 0.4,
  }
}

const clamped = (noise: number): number => Math.max(-2, Math.min(2, noise))
