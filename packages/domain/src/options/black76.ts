// Black-76 with a zero rate in floating point: prices, greeks and implied volatility of European
// options (rules 9.2). The engine never calls it: it gets marks as integers (decision 50).

import type { OptionRight } from '../instrument/option.ts'

/** The inputs of a price; times in years of 365 days, volatility as a share: 0.55 is 55 %. */
export type OptionInputs = {
  readonly right: OptionRight
  readonly forward: number
  readonly strike: number
  readonly volatility: number
  readonly years: number
}

/** Per base coin: vega for one volatility point, theta for a day (rules 9.2). */
export type Greeks = {
  readonly delta: number
  readonly gamma: number
  readonly vega: number
  readonly theta: number
}

const rootTwoPi = Math.sqrt(2 * Math.PI)
/** Beyond this the tail uses a continued fraction, which keeps its leading digits. */
const tailFrom = 3
const tailTerms = 120

const density = (x: number): number => Math.exp(-0.5 * x * x) / rootTwoPi

/** Returns the normal distribution function with an error of 1e-15, relative in the tails. */
export function normalCdf(x: number): number {
  if (x < -tailFrom) return upperTail(-x)
  if (x > tailFrom) return 1 - upperTail(x)
  let term = x
  let sum = x
  for (let k = 3; Math.abs(term) > 1e-18 * Math.abs(sum); k += 2) {
    term *= (x * x) / k
    sum += term
  }
  return 0.5 + density(x) * sum
}

/** Returns 1 − N(x) for x above 3 by Laplace's continued fraction. */
function upperTail(x: number): number {
  let fraction = x
  for (let k = tailTerms; k >= 1; k -= 1) fraction = x + k / fraction
  return density(x) / fraction
}

type Distances = { readonly d1: number; readonly d2: number }

/** Returns d1 and d2 (9.2); infinite at expiry and at zero volatility. EX-9.1 */
export function distances({ forward, strike, volatility, years }: OptionInputs): Distances {
  const deviation = volatility * Math.sqrt(years)
  const moneyness = Math.log(forward / strike)
  if (deviation <= 0) {
    const far = moneyness === 0 ? 0 : moneyness > 0 ? Infinity : -Infinity
    return { d1: far, d2: far }
  }
  const d1 = moneyness / deviation + deviation / 2
  return { d1, d2: d1 - deviation }
}

/** Returns the option's value per base coin. EX-9.1 */
export function optionPrice(inputs: OptionInputs): number {
  const { right, forward, strike } = inputs
  const { d1, d2 } = distances(inputs)
  return right === 'Call'
    ? forward * normalCdf(d1) - strike * normalCdf(d2)
    : strike * normalCdf(-d2) - forward * normalCdf(-d1)
}

/** Returns the greeks per base coin; at expiry all but delta are 0. EX-9.1 */
export function optionGreeks(inputs: OptionInputs): Greeks {
  const { right, forward, volatility, years } = inputs
  const { d1 } = distances(inputs)
  const delta = right === 'Call' ? normalCdf(d1) : -normalCdf(-d1)
  const root = Math.sqrt(years)
  if (!Number.isFinite(d1) || volatility * root <= 0) return { delta, gamma: 0, vega: 0, theta: 0 }
  const slope = forward * density(d1)
  return {
    delta,
    gamma: density(d1) / (forward * volatility * root),
    vega: (slope * root) / 100,
    theta: (-slope * volatility) / (2 * root) / 365,
  }
}

/** The range of the implied volatility search: 0.01 % to 5,000 %. */
const [leastVolatility, mostVolatility] = [1e-4, 50]

/**
 * Returns the implied volatility of a price; undefined if the price is below the value at expiry or
 * above its bound. Newton steps within a shrinking bracket. EX-9.2
 */
export function impliedVolatility(
  price: number,
  inputs: Omit<OptionInputs, 'volatility'>,
): number | undefined {
  const { right, forward, strike, years } = inputs
  if (years <= 0 || !(price > 0)) return undefined
  // The out-of-the-money option has the same volatility and loses no digits (parity).
  const isIn = right === 'Call' ? forward > strike : strike > forward
  const other: OptionRight = right === 'Call' ? 'Put' : 'Call'
  const target = isIn ? price - Math.abs(forward - strike) : price
  const side: OptionRight = isIn ? other : right
  const bound = side === 'Call' ? forward : strike
  if (target <= 0 || target >= bound) return undefined
  const at = (volatility: number): OptionInputs => ({ ...inputs, right: side, volatility })
  let low = leastVolatility
  let high = mostVolatility
  if (optionPrice(at(low)) > target || optionPrice(at(high)) < target) return undefined
  let found = startOf(forward, strike, years)
  for (let round = 0; round < 200; round += 1) {
    const excess = optionPrice(at(found)) - target
    if (excess === 0) return found
    if (excess > 0) high = found
    else low = found
    const vega = optionGreeks(at(found)).vega * 100
    const next = found - excess / vega
    const step = next > low && next < high ? next : (low + high) / 2
    if (Math.abs(step - found) <= 1e-15 + 1e-14 * found || high - low < 1e-15) return step
    found = step
  }
  return found
}

/** The inflection of the price in volatility; Newton's steps from it do not overshoot. */
function startOf(forward: number, strike: number, years: number): number {
  const found = Math.sqrt((2 * Math.abs(Math.log(forward / strike))) / years)
  return Math.min(Math.max(found, 0.05), 10)
}

/** Returns the years to expiry, of 365 days; 0 from the delivery on (9.2). */
export const yearsLeft = (deliveryMs: number, nowMs: number): number =>
  Math.max(0, deliveryMs - nowMs) / 31_536_000_000
