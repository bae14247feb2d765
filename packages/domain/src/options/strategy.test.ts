// Payoffs compared with sums worked out by hand, and probabilities with those of Black-76.

import { describe, expect, test } from 'vitest'
import { distances, normalCdf, optionPrice } from './black76.ts'
import {
  premiumOf,
  horizonMs,
  outcomeOf,
  probabilityOf,
  profitAt,
  type StrategyLeg,
} from './strategy.ts'
import { legsOfTemplate, strategyNames } from './strategy-templates.ts'

const dayMs = 86_400_000
const endMs = 30 * dayMs

const option = (
  right: 'Call' | 'Put',
  strike: number,
  qty: number,
  price: number,
): StrategyLeg => ({ right, strike, deliveryMs: endMs, volatility: 0.6, basis: 1, qty, price })
const coin = (qty: number, price: number): StrategyLeg => ({
  right: 'Underlying',
  strike: 0,
  deliveryMs: 0,
  volatility: 0,
  basis: 1,
  qty,
  price,
})

describe('at expiry', () => {
  test('a call loses at most its premium, and gains without limit above strike plus premium', () => {
    const outcome = outcomeOf([option('Call', 60_000, 1, 2_000)], 60_000, 0)
    expect(outcome.maxLoss).toBeCloseTo(-2_000, 6)
    expect(outcome.maxGain).toBeUndefined()
    expect(outcome.breakEvens).toHaveLength(1)
    expect(outcome.breakEvens[0]).toBeCloseTo(62_000, 3)
    expect(outcome.profitable).toEqual([{ from: outcome.breakEvens[0], to: Infinity }])
  })

  test('a short call gains at most its premium and loses without limit', () => {
    const outcome = outcomeOf([option('Call', 60_000, -1, 2_000)], 60_000, 0)
    expect(outcome.maxGain).toBeCloseTo(2_000, 6)
    expect(outcome.maxLoss).toBeUndefined()
  })

  test('a short put loses at most its strike less the premium', () => {
    const outcome = outcomeOf([option('Put', 60_000, -0.5, 2_000)], 60_000, 0)
    expect(outcome.maxGain).toBeCloseTo(1_000, 6)
    expect(outcome.maxLoss).toBeCloseTo(-29_000, 6)
  })

  test('a sold put spread gains at most its credit and loses at most the rest of its width', () => {
    // Sold 58,000 for 1,500, bought 54,000 for 600: credit 900, width 4,000.
    const legs = [option('Put', 58_000, -1, 1_500), option('Put', 54_000, 1, 600)]
    const outcome = outcomeOf(legs, 60_000, 0)
    expect(premiumOf(legs)).toBe(-900)
    expect(outcome.maxGain).toBeCloseTo(900, 6)
    expect(outcome.maxLoss).toBeCloseTo(-3_100, 6)
    expect(outcome.breakEvens).toHaveLength(1)
    expect(outcome.breakEvens[0]).toBeCloseTo(57_100, 3)
  })

  test('the coins of a covered call are not counted as premium', () => {
    expect(premiumOf([coin(1, 60_000), option('Call', 64_000, -1, 800)])).toBe(-800)
  })

  test('an iron condor has two break-evens', () => {
    const legs = [
      option('Put', 52_000, 1, 200),
      option('Put', 56_000, -1, 700),
      option('Call', 64_000, -1, 800),
      option('Call', 68_000, 1, 250),
    ]
    const outcome = outcomeOf(legs, 60_000, 0)
    expect(outcome.maxGain).toBeCloseTo(1_050, 6)
    expect(outcome.maxLoss).toBeCloseTo(-2_950, 6)
    expect(outcome.breakEvens.map((price) => Math.round(price))).toEqual([54_950, 65_050])
    expect(outcome.profitable).toHaveLength(1)
  })

  test('a covered call has the coin’s profit up to its strike', () => {
    const legs = [coin(1, 60_000), option('Call', 64_000, -1, 900)]
    const outcome = outcomeOf(legs, 60_000, 0)
    expect(outcome.maxGain).toBeCloseTo(4_900, 6)
    expect(outcome.maxLoss).toBeCloseTo(-59_100, 6)
    expect(outcome.breakEvens.map((price) => Math.round(price))).toEqual([59_100])
  })

  test('a calendar is valued when its first option expires, and gains most at its strike', () => {
    const later = { ...option('Call', 60_000, 1, 4_000), deliveryMs: 2 * endMs }
    const legs = [option('Call', 60_000, -1, 2_800), later]
    expect(horizonMs(legs)).toBe(endMs)
    const outcome = outcomeOf(legs, 60_000, 0)
    const atStrike = optionPrice({
      right: 'Call',
      forward: 60_000,
      strike: 60_000,
      volatility: 0.6,
      years: endMs / (365 * dayMs),
    })
    expect(outcome.maxGain).toBeCloseTo(atStrike - 1_200, 2)
    // Far from the strike both options are worth the same, and the price paid is lost.
    expect(outcome.maxLoss).toBeCloseTo(-1_200, 2)
    expect(outcome.breakEvens).toHaveLength(2)
  })
})

test('before expiry an option is worth its Black-76 value at the shifted volatility', () => {
  const legs = [option('Call', 60_000, 2, 1_000)]
  const price = optionPrice({
    right: 'Call',
    forward: 61_000,
    strike: 60_000,
    volatility: 0.7,
    years: 20 / 365,
  })
  const at = { price: 61_000, nowMs: 10 * dayMs, shift: 0.1 }
  expect(profitAt(legs, at, 0)).toBeCloseTo(2 * (price - 1_000), 8)
})

test('the basis of a forward is 0 when its option expires', () => {
  const leg = { ...option('Call', 60_000, 1, 0), basis: 1.02 }
  expect(profitAt([leg], { price: 61_000, nowMs: endMs, shift: 0 }, 0)).toBeCloseTo(1_000, 8)
})

test('a probability is that of the risk-neutral distribution', () => {
  const spread = { forward: 60_000, volatility: 0.6, years: 30 / 365 }
  const { d2 } = distances({ right: 'Call', strike: 62_000, ...spread })
  expect(probabilityOf([{ from: 62_000, to: Infinity }], spread)).toBeCloseTo(normalCdf(d2), 12)
  const both = [
    { from: 0, to: 62_000 },
    { from: 62_000, to: Infinity },
  ]
  expect(probabilityOf(both, spread)).toBeCloseTo(1, 12)
  expect(probabilityOf([], spread)).toBe(0)
})

describe('templates', () => {
  const strikes = [52, 54, 56, 58, 60, 62, 64, 66, 68].map((k) => k * 1_000)
  const near = { deliveryMs: 1, strikes }
  const later = { deliveryMs: 2, strikes }

  test.each(strategyNames)('the legs of %s are at listed strikes', (name) => {
    const legs = legsOfTemplate(name, 60_400, near, later)
    expect(legs?.length).toBeGreaterThan(1)
    expect(
      legs?.every(({ right, strike }) => right === 'Underlying' || strikes.includes(strike)),
    ).toBe(true)
  })

  test('an iron condor buys the outer strikes and sells the inner ones', () => {
    const legs = legsOfTemplate('ironCondor', 60_400, near, later)
    expect(legs?.map(({ right, strike, ratio }) => `${ratio} ${right} ${strike}`)).toEqual([
      '1 Put 52000',
      '1 Call 68000',
      '-1 Put 56000',
      '-1 Call 64000',
    ])
  })

  test('a calendar has one strike, the nearest to the money that both expiries have', () => {
    const [soon, late] = [near, { ...later, strikes: [55_000, 58_000, 62_500, 64_000, 70_000] }]
    const soonest = { ...soon, strikes: [56_000, 58_000, 60_000, 62_000, 64_000] }
    expect(legsOfTemplate('calendar', 60_400, soonest, late)?.map(({ strike }) => strike)).toEqual([
      58_000, 58_000,
    ])
    const others = { ...later, strikes: [60_500, 61_000] }
    expect(legsOfTemplate('calendar', 60_400, soonest, others)).toBeUndefined()
  })

  test('a calendar without a later expiry and a spread without two strikes have no legs', () => {
    expect(legsOfTemplate('calendar', 60_400, near, undefined)).toBeUndefined()
    const few = { deliveryMs: 1, strikes: [60_000] }
    expect(legsOfTemplate('bullCallSpread', 60_400, few, later)).toBeUndefined()
  })
})
