// Dollars and USDC are nearly the same as USDT, move slowly, and are the same in every run.

import { expect, test } from 'vitest'
import { createQuoteRate } from './quote-rate.ts'

const startMs = Date.UTC(2026, 10, 21)
const minuteMs = 60_000

test('USDT is itself, the others stay within a tenth of a percent and differ from it', () => {
  const rate = createQuoteRate(42)
  for (const coin of ['USD', 'USDC']) {
    let farthest = 0
    for (let minute = 0; minute < 5_000; minute += 1) {
      const apart = Math.abs(rate(coin, startMs + minute * minuteMs) - 1)
      farthest = Math.max(farthest, apart)
    }
    expect(farthest).toBeLessThan(0.001)
    expect(farthest).toBeGreaterThan(0.0001)
  }
  expect(rate('USDT', startMs)).toBe(1)
  expect(rate('BTC', startMs)).toBe(1)
})

test('euros and reals are worth what they are at the start, within half a percent', () => {
  const rate = createQuoteRate(42)
  for (let minute = 0; minute < 5_000; minute += 1) {
    expect(Math.abs(rate('EUR', startMs + minute * minuteMs) * 1.08 - 1)).toBeLessThan(0.005)
    expect(Math.abs(rate('BRL', startMs + minute * minuteMs) * 0.18 - 1)).toBeLessThan(0.005)
  }
})

test('a rate takes no step: a second moves it by less than a hundredth of a basis point', () => {
  const rate = createQuoteRate(42)
  for (let second = 0; second < 5_000; second += 1) {
    const now = rate('USD', startMs + second * 1_000)
    const next = rate('USD', startMs + (second + 1) * 1_000)
    expect(Math.abs(next - now)).toBeLessThan(0.000001)
  }
})

test('a seed has its own rates, and the same ones every time', () => {
  expect(createQuoteRate(1)('USD', startMs)).toBe(createQuoteRate(1)('USD', startMs))
  expect(createQuoteRate(1)('USD', startMs)).not.toBe(createQuoteRate(2)('USD', startMs))
})
