// Expiries and strikes of options (rules 9.2).

import { expect, test } from 'vitest'
import { priceE8 } from '../numbers/fixed.ts'
import { optionExpiries, strikesAround } from './calendar.ts'

const usd = (value: number) => priceE8(value * 1e8)
const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10)

test('expiries are days, Fridays, month-ends and quarter-ends, each once', () => {
  const monday = Date.UTC(2026, 10, 23, 23)
  const counts = { days: 2, weeks: 2, months: 2, quarters: 1 }
  const days = optionExpiries(monday, counts).map(dayOf)
  expect(days).toEqual(['2026-11-24', '2026-11-25', '2026-11-27', '2026-12-04', '2026-12-25'])
  // At 08:00 the day's option has expired, a millisecond earlier it has not.
  const eight = Date.UTC(2026, 10, 24, 8)
  expect(optionExpiries(eight, counts).map(dayOf)[0]).toBe('2026-11-25')
  expect(optionExpiries(eight - 1, counts).map(dayOf)[0]).toBe('2026-11-24')
})

test('strikes are round numbers around the forward, with wider steps for later expiries', () => {
  const day = 86_400_000
  const near = strikesAround(usd(60_400), day).map((strike) => strike / 1e8)
  expect(near).toEqual([58_500, 59_500, 60_000, 60_500, 61_000, 61_500, 62_500])
  const far = strikesAround(usd(60_400), 90 * day).map((strike) => strike / 1e8)
  expect(far).toEqual([40_000, 50_000, 55_000, 60_000, 65_000, 70_000, 80_000])
  for (const forward of [0.37, 12.5, 142, 3011, 97_000]) {
    const strikes = strikesAround(usd(forward), 5 * day)
    expect(strikes.every((strike, k) => k === 0 || strike > (strikes[k - 1] ?? 0))).toBe(true)
    expect(strikes.some((strike) => Math.abs(strike / usd(forward) - 1) < 0.02)).toBe(true)
  }
})
