// The stress of portfolio margin: by how much prices and volatilities are moved, and what an option
// would gain by each move (rules 10.2).

import type { OptionRight } from '../instrument/option.ts'
import { rateE8, type PriceE8, type RateE8 } from '../numbers/fixed.ts'
import {
  repeatableCdf,
  repeatableDensity,
  repeatableExp,
  repeatableLn,
  repeatableRoot,
} from './repeatable.ts'

/** What a coin's unit is stressed by, and the shares of its contingencies (10.2, 10.3). */
export type StressTerms = {
  /** Between two of the eleven moves of the price, whole percent; 0 lies in the middle. */
  readonly stepPercent: number
  /** By which volatilities rise and fall, as shares, thirty days before the expiry. */
  readonly volatilityUp: number
  readonly volatilityDown: number
  readonly shortOption: RateE8
  /** For each day between two expiries. */
  readonly vegaSpread: RateE8
  readonly deltaSpread: RateE8
  /** Whether the delta spread charges opposite deltas alone (D-48). */
  readonly matchedOnly: boolean
  readonly stablecoinSpread: RateE8
  readonly linear: RateE8
  /** Of the maintenance margin the initial margin, as a rate. */
  readonly initialFactor: RateE8
}

const bitcoinAndEther: StressTerms = {
  stepPercent: 2,
  volatilityUp: 0.24,
  volatilityDown: -0.2,
  shortOption: rateE8(1_000_000),
  vegaSpread: rateE8(30_000),
  deltaSpread: rateE8(25_000_000),
  matchedOnly: false,
  stablecoinSpread: rateE8(500_000),
  linear: rateE8(30_000),
  initialFactor: rateE8(120_000_000),
}

const large: StressTerms = {
  ...bitcoinAndEther,
  stepPercent: 3,
  volatilityUp: 0.3,
  volatilityDown: -0.25,
  shortOption: rateE8(2_000_000),
  vegaSpread: rateE8(60_000),
  deltaSpread: rateE8(45_000_000),
  linear: rateE8(100_000),
}

const others: StressTerms = {
  ...large,
  stepPercent: 5,
  volatilityUp: 0.4,
  volatilityDown: -0.3,
  deltaSpread: rateE8(60_000_000),
}

const largeCoins = new Set(
  'SOL XRP BNB DOGE ADA TRX AVAX LINK TON SUI XLM BCH LTC DOT HBAR SHIB UNI NEAR'.split(' '),
)

/** Returns what the unit of a base coin is stressed by (D-46). */
export const stressTermsOf = (baseCoin: string): StressTerms =>
  baseCoin === 'BTC' || baseCoin === 'ETH'
    ? bitcoinAndEther
    : largeCoins.has(baseCoin)
      ? large
      : others

/** How often the price is moved; each move with volatilities up, unchanged and down. */
export const priceMoves = 11
const volatilityMoves = 3
export const scenarioCount = priceMoves * volatilityMoves

export type Scenario = {
  /** The move of the price in percent, and of volatilities as a share before its term. */
  readonly pricePercent: number
  readonly volatility: number
}

/** Returns a scenario by its place: prices from the lowest up, each up, unchanged, down. */
export function scenarioAt(terms: StressTerms, place: number): Scenario {
  const row = Math.floor(place / volatilityMoves)
  const column = place - row * volatilityMoves
  const moves = [terms.volatilityUp, 0, terms.volatilityDown] as const
  return { pricePercent: (row - 5) * terms.stepPercent, volatility: moves[column] ?? 0 }
}

const dayMs = 86_400_000
const yearMs = 365 * dayMs

/** Returns the days to an expiry, the last begun, one at least (10.2). */
export const daysTo = (deliveryMs: number, nowMs: number): number =>
  Math.max(1, Math.ceil((deliveryMs - nowMs) / dayMs))

/** Returns (30 ÷ days)^0.30: how much of a move of volatility a term takes. EX-10.5 */
export const termScale = (days: number): number => repeatableExp(0.3 * repeatableLn(30 / days))

/** What an option's stress depends on: the figures of its last price. */
export type StressedOption = {
  readonly right: OptionRight
  readonly strikeE8: PriceE8
  readonly deliveryMs: number
  readonly forwardE8: PriceE8
  readonly volatilityE8: RateE8
  readonly markE8: PriceE8
  readonly pricedMs: number
}

/** The figures of a row: a gain for each scenario, then delta and vega. */
export const rowLength = scenarioCount + 2
export const [deltaPlace, vegaPlace] = [scenarioCount, scenarioCount + 1]

/**
 * What one base coin of an option gains by each scenario, 1e-8 settle coin rounded down, its delta
 * and its vega for a whole 1.00 of volatility, both ×1e8. Each figure is a high part × 2^22 and a
 * low part, so that sums over many lots stay within the safe integers: all high ones, then all low
 * ones.
 */
export type StressRow = Float64Array

/** By which the parts of a row's figures differ. */
export const highUnit = 4_194_304

/** Returns delta or vega of a row, for one base coin: ×1e8, vega for a whole 1.00 of volatility. */
export function stressPart(row: StressRow, part: 'delta' | 'vega'): bigint {
  const place = part === 'delta' ? deltaPlace : vegaPlace
  return BigInt(row[place] ?? 0) * BigInt(highUnit) + BigInt(row[place + rowLength] ?? 0)
}

/** Returns an option's row at its last price. EX-10.1 */
export function stressRow(option: StressedOption, terms: StressTerms): StressRow {
  const figures: number[] = []
  const forward = option.forwardE8 / 1e8
  const strike = option.strikeE8 / 1e8
  const volatility = option.volatilityE8 / 1e8
  const leftMs = Math.max(0, option.deliveryMs - option.pricedMs)
  const root = repeatableRoot(leftMs / yearMs)
  const scale = termScale(daysTo(option.deliveryMs, option.pricedMs))
  for (let place = 0; place < scenarioCount; place += 1) {
    const move = scenarioAt(terms, place)
    const moved = Math.max(0.01, volatility * (1 + move.volatility * scale))
    const at = { forward: forward * (1 + move.pricePercent / 100), strike, deviation: moved * root }
    figures.push(Math.floor(premium(option.right, at) * 1e8) - option.markE8)
  }
  const d1 = distance({ forward, strike, deviation: volatility * root })
  const isCall = option.right === 'Call'
  figures.push(Math.floor((isCall ? repeatableCdf(d1) : -repeatableCdf(-d1)) * 1e8 + 0.5))
  figures.push(Math.floor(forward * repeatableDensity(d1) * root * 1e8 + 0.5))
  return splitRow(figures)
}

function splitRow(figures: readonly number[]): StressRow {
  const row = new Float64Array(2 * rowLength)
  figures.forEach((figure, place) => {
    const high = Math.floor(figure / highUnit)
    row[place] = high
    row[place + rowLength] = figure - high * highUnit
  })
  return row
}

/** Forward and strike as numbers, and σ√T. */
type Point = { readonly forward: number; readonly strike: number; readonly deviation: number }

const never = 1e9

function distance({ forward, strike, deviation }: Point): number {
  const moneyness = repeatableLn(forward / strike)
  if (deviation > 0) return moneyness / deviation + deviation / 2
  return moneyness === 0 ? 0 : moneyness > 0 ? never : -never
}

/** Black-76 with a zero rate (9.2). */
function premium(right: OptionRight, at: Point): number {
  const d1 = distance(at)
  const d2 = d1 - at.deviation
  const { forward, strike } = at
  return right === 'Call'
    ? forward * repeatableCdf(d1) - strike * repeatableCdf(d2)
    : strike * repeatableCdf(-d2) - forward * repeatableCdf(-d1)
}
