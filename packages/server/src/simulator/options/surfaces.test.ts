// Every published volatility surface is free of arbitrage (rules 9.3).

import {
  isFreeOfArbitrage,
  smileAt,
  smileVolatility,
  type Surface,
} from '@basis/domain/options/surface'
import { expect, test } from 'vitest'
import { surfaceAt } from './surfaces.ts'

const surfaceVolatility = (
  surface: Surface,
  at: { readonly forward: number; readonly strike: number; readonly years: number },
): number => smileVolatility(smileAt(surface, at.years), at)

test('surfaces are free of arbitrage over a year, for several coins and seeds', () => {
  const start = Date.UTC(2026, 0, 1)
  for (let hour = 0; hour < 8760; hour += 3) {
    const coin = hour % 2 === 0 ? 'BTC' : 'ETH'
    const surface = surfaceAt(1 + (hour % 7), coin, start + hour * 3_600_000)
    expect(isFreeOfArbitrage(surface)).toBe(true)
    const volatility = surfaceVolatility(surface, { forward: 100, strike: 100, years: 0.1 })
    expect(volatility).toBeGreaterThan(0.25)
    expect(volatility).toBeLessThan(1.2)
  }
})

test('the volatility of a low strike is above that of the money and of a high strike', () => {
  const surface = surfaceAt(1, 'BTC', Date.UTC(2026, 5, 1))
  const at = (strike: number) => surfaceVolatility(surface, { forward: 100, strike, years: 0.1 })
  expect(at(80)).toBeGreaterThan(at(100))
  expect(at(80)).toBeGreaterThan(at(125))
})
