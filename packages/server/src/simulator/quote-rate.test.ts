// Rates of USD and USDC are close to 1 USDT, move slowly, and are the same in every run.

import { expect, test } from 'vitest'
import { createQuoteRate } from './quote-rate.ts'

const startMs = Date.UTC(2026, 10, 21)
const minuteMs = 60_000

test('the rate of USDT is 1, those of USD and USDC stay within a tenth of a percent of it', () => {
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

test('the rates of EUR and BRL stay within half a percent of their start', () => {
  const rate = createQuoteRate(42)
  for (let minute = 0; minute < 5_000; minute += 1) {
    expect(Math.abs(rate('EUR', startMs + minute * minuteMs) * 1.08 - 1)).toBeLessThan(0.005)
    expect(Math.abs(rate('BRL', startMs + minute * minuteMs) * 0.18 - 1)).toBeLessThan(0.005)
  }
})

test('a rate has no jumps: a second moves it by less than a hundredth of a basis point', () => {
  const rate = createQuoteRate(42)
  for (let second = 0; second < 5_000; second += 1) {
    const now = rate('USD', startMs + second * 1_000)
    const next = rate('USD', startMs + (second + 1) * 1_000)
    expect(Math.abs(next - now)).toBeLessThan(0.000001)
  }
})

test('a seed gives the same rates every time, another seed gives others', () => {
  expect(createQuoteRate(1)('USD', startMs)).toBe(createQuoteRate(1)('USD', startMs))
  expect(createQuoteRate(1)('USD', startMs)).not.toBe(createQuoteRate(2)('USD', startMs))
})
