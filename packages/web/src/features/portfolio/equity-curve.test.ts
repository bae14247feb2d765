// What a curve of equity comes to: its end is now, its fall is from a height.

import { amount } from '@basis/domain/numbers/fixed'
import { expect, test } from 'vitest'
import { equityFigures, equityPoints, spanStart } from './equity-curve.ts'

const usd = (value: number) => amount(BigInt(value) * 100_000_000n)
const curve = (...values: readonly number[]) =>
  values.map((value, timeMs) => ({ timeMs, equity: usd(value) }))

test('a curve ends with what the account is worth now', () => {
  const list = [{ timeE3: 5, equity: '100.5' }]
  const first = { timeMs: 5, equity: amount(10_050_000_000n) }
  const now = { timeMs: 7, equity: usd(99) }
  expect(equityPoints(list, now)).toEqual([first, now])
  expect(equityPoints(list, undefined)).toEqual([first])
  expect(equityPoints([], now)).toEqual([now])
  // The page's clock may be behind the exchange's.
  expect(equityPoints(list, { ...now, timeMs: 5 })).toEqual([first])
})

test('the change is from the first to the last, the drawdown from a height to what follows', () => {
  const figures = equityFigures(curve(100, 120, 90, 130, 110))
  expect(figures).toEqual({ change: usd(10), changeE4: 1_000, drawdownE4: 2_500 })
  expect(equityFigures(curve(100, 101))).toMatchObject({ changeE4: 100, drawdownE4: 0 })
  expect(equityFigures(curve(0, 50)).changeE4).toBeUndefined()
  expect(equityFigures([])).toMatchObject({ change: 0n, drawdownE4: 0 })
})

test('spans reach back a day, a week, a month, or to the beginning', () => {
  const [day, now] = [86_400_000, Date.UTC(2026, 10, 26)]
  expect([spanStart('day', now), spanStart('week', now), spanStart('month', now)]).toEqual([
    now - day,
    now - 7 * day,
    now - 30 * day,
  ])
  expect(spanStart('all', now)).toBeUndefined()
})
