// Rates of USDT in other currencies: dollars, USDC and USDe stay close to one; euros and reals move
// a little more.

import { quotePrice } from '../instruments/spot/spot-coins.ts'
import { noiseKey, smoothNoise } from './noise.ts'

/** The deviation of the rates, as a fraction, over hours and minutes. */
const strays: Readonly<Record<string, number>> = {
  USD: 0.00022,
  USDC: 0.00015,
  USDE: 0.0002,
  EUR: 0.0012,
  BRL: 0.0014,
}
const longPeriodMs = 9.3 * 3_600_000
const shortPeriodMs = 21 * 60_000
const farthest = 3

/**
 * The price of one USDT in a currency at any time; exactly 1 for USDT itself and for other coins.
 */
export type QuoteRate = (quoteCoin: string, timeMs: number) => number

/**
 * Returns the rates of a seed. They are functions of absolute time, and the same for every coin: a
 * coin's dollar price is its USDT price times one rate (rules 2.1).
 */
export function createQuoteRate(seed: number | string): QuoteRate {
  const keys = new Map(
    Object.keys(strays).map((coin) => [coin, noiseKey(seed, 'quote rate', coin)]),
  )
  return (quoteCoin, timeMs) => {
    const key = keys.get(quoteCoin)
    const stray = strays[quoteCoin]
    if (key === undefined || stray === undefined) return 1
    const slow = smoothNoise(key, timeMs / longPeriodMs)
    const quick = smoothNoise(key + 1, timeMs / shortPeriodMs)
    const noise = 0.9 * slow + 0.3 * quick
    const strayed = 1 + stray * Math.max(-farthest, Math.min(farthest, noise))
    return strayed / quotePrice(quoteCoin)
  }
}
