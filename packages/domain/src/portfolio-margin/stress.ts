// The stress scenarios of portfolio margin: moves of price and volatility, and an option's profit
// in each (rules 10.2).

import { dayMs } from '../instrument/candle.ts'
import type { OptionRight } from '../instrument/option.ts'
import { rateE8, type PriceE8, type RateE8 } from '../numbers/fixed.ts'
import {
  repeatableCdf,
  repeatableDensity,
  repeatableExp,
  repeatableLn,
  repeatableRoot,
} from './repeatable.ts'

/** The stress parameters of a coin's unit, and the rates of its contingencies (10.2, 10.3). */
export type StressTerms = {
  /** The step between two of the eleven price moves, whole percent; 0 is in the middle. */
  readonly stepPercent: number
  /** Rise and fall of volatilities, as shares, at thirty days to expiry. */
  readonly volatilityUp: number
  readonly volatilityDown: number
  readonly shortOption: RateE8
  /** Per day between two expiries. */
  readonly vegaSpread: RateE8
  readonly deltaSpread: RateE8
  /** Whether the delta spread charges only opposite deltas (D-48). */
  readonly matchedOnly: boolean
  readonly stablecoinSpread: RateE8
  readonly linear: RateE8
  /** Initial margin ÷ maintenance margin, as a rate. */
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

/** Returns the stress parameters of a base coin (D-46). */
export const stressTermsOf = (baseCoin: string): StressTerms =>
  baseCoin === 'BTC' || baseCoin === 'ETH'
    ? bitcoinAndEther
    : largeCoins.has(baseCoin)
      ? large
      : others

/** The number of price moves, each with volatilities up, unchanged and down. */
export const priceMoves = 11
const volatilityMoves = 3
export const scenarioCount = priceMoves * volatilityMoves

export type Scenario = {
  /** The price move in percent; the volatility move as a share, before scaling by term. */
  readonly pricePercent: number
  readonly volatility: number
}

/** Returns a scenario by its index: prices ascending, each with volatility up, unchanged, down. */
export function scenarioAt(terms: StressTerms, place: number): Scenario {
  const row = Math.floor(place / volatilityMoves)
  const column = place - row * volatilityMoves
  const moves = [terms.volatilityUp, 0, terms.volatilityDown] as const
  return { pricePercent: (row - 5) * terms.stepPercent, volatility: moves[column] ?? 0 }
}

const yearMs = 365 * dayMs

/** Returns the days to an expiry, rounded up, at least one (10.2). */
export const daysTo = (deliveryMs: number, nowMs: number): number =>
  Math.max(1, Math.ceil((deliveryMs - nowMs) / dayMs))

/** Returns (30 ÷ days)^0.30: the scale of a volatility move for a term. EX-10.5 */
export const termScale = (days: number): number => repeatableExp(0.3 * repeatableLn(30 / days))

/** The inputs of an option's stress: the figures of its last price. */
export type StressedOption = {
  readonly right: OptionRight
  readonly strikeE8: PriceE8
  readonly deliveryMs: number
  readonly forwardE8: PriceE8
  readonly volatilityE8: RateE8
  readonly markE8: PriceE8
  readonly pricedMs: number
}

/** The figures of a row: a profit for each scenario, then delta and vega. */
export const rowLength = scenarioCount + 2
export const [deltaPlace, vegaPlace] = [scenarioCount, scenarioCount + 1]

/**
 * The profit per base coin of an option in each scenario, 1e-8 settle coin rounded down, its delta
 * and its vega for a whole 1.00 of volatility, both ×1e8. Each figure is a high part × 2^22 and a
 * low part, so that sums over many lots stay within the safe integers: all high parts, then all low
 * ones.
 */
export type StressRow = Float64Array

/** The factor between the two parts of a figure. */
export const highUnit = 4_194_304

/** Returns a row's delta or vega per base coin: ×1e8, vega for a whole 1.00 of volatility. */
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

/** Forward, strike and σ√T. */
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
