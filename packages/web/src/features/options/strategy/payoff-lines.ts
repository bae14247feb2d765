// The payoff of a strategy as lines of a plot: at the end of its first option and at a chosen day,
// with its break-evens and figures.

import { yearsLeft } from '@basis/domain/options/black76'
import {
  premiumOf,
  horizonMs,
  outcomeOf,
  probabilityOf,
  profitAt,
  type Outcome,
  type StrategyLeg,
} from '@basis/domain/options/strategy'
import { dayMs } from '@basis/domain/instrument/candle'

/** The slider values: percent of the index, points of volatility, whole days from now. */
export type Scenario = {
  readonly pricePercent: number
  readonly volatilityPoints: number
  readonly days: number
}
export const presentScenario: Scenario = { pricePercent: 0, volatilityPoints: 0, days: 0 }

export type Now = { readonly index: number; readonly nowMs: number }

/** A plot of 100 by 100, origin top left, with the zero line and the index. */
export type PayoffPlot = {
  readonly atEnd: string
  readonly chosen: string
  readonly zeroY: number
  readonly indexX: number
  readonly lowest: number
  readonly highest: number
  readonly least: number
  readonly most: number
  readonly breakEvens: readonly { readonly price: number; readonly x: number }[]
}

export type PayoffFigures = Outcome & {
  /** Positive if paid, negative if received. */
  readonly cost: number
  /** Undefined while a volatility is not known. */
  readonly probability: number | undefined
  /** At the slider values. */
  readonly chosenProfit: number
  readonly endMs: number
}

/** Rounds a plot coordinate to two decimals, enough for a pixel. */
const hundredth = (place: number): number => Math.round(place * 100) / 100

const points = 120
/** The minimum share of the index that is shown on each side. */
const leastSpan = 0.12

export function payoffFigures(
  legs: readonly StrategyLeg[],
  now: Now,
  scenario: Scenario,
): PayoffFigures {
  const endMs = horizonMs(legs) ?? now.nowMs
  const outcome = outcomeOf(legs, now.index, now.nowMs)
  const price = now.index * (1 + scenario.pricePercent / 100)
  return {
    ...outcome,
    cost: premiumOf(legs),
    probability: probabilityAt(legs, outcome, now),
    chosenProfit: profitAt(legs, momentOf(scenario, now, price, endMs), now.nowMs),
    endMs,
  }
}

/**
 * Returns the probability of profit; the volatility is that of the leg nearest to the money (9.2).
 */
function probabilityAt(
  legs: readonly StrategyLeg[],
  { profitable }: Outcome,
  { index, nowMs }: Now,
): number | undefined {
  const endMs = horizonMs(legs)
  const ending = legs.filter(({ deliveryMs }) => deliveryMs === endMs)
  const away = ({ strike }: StrategyLeg): number => Math.abs(strike - index)
  const near = ending.toSorted((a, b) => away(a) - away(b))[0]
  if (near === undefined || endMs === undefined || !(near.volatility > 0)) return undefined
  const years = yearsLeft(endMs, nowMs)
  return probabilityOf(profitable, {
    forward: index * near.basis,
    volatility: near.volatility,
    years,
  })
}

function momentOf(scenario: Scenario, now: Now, price: number, endMs: number) {
  const nowMs = Math.min(endMs, now.nowMs + scenario.days * dayMs)
  return { price, nowMs, shift: scenario.volatilityPoints / 100 }
}

/** Returns the slider's maximum in whole days: the end of the first option. */
export const daysToEnd = (legs: readonly StrategyLeg[], nowMs: number): number =>
  Math.max(1, Math.ceil(((horizonMs(legs) ?? nowMs) - nowMs) / dayMs))

/** Returns the lines over a range that includes the index, every strike and every break-even. */
export function payoffPlot(
  legs: readonly StrategyLeg[],
  now: Now,
  scenario: Scenario,
  breakEvens: readonly number[],
): PayoffPlot {
  const { index, nowMs } = now
  const endMs = horizonMs(legs) ?? nowMs
  const strikes = legs.flatMap(({ right, strike }) => (right === 'Underlying' ? [] : [strike]))
  const seen = [...strikes, ...breakEvens.filter((price) => price < index * 2)]
  const reach = Math.max(leastSpan * index, ...seen.map((price) => Math.abs(price - index) * 1.15))
  const [least, most] = [Math.max(0, index - reach), index + reach]
  const prices = [
    ...Array.from({ length: points + 1 }, (_, k) => least + ((most - least) * k) / points),
    ...strikes,
  ].toSorted((a, b) => a - b)
  const ends = prices.map((price) => profitAt(legs, { price, nowMs: endMs, shift: 0 }, nowMs))
  const chosen = prices.map((price) => profitAt(legs, momentOf(scenario, now, price, endMs), nowMs))
  const all = [...ends, ...chosen, 0]
  const [lowest, highest] = [Math.min(...all), Math.max(...all)]
  const pad = (highest - lowest) * 0.08 || 1
  const x = (price: number): number => ((price - least) / (most - least)) * 100
  const y = (profit: number): number =>
    ((highest + pad - profit) / (highest - lowest + 2 * pad)) * 100
  const line = (profits: readonly number[]): string =>
    profits.map((profit, k) => `${hundredth(x(prices[k] ?? 0))},${hundredth(y(profit))}`).join(' ')
  return {
    atEnd: line(ends),
    chosen: line(chosen),
    zeroY: y(0),
    indexX: x(index),
    lowest,
    highest,
    least,
    most,
    breakEvens: breakEvens
      .filter((price) => price >= least && price <= most)
      .map((price) => ({ price, x: x(price) })),
  }
}
