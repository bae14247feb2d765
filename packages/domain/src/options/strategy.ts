// Option strategies with their underlying: profit by price and time, bounds, break-evens,
// probability of profit (rules 9.7), in floating point because it is for display (decision 50).

import type { OptionRight } from '../instrument/option.ts'
import { normalCdf, optionPrice, yearsLeft } from './black76.ts'

/** An existing or planned leg: `qty` in base coins, negative for short. */
export type StrategyLeg = {
  readonly right: OptionRight | 'Underlying'
  /** 0 for the underlying. */
  readonly strike: number
  /** 0 for the underlying, which does not expire. */
  readonly deliveryMs: number
  /** The volatility of its mark, as a share. */
  readonly volatility: number
  /** The price of a future with the same expiry, as a multiple of the index. */
  readonly basis: number
  readonly qty: number
  /** The price paid per base coin. */
  readonly price: number
}

/** The index and the time at which a strategy is valued. */
export type Moment = {
  /** The index. */
  readonly price: number
  readonly nowMs: number
  /** Added to every volatility, as a share. */
  readonly shift: number
}

const leastVolatility = 0.01

/** Returns the value of a leg per base coin; its basis decays with its remaining time. */
export function legValue(
  leg: StrategyLeg,
  { price, nowMs, shift }: Moment,
  fromMs: number,
): number {
  if (leg.right === 'Underlying') return price
  const years = yearsLeft(leg.deliveryMs, nowMs)
  const all = yearsLeft(leg.deliveryMs, fromMs)
  const share = all > 0 ? Math.min(1, years / all) : 0
  return optionPrice({
    right: leg.right,
    forward: price * (1 + (leg.basis - 1) * share),
    strike: leg.strike,
    volatility: Math.max(leastVolatility, leg.volatility + shift),
    years,
  })
}

/** Returns the profit of all legs at a time, before fees, in the settle coin. */
export const profitAt = (legs: readonly StrategyLeg[], at: Moment, fromMs: number): number =>
  legs.reduce((sum, leg) => sum + leg.qty * (legValue(leg, at, fromMs) - leg.price), 0)

/** Returns the first expiry of the options; undefined if there are none. */
export function horizonMs(legs: readonly StrategyLeg[]): number | undefined {
  const ends = legs.flatMap(({ right, deliveryMs }) => (right === 'Underlying' ? [] : [deliveryMs]))
  return ends.length === 0 ? undefined : Math.min(...ends)
}

/** The total premium of the options, negative if received; the underlying costs no premium. */
export const premiumOf = (legs: readonly StrategyLeg[]): number =>
  legs.reduce((sum, { right, qty, price }) => (right === 'Underlying' ? sum : sum + qty * price), 0)

/** A strategy at its first expiry; a bound is `undefined` if it is unlimited. */
export type Outcome = {
  readonly breakEvens: readonly number[]
  readonly maxGain: number | undefined
  readonly maxLoss: number | undefined
  /** Ranges of the index with a profit; the last one may be unlimited. */
  readonly profitable: readonly { readonly from: number; readonly to: number }[]
}

/** The upper end of the examined prices, in multiples of the highest of index and strikes. */
const farTimes = 8
const gridSteps = 400

/**
 * Returns the break-evens, gain and loss of a strategy at its first expiry. If all legs expire
 * then, the bounds are exact; later legs are valued by their volatility, and extremes are searched
 * to a precision of one millionth.
 */
export function outcomeOf(legs: readonly StrategyLeg[], index: number, fromMs: number): Outcome {
  const endMs = horizonMs(legs) ?? fromMs
  const profit = (price: number): number =>
    profitAt(legs, { price, nowMs: endMs, shift: 0 }, fromMs)
  const prices = nodesOf(legs, index)
  const last = prices.at(-1) ?? index
  const slope = slopeBeyond(legs)
  const profits = prices.map(profit)
  const best = profits.indexOf(Math.max(...profits))
  const worst = profits.indexOf(Math.min(...profits))
  const extreme = (node: number, sign: 1 | -1): number =>
    turnAround(profit, sign, prices[node - 1] ?? 0, prices[node + 1] ?? last)
  const breakEvens = prices.flatMap((price, k) => crossing(profit, prices[k - 1] ?? price, price))
  return {
    breakEvens,
    maxGain: slope > flat ? undefined : Math.max(profits[best] ?? 0, extreme(best, 1)),
    maxLoss: slope < -flat ? undefined : Math.min(profits[worst] ?? 0, extreme(worst, -1)),
    profitable: profitableRanges(profit, breakEvens, last),
  }
}

/** A slope below this is a rounding error. */
const flat = 1e-9

/** The gain per dollar of the index far above all strikes. */
const slopeBeyond = (legs: readonly StrategyLeg[]): number =>
  legs.reduce((sum, { right, qty }) => sum + (right === 'Put' ? 0 : qty), 0)

/** The examined prices: the strikes, where the profit bends, and points between them. */
function nodesOf(legs: readonly StrategyLeg[], index: number): readonly number[] {
  const strikes = legs.flatMap(({ right, strike }) => (right === 'Underlying' ? [] : [strike]))
  const far = farTimes * Math.max(index, ...strikes)
  const steps = Array.from({ length: gridSteps + 1 }, (_, k) => (far * k * k) / gridSteps ** 2)
  return [...new Set([...strikes, ...steps])].toSorted((a, b) => a - b)
}

/** Ternary search of the highest profit (sign 1) or the lowest (−1) between two prices. */
function turnAround(of: (price: number) => number, sign: 1 | -1, from: number, to: number): number {
  let [low, high] = [from, to]
  for (let round = 0; round < 60 && high - low > 1e-6 * high; round += 1) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3]
    if (sign * of(a) < sign * of(b)) low = a
    else high = b
  }
  return of((low + high) / 2)
}

/** Returns the price between two at which the profit changes sign, if it does. */
function crossing(of: (price: number) => number, from: number, to: number): readonly number[] {
  if (from === to || of(from) > 0 === of(to) > 0) return []
  let [low, high] = [from, to]
  const isUp = of(high) > 0
  for (let round = 0; round < 100 && high - low > 1e-9 * high; round += 1) {
    const middle = (low + high) / 2
    if (of(middle) > 0 === isUp) high = middle
    else low = middle
  }
  return [(low + high) / 2]
}

function profitableRanges(
  of: (price: number) => number,
  breakEvens: readonly number[],
  last: number,
): Outcome['profitable'] {
  const edges = [0, ...breakEvens, Infinity]
  return edges.slice(0, -1).flatMap((from, k) => {
    const to = edges[k + 1] ?? Infinity
    const inside = to === Infinity ? Math.max(last, from * 2) : (from + to) / 2
    return of(inside) > 0 ? [{ from, to }] : []
  })
}

/** The lognormal distribution of the index at a time: its forward and volatility. */
export type Spread = {
  readonly forward: number
  readonly volatility: number
  readonly years: number
}

/**
 * Returns the probability that the index ends within ranges: lognormal around its forward (9.2).
 */
export function probabilityOf(ranges: Outcome['profitable'], spread: Spread): number {
  return ranges.reduce((sum, { from, to }) => sum + below(to, spread) - below(from, spread), 0)
}

/** Returns the probability that the index ends below a price: N(−d2). */
function below(price: number, { forward, volatility, years }: Spread): number {
  if (price <= 0) return 0
  if (price === Infinity) return 1
  const deviation = volatility * Math.sqrt(years)
  if (deviation <= 0) return price > forward ? 1 : 0
  return normalCdf(Math.log(price / forward) / deviation + deviation / 2)
}
