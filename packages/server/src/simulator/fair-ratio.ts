// An instrument's fair price over the coin's price in USDT: its quote coin's rate, and for a dated
// future a basis that shrinks to zero until delivery. Currencies have no price of their own.

import { dayMs } from '@basis/domain/instrument/candle'
import { noiseKey, smoothNoise } from './noise.ts'
import { createQuoteRate } from './quote-rate.ts'

export type RatioOf = {
  readonly coin: string
  readonly quoteCoin: string
  /** The delivery time; absent for a perpetual and a spot pair. */
  readonly deliveryMs?: number | undefined
}

const yearMs = 365 * dayMs
/** The average annual basis of a future, as a fraction of the price… */
const usualBasis = 0.062
/** …with this standard deviation, which varies over these periods. */
const basisDeviation = 0.02
const longPeriodMs = 8.5 * dayMs
const shortPeriodMs = 7.3 * 3_600_000

/**
 * Returns a future's fair price over its index at any time, 1 from delivery on. The annual basis is
 * the same for all futures of a coin, so a later one is dearer than an earlier one.
 */
export function createFuturesBasis(
  seed: number | string,
  { coin, deliveryMs }: RatioOf,
): (timeMs: number) => number {
  if (deliveryMs === undefined) return () => 1
  const key = noiseKey(seed, 'basis', coin)
  return (timeMs) => {
    const slow = smoothNoise(key, timeMs / longPeriodMs)
    const quick = smoothNoise(key + 1, timeMs / shortPeriodMs)
    const annual = usualBasis + basisDeviation * (0.8 * slow + 0.25 * quick)
    return Math.exp((annual * Math.max(0, deliveryMs - timeMs)) / yearMs)
  }
}

/**
 * Returns an instrument's fair price over the coin's price in USDT, a function of absolute time.
 */
export function createFairRatio(seed: number | string, of: RatioOf): (timeMs: number) => number {
  const rate = createQuoteRate(seed)
  const basis = createFuturesBasis(seed, of)
  return (timeMs) => (rate(of.quoteCoin, timeMs) / rate(of.coin, timeMs)) * basis(timeMs)
}
