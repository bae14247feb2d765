// The price of a dated future is a little above its coin's and equals it at delivery.

import { dayMs } from '@basis/domain/instrument/candle'
import { expect, test } from 'vitest'
import { createFairRatio, createFuturesBasis } from './fair-ratio.ts'

const nowMs = Date.UTC(2026, 10, 21)
const of = (days: number) => ({ coin: 'BTC', quoteCoin: 'USDT', deliveryMs: nowMs + days * dayMs })

test('a perpetual has no basis, its ratio is the rate of its quote coin', () => {
  const perpetual = { coin: 'BTC', quoteCoin: 'USDT' }
  expect(createFuturesBasis(42, perpetual)(nowMs)).toBe(1)
  expect(createFairRatio(42, perpetual)(nowMs)).toBe(1)
  expect(createFairRatio(42, { ...perpetual, quoteCoin: 'USD' })(nowMs)).not.toBe(1)
})

test('the basis is a few percent a year, larger for a later delivery, and none at delivery', () => {
  const weekly = createFuturesBasis(42, of(7))
  const quarterly = createFuturesBasis(42, of(90))
  expect(quarterly(nowMs)).toBeGreaterThan(weekly(nowMs))
  const annual = (Math.log(quarterly(nowMs)) * 365) / 90
  expect(annual).toBeGreaterThan(-0.02)
  expect(annual).toBeLessThan(0.15)
  expect(weekly(nowMs + 7 * dayMs)).toBe(1)
  expect(weekly(nowMs + 8 * dayMs)).toBe(1)
})

test('the basis decreases without jumps', () => {
  const basis = createFuturesBasis(42, of(30))
  for (let minute = 0; minute < 30 * 1440; minute += 7) {
    const timeMs = nowMs + minute * 60_000
    expect(Math.abs(basis(timeMs + 60_000) - basis(timeMs))).toBeLessThan(0.00002)
  }
})
