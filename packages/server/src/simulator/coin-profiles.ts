// Profiles of the simulated coins: volatility, share of the common movement, turnover. Round
// figures in the manner of the real coins; prices and ticks are the listing's.

import { leverageOf, tokenOf } from '../instruments/spot/leveraged-tokens.ts'
import { isMoney } from '../instruments/spot/spot-coins.ts'
import { bellAt, noiseKey } from './noise.ts'

export type CoinProfile = {
  /** Standard deviation of a year's log return: 0.5 is 50 %. */
  readonly annualVolatility: number
  /** How many times the common market factor's return is felt. */
  readonly beta: number
  /** The same from the start on, where it is another: the past stays as it was shown. */
  readonly liveBeta?: number
  /** Typical value traded in a day, in units of the quote coin. */
  readonly dailyTurnover: number
}

/** The common factor of all coins; a coin of beta 1 gets this much of its volatility from it. */
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

/** What is news of these is news of all coins: they make no jumps of their own. */
const leading: ReadonlySet<string> = new Set(['BTC', 'ETH'])

/** Does a coin now and then jump while the others stand? */
export const jumpsAlone = (coin: string): boolean => !leading.has(coin)

/** Money against money: what is left of a movement beside the rates. */
const money: CoinProfile = { annualVolatility: 0.01, beta: 0, dailyTurnover: 60e6 }
const tokenTurnover = 10e6

/** Returns the coin's profile; a coin that is not in the list behaves like a middling altcoin. */
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

/** The prices at which seeds begin lie around the listing's round ones with this deviation. */
const openingDeviation = 0.03

/** Returns how many times the listing's round price a coin is worth where a seed begins. */
export const openingRatio = (seed: number | string, coin: string): number =>
  isMoney(coin) || tokenOf(coin) !== undefined
    ? 1
    : Math.exp(openingDeviation * bellAt(noiseKey(seed, 'opening', coin), 0))

/** Returns the yearly volatility that is the coin's own, besides what it gets from the market. */
export function ownAnnualVolatility(profile: CoinProfile): number {
  const whole = profile.annualVolatility
  const fromMarket = profile.beta * marketAnnualVolatility
  // However closely it follows the market, a coin keeps some life of its own.
  return Math.sqrt(Math.max(whole * whole - fromMarket * fromMarket, 0.09 * whole * whole))
}
