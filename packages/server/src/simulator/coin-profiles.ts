// Profiles of the simulated coins: volatility, beta, turnover. Round values similar to the real
// coins'; prices and ticks are in the listing.

import { leverageOf, tokenOf } from '../instruments/spot/leveraged-tokens.ts'
import { isMoney } from '../instruments/spot/spot-coins.ts'
import { bellAt, noiseKey } from './noise.ts'

export type CoinProfile = {
  /** Standard deviation of the annual log return: 0.5 is 50 %. */
  readonly annualVolatility: number
  /** Sensitivity to the return of the common market factor. */
  readonly beta: number
  /** The beta from the start on, if it differs: the displayed history must not change. */
  readonly liveBeta?: number
  /** Typical value traded per day, in units of the quote coin. */
  readonly dailyTurnover: number
}

/** Annual volatility of the common factor, of which a coin of beta 1 gets the full amount. */
export const marketAnnualVolatility = 0.42

const unknownCoin: CoinProfile = { annualVolatility: 0.9, beta: 1.4, dailyTurnover: 20e6 }

const profiles: ReadonlyMap<string, CoinProfile> = new Map([
  ['BTC', { annualVolatility: 0.5, beta: 1.1, liveBeta: 1.135, dailyTurnover: 1_000e6 }],
  ['ETH', { annualVolatility: 0.68, beta: 1.35, liveBeta: 1.54, dailyTurnover: 600e6 }],
  ['SOL', { annualVolatility: 0.85, beta: 1.6, liveBeta: 1.9, dailyTurnover: 300e6 }],
  ['XRP', { annualVolatility: 0.8, beta: 1.3, dailyTurnover: 200e6 }],
  ['BNB', { annualVolatility: 0.6, beta: 1.15, dailyTurnover: 120e6 }],
  ['DOGE', { annualVolatility: 0.95, beta: 1.6, liveBeta: 1.95, dailyTurnover: 150e6 }],
  ['ADA', { annualVolatility: 0.9, beta: 1.5, dailyTurnover: 80e6 }],
  ['LINK', { annualVolatility: 0.9, beta: 1.5, dailyTurnover: 60e6 }],
  ['AVAX', { annualVolatility: 0.95, beta: 1.6, dailyTurnover: 50e6 }],
  ['LTC', { annualVolatility: 0.75, beta: 1.25, dailyTurnover: 60e6 }],
  ['DOT', { annualVolatility: 0.85, beta: 1.5, dailyTurnover: 40e6 }],
  ['UNI', { annualVolatility: 1, beta: 1.5, dailyTurnover: 40e6 }],
  ['AAVE', { annualVolatility: 1, beta: 1.6, dailyTurnover: 40e6 }],
  ['SUI', { annualVolatility: 1.1, beta: 1.7, dailyTurnover: 90e6 }],
  ['TRX', { annualVolatility: 0.55, beta: 0.8, dailyTurnover: 30e6 }],
  ['BCH', { annualVolatility: 0.8, beta: 1.3, dailyTurnover: 40e6 }],
  ['NEAR', { annualVolatility: 1, beta: 1.6, dailyTurnover: 40e6 }],
  ['ATOM', { annualVolatility: 0.85, beta: 1.45, dailyTurnover: 25e6 }],
  ['APT', { annualVolatility: 1, beta: 1.6, dailyTurnover: 30e6 }],
  ['ARB', { annualVolatility: 1, beta: 1.6, liveBeta: 2.05, dailyTurnover: 35e6 }],
  ['OP', { annualVolatility: 1.05, beta: 1.65, dailyTurnover: 35e6 }],
  ['TON', { annualVolatility: 0.8, beta: 1.2, dailyTurnover: 30e6 }],
  ['ETC', { annualVolatility: 0.85, beta: 1.4, dailyTurnover: 25e6 }],
  ['MATIC', { annualVolatility: 0.95, beta: 1.5, dailyTurnover: 30e6 }],
  ['EOS', { annualVolatility: 0.85, beta: 1.4, dailyTurnover: 15e6 }],
  ['XTZ', { annualVolatility: 0.85, beta: 1.4, dailyTurnover: 10e6 }],
  ['SUSHI', { annualVolatility: 1.05, beta: 1.6, dailyTurnover: 15e6 }],
  ['XEM', { annualVolatility: 0.9, beta: 1.3, dailyTurnover: 5e6 }],
  ['SHIB1000', { annualVolatility: 1, beta: 1.6, dailyTurnover: 40e6 }],
  ['XLM', { annualVolatility: 0.85, beta: 1.3, dailyTurnover: 25e6 }],
  ['HBAR', { annualVolatility: 0.95, beta: 1.4, dailyTurnover: 15e6 }],
  ['ONDO', { annualVolatility: 1, beta: 1.5, dailyTurnover: 15e6 }],
  ['WIF', { annualVolatility: 1.25, beta: 1.8, dailyTurnover: 20e6 }],
  ['FIL', { annualVolatility: 0.95, beta: 1.5, dailyTurnover: 25e6 }],
])

/** News of these coins are news of all: they have no jumps of their own. */
const leading: ReadonlySet<string> = new Set(['BTC', 'ETH'])

/** Whether a coin occasionally jumps alone. */
export const jumpsAlone = (coin: string): boolean => !leading.has(coin)

/** A currency: the remaining movement besides its exchange rate. */
const money: CoinProfile = { annualVolatility: 0.01, beta: 0, dailyTurnover: 60e6 }
const tokenTurnover = 10e6

/** Returns the coin's profile; an unlisted coin behaves like an average altcoin. */
export function coinProfile(coin: string): CoinProfile {
  if (isMoney(coin)) return money
  const token = tokenOf(coin)
  if (token !== undefined) {
    const { annualVolatility, beta } = coinProfile(token.underlying)
    const times = leverageOf(token)
    const moves = { annualVolatility: Math.abs(times) * annualVolatility, beta: times * beta }
    return { ...moves, dailyTurnover: tokenTurnover }
  }
  return profiles.get(coin) ?? unknownCoin
}

/** Standard deviation of a seed's initial prices around the listing's round ones. */
const openingDeviation = 0.03

/** Returns the ratio of a seed's initial price to the listing's round price. */
export const openingRatio = (seed: number | string, coin: string): number =>
  isMoney(coin) || tokenOf(coin) !== undefined
    ? 1
    : Math.exp(openingDeviation * bellAt(noiseKey(seed, 'opening', coin), 0))

/** Returns the coin's own annual volatility, besides its share of the market's. */
export function ownAnnualVolatility(profile: CoinProfile): number {
  const whole = profile.annualVolatility
  const fromMarket = profile.beta * marketAnnualVolatility
  // However strong its beta, a coin keeps some volatility of its own.
  return Math.sqrt(Math.max(whole * whole - fromMarket * fromMarket, 0.09 * whole * whole))
}
