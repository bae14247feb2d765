// The fit of a volatility surface: it recovers the surface behind the quotes, is free of arbitrage
// for any quotes, and keeps the last surface with too few quotes (rules 9.3).

import { describe, expect, test } from 'vitest'
import { createPrng } from '../numbers/prng.ts'
import { fitSurface, type QuotedVolatility } from './fit-surface.ts'
import { isFreeOfArbitrage, type Surface, smileAt, smileVolatility } from './surface.ts'

const surfaceVolatility = (
  surface: Surface,
  at: { readonly forward: number; readonly strike: number; readonly years: number },
): number => smileVolatility(smileAt(surface, at.years), at)

const usual: Surface = {
  spotVariance: 0.3,
  meanVariance: 0.36,
  reversion: 6,
  skew: -0.22,
  curvature: 1,
  power: 0.4,
}

const forward = 60_000
const places = [2, 9, 32, 120].flatMap((days) =>
  [0.8, 0.88, 0.94, 0.98, 1, 1.02, 1.06, 1.12, 1.2].map((share) => ({
    forward,
    strike: forward * share,
    years: days / 365,
  })),
)
const quotesOf = (surface: Surface, noise: () => number = () => 0): readonly QuotedVolatility[] =>
  places.map((place) => ({
    ...place,
    volatility: Math.max(0.02, surfaceVolatility(surface, place) + noise()),
  }))
const apart = (one: Surface, other: Surface): number =>
  Math.max(
    ...places.map((place) =>
      Math.abs(surfaceVolatility(one, place) - surfaceVolatility(other, place)),
    ),
  )

describe('fitSurface', () => {
  test('recovers the surface behind the quotes from any starting surface', () => {
    const random = createPrng(3)
    for (let k = 0; k < 60; k += 1) {
      const drawn = (low: number, high: number): number => low + random.nextFloat() * (high - low)
      const skew = drawn(-0.6, 0.4)
      const real: Surface = {
        ...usual,
        spotVariance: drawn(0.08, 1.5),
        meanVariance: drawn(0.1, 0.9),
        skew,
        curvature: (2 * drawn(0.15, 0.9)) / (1 + Math.abs(skew)),
      }
      expect(apart(fitSurface(quotesOf(real), usual), real)).toBeLessThan(1e-4)
    }
  })

  test('moves by less than the noise in the quotes, and stays free of arbitrage', () => {
    const random = createPrng(4)
    for (let k = 0; k < 60; k += 1) {
      const noise = (): number => 0.02 * (random.nextFloat() - 0.5)
      const fitted = fitSurface(quotesOf(usual, noise), usual)
      expect(isFreeOfArbitrage(fitted)).toBe(true)
      expect(apart(fitted, usual)).toBeLessThan(0.012)
    }
  })

  test('gives a surface free of arbitrage even for random quotes', () => {
    const random = createPrng(5)
    for (let k = 0; k < 60; k += 1) {
      const wild = quotesOf(usual, () => 3 * random.nextFloat() - 0.4)
      expect(isFreeOfArbitrage(fitSurface(wild, usual))).toBe(true)
    }
  })

  test('keeps the last surface with fewer than eight quotes', () => {
    const real = { ...usual, spotVariance: 1 }
    expect(fitSurface(quotesOf(real).slice(0, 7), usual)).toBe(usual)
    expect(fitSurface([], usual)).toBe(usual)
  })

  test('fits quotes of a single expiry at that expiry', () => {
    const real = { ...usual, spotVariance: 0.8, skew: -0.5 }
    const near = quotesOf(real).slice(9, 18)
    const fitted = fitSurface(near, usual)
    for (const quote of near) {
      expect(Math.abs(surfaceVolatility(fitted, quote) - quote.volatility)).toBeLessThan(1e-3)
    }
  })
})
