// Black-76: the numbers of rules 9.2 and laws that every price obeys.

import { describe, expect, test } from 'vitest'
import { createPrng } from '../numbers/prng.ts'
import {
  distances,
  impliedVolatility,
  normalCdf,
  optionGreeks,
  optionPrice,
  yearsLeft,
  type OptionInputs,
} from './black76.ts'

const call: OptionInputs = {
  right: 'Call',
  forward: 60_000,
  strike: 65_000,
  volatility: 0.55,
  years: 45 / 365,
}
const put: OptionInputs = { ...call, right: 'Put' }

describe('EX-9.1', () => {
  test('d1, d2 and both prices', () => {
    const { d1, d2 } = distances(call)
    expect(d1).toBeCloseTo(-0.3179169288, 10)
    expect(d2).toBeCloseTo(-0.5110348217, 10)
    expect(optionPrice(call)).toBeCloseTo(2713.32162607, 8)
    expect(optionPrice(put)).toBeCloseTo(7713.32162607, 8)
  })

  test('greeks of both sides', () => {
    const ofCall = optionGreeks(call)
    expect(ofCall.delta).toBeCloseTo(0.3752739755, 10)
    expect(optionGreeks(put).delta).toBeCloseTo(-0.6247260245, 10)
    expect(ofCall.gamma).toBeCloseTo(3.2733238e-5, 12)
    expect(ofCall.vega).toBeCloseTo(79.90497397, 8)
    expect(ofCall.theta).toBeCloseTo(-48.83081743, 8)
    expect(optionGreeks(put).theta).toBe(ofCall.theta)
  })
})

test('EX-9.2: the volatility of a premium of 2,500 is 0.5231914008', () => {
  expect(impliedVolatility(2500, call)).toBeCloseTo(0.5231914008, 10)
})

test('the normal distribution is exact to 1e-12 in its middle and in its tails', () => {
  // Table values to 16 digits.
  const known: readonly (readonly [number, number])[] = [
    [0, 0.5],
    [0.5, 0.6914624612740131],
    [1, 0.8413447460685429],
    [1.96, 0.9750021048517795],
    [2.9, 0.998134186699616],
    [3, 0.9986501019683699],
    [3.1, 0.9990323967867817],
    [5, 0.9999997133484281],
  ]
  for (const [x, value] of known) {
    expect(Math.abs(normalCdf(x) - value)).toBeLessThan(1e-15 * 4)
    expect(Math.abs(normalCdf(-x) - (1 - value))).toBeLessThan(1e-15 * 4)
  }
  expect(normalCdf(-8)).toBeCloseTo(6.220960574271786e-16, 28)
  // The two formulas agree where one takes over from the other.
  expect(Math.abs(normalCdf(3 + 1e-13) - normalCdf(3 - 1e-13))).toBeLessThan(1e-14)
})

const random = createPrng(9)
const between = (low: number, high: number): number => low + random.nextFloat() * (high - low)
const anyOption = (): OptionInputs => {
  const forward = between(100, 100_000)
  const years = between(1 / 365, 1)
  const volatility = between(0.15, 2)
  // Up to three and a half standard deviations from the money.
  const strike = forward * Math.exp(between(-3.5, 3.5) * volatility * Math.sqrt(years))
  const right = random.nextBelow(2) === 0 ? 'Call' : 'Put'
  return { right, forward, strike, volatility, years }
}

test('IV(price(σ)) is σ to 1e-9 over 100,000 options', () => {
  let worst = 0
  for (let k = 0; k < 100_000; k += 1) {
    const { volatility, ...drawn } = anyOption()
    // The price of an option in the money has too few digits to recover its volatility.
    const right = drawn.strike > drawn.forward ? 'Call' : 'Put'
    const inputs = { ...drawn, right } as const
    const found = impliedVolatility(optionPrice({ ...inputs, volatility }), inputs)
    worst = Math.max(worst, Math.abs((found ?? 0) - volatility))
  }
  expect(worst).toBeLessThan(1e-9)
})

test('no volatility gives a price below the value at expiry, or above the bound', () => {
  expect(impliedVolatility(5000, { ...call, strike: 55_000 })).toBeUndefined()
  expect(impliedVolatility(60_000, call)).toBeUndefined()
  expect(impliedVolatility(65_000, put)).toBeUndefined()
  expect(impliedVolatility(2500, { ...call, years: 0 })).toBeUndefined()
  expect(impliedVolatility(0, call)).toBeUndefined()
})

test('14.2.35: parity, order of strikes, value at expiry and convexity', () => {
  for (let k = 0; k < 2_000; k += 1) {
    const option = anyOption()
    const { forward, strike } = option
    const width = forward * 0.01
    const at = (right: 'Call' | 'Put', more: number): number =>
      optionPrice({ ...option, right, strike: strike + more })
    const parity = at('Call', 0) - at('Put', 0) - (forward - strike)
    expect(Math.abs(parity)).toBeLessThan(1e-9 * (forward + strike))
    const dust = 1e-9 * forward
    expect(at('Call', width)).toBeLessThanOrEqual(at('Call', 0) + dust)
    expect(at('Put', width)).toBeGreaterThanOrEqual(at('Put', 0) - dust)
    expect(at('Call', 0)).toBeGreaterThanOrEqual(Math.max(0, forward - strike) - dust)
    const middle = 2 * at('Call', width)
    expect(at('Call', 0) + at('Call', 2 * width)).toBeGreaterThanOrEqual(middle - dust)
  }
})

test('greeks equal the numerical derivatives of the price', () => {
  for (let k = 0; k < 500; k += 1) {
    const option = anyOption()
    const { forward, volatility, years } = option
    const greeks = optionGreeks(option)
    const at = (changed: Partial<OptionInputs>): number => optionPrice({ ...option, ...changed })
    const df = forward * 1e-4 * volatility * Math.sqrt(years)
    const up = at({ forward: forward + df })
    const down = at({ forward: forward - df })
    expect((up - down) / (2 * df)).toBeCloseTo(greeks.delta, 5)
    const curve = (up + down - 2 * at({})) / (df * df)
    expect(Math.abs(curve - greeks.gamma)).toBeLessThan(1e-3 * greeks.gamma + 1e-7)
    const vega =
      (at({ volatility: volatility + 1e-5 }) - at({ volatility: volatility - 1e-5 })) / 2e-5
    expect(Math.abs(vega / 100 - greeks.vega)).toBeLessThan(1e-5 * greeks.vega + 1e-6)
    const dt = years * 1e-4
    const theta = (at({ years: years - dt }) - at({ years: years + dt })) / (2 * dt) / 365
    expect(Math.abs(theta - greeks.theta)).toBeLessThan(1e-4 * Math.abs(greeks.theta) + 1e-6)
  }
})

test('at expiry the price is the payoff', () => {
  const ended = { ...call, strike: 55_000, years: 0 }
  expect(optionPrice(ended)).toBe(5000)
  expect(optionPrice({ ...ended, right: 'Put' })).toBe(0)
  expect(optionGreeks(ended)).toEqual({ delta: 1, gamma: 0, vega: 0, theta: 0 })
  expect(yearsLeft(1_000, 2_000)).toBe(0)
  expect(yearsLeft(31_536_000_000, 0)).toBe(1)
})
