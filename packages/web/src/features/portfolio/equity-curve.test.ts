// The equity curve: its last point, return and drawdown, which exclude deposits and withdrawals.

import { amount } from '@basis/domain/numbers/fixed'
import { expect, test } from 'vitest'
import { equityFigures, equityPoints, spanStart } from './equity-curve.ts'

const usd = (value: number) => amount(BigInt(value) * 100_000_000n)
/** Equity, net deposits until then, and the growth of a dollar. */
type Point = readonly [equity: number, putIn: number, growth: number]
const curve = (...values: readonly Point[]) =>
  values.map(([equity, putIn, growth], timeMs) => ({
    timeMs,
    equity: usd(equity),
    putIn: usd(putIn),
    growth,
  }))

test('the curve ends with the current equity', () => {
  const list = [{ timeE3: 5, equity: '100.5', putIn: '90', growth: 1.2 }]
  const first = { timeMs: 5, equity: amount(10_050_000_000n), putIn: usd(90), growth: 1.2 }
  const now = { timeMs: 7, equity: amount(11_055_000_000n) }
  const last = { ...now, putIn: usd(90), growth: expect.closeTo(1.32, 9) }
  expect(equityPoints(list, now)).toEqual([first, last])
  expect(equityPoints(list, undefined)).toEqual([first])
  expect(equityPoints([], now)).toEqual([{ ...now, putIn: 0n, growth: 1 }])
  // The page's clock may be behind the exchange's.
  expect(equityPoints(list, { ...now, timeMs: 5 })).toEqual([first])
})

test('the return is from the first to the last point, the drawdown from a peak to a later low', () => {
  const level = (value: number): Point => [value, 100, value / 100]
  const figures = equityFigures(curve(...[100, 120, 90, 130, 110].map(level)))
  expect(figures).toEqual({ result: usd(10), putIn: 0n, returnE4: 1_000, drawdownE4: 2_500 })
  expect(equityFigures(curve(level(100), level(101)))).toMatchObject({
    returnE4: 100,
    drawdownE4: 0,
  })
  expect(equityFigures([])).toMatchObject({ result: 0n, returnE4: 0, drawdownE4: 0 })
})

test('deposits and withdrawals count neither in the return nor in the drawdown', () => {
  // 1,000 become 1,100; 100,000 are deposited; 1 % of 101,100 is lost; 100,000 are withdrawn.
  const points: Point[] = [
    [1_000, 1_000, 1],
    [1_100, 1_000, 1.1],
    [101_100, 101_000, 1.1],
    [100_089, 101_000, 1.089],
    [89, 1_000, 1.089],
  ]
  expect(equityFigures(curve(...points))).toEqual({
    result: usd(-911),
    putIn: 0n,
    returnE4: 890,
    drawdownE4: 100,
  })
})

test('spans begin a day, a week or a month ago, or with the first point', () => {
  const [day, now] = [86_400_000, Date.UTC(2026, 10, 26)]
  expect([spanStart('day', now), spanStart('week', now), spanStart('month', now)]).toEqual([
    now - day,
    now - 7 * day,
    now - 30 * day,
  ])
  expect(spanStart('all', now)).toBeUndefined()
})
