// The published surfaces are free of arbitrage: no butterfly or calendar has a negative price at
// any strike, checked on prices and not only by the conditions (rules 9.3, 14.2.35).

import { describe, expect, test } from 'vitest'
import { createPrng } from '../numbers/prng.ts'
import { optionPrice } from './black76.ts'
import {
  isFreeOfArbitrage,
  totalVariance,
  type Surface,
  smileAt,
  smileVolatility,
} from './surface.ts'

const surfaceVolatility = (
  surface: Surface,
  at: { readonly forward: number; readonly strike: number; readonly years: number },
): number => smileVolatility(smileAt(surface, at.years), at)

const usual: Surface = {
  spotVariance: 0.3,
  meanVariance: 0.36,
  reversion: 4,
  skew: -0.25,
  curvature: 1.2,
  power: 0.4,
}

function drawn(seed: number): Surface {
  const { nextFloat } = createPrng(seed)
  const between = (low: number, high: number): number => low + nextFloat() * (high - low)
  const skew = between(-0.9, 0.9)
  return {
    spotVariance: between(0.02, 2),
    meanVariance: between(0.05, 1),
    reversion: between(0.5, 12),
    skew,
    curvature: (2 / (1 + Math.abs(skew))) * between(0.1, 1),
    power: between(0.05, 0.5),
  }
}

const surfaces = [usual, ...Array.from({ length: 200 }, (_, k) => drawn(k + 1))]
const years = [1 / 365, 4 / 365, 11 / 365, 32 / 365, 0.5, 1]
const moneyness = Array.from({ length: 61 }, (_, k) => (k - 30) / 20)

describe('SSVI', () => {
  test('conditions hold for surfaces drawn within them, and not for others', () => {
    expect(surfaces.every(isFreeOfArbitrage)).toBe(true)
    expect(isFreeOfArbitrage({ ...usual, curvature: 1.7 })).toBe(false)
    expect(isFreeOfArbitrage({ ...usual, power: 0.6 })).toBe(false)
    expect(isFreeOfArbitrage({ ...usual, meanVariance: 0 })).toBe(false)
  })

  test('total variance never falls with the time to expiry', () => {
    for (const surface of surfaces) {
      for (const x of moneyness) {
        const totals = years.map((each) => totalVariance(surface, x, each))
        expect(totals.every((total, k) => k === 0 || total >= (totals[k - 1] ?? 0))).toBe(true)
      }
    }
  })

  test('call prices fall with the strike and are convex in it', () => {
    for (const surface of surfaces) {
      for (const time of years) {
        const forward = 1000
        const price = (strike: number): number => {
          const volatility = Math.sqrt(
            totalVariance(surface, Math.log(strike / forward), time) / time,
          )
          return optionPrice({ right: 'Call', forward, strike, volatility, years: time })
        }
        const strikes = Array.from({ length: 40 }, (_, k) => 400 + 40 * k)
        const calls = strikes.map(price)
        for (let k = 1; k < calls.length - 1; k += 1) {
          const [low = 0, middle = 0, high = 0] = calls.slice(k - 1, k + 2)
          expect(middle).toBeLessThanOrEqual(low + 1e-9)
          expect(low + high - 2 * middle).toBeGreaterThanOrEqual(-1e-9)
        }
      }
    }
  })

  test('volatility at the money goes from spot to mean variance with time, within its limits', () => {
    const at = { forward: 100, strike: 100, years: 1 / 365 }
    expect(surfaceVolatility(usual, at)).toBeCloseTo(Math.sqrt(0.3), 2)
    expect(surfaceVolatility(usual, { ...at, years: 50 })).toBeCloseTo(Math.sqrt(0.36), 2)
    expect(surfaceVolatility({ ...usual, spotVariance: 1e-6, meanVariance: 1e-6 }, at)).toBe(0.1)
    expect(surfaceVolatility({ ...usual, spotVariance: 90, meanVariance: 90 }, at)).toBe(5)
  })
})
