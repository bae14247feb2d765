// What a curve of equity comes to: its end is now, its fall is from a height, and what was put in
// is no gain.

import { amount } from '@basis/domain/numbers/fixed'
import { expect, test } from 'vitest'
import { equityFigures, equityPoints, spanStart } from './equity-curve.ts'

const usd = (value: number) => amount(BigInt(value) * 100_000_000n)
/** An equity, what was put in until then, and what a dollar has become. */
type Told = readonly [equity: number, putIn: number, growth: number]
const curve = (...values: readonly Told[]) =>
  values.map(([equity, putIn, growth], timeMs) => ({
    timeMs,
    equity: usd(equity),
    putIn: usd(putIn),
    growth,
  }))

test('a curve ends with what the account is worth now', () => {
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

test('the return is from the first to the last, the drawdown from a height to what follows', () => {
  const level = (value: number): Told => [value, 100, value / 100]
  const figures = equityFigures(curve(...[100, 120, 90, 130, 110].map(level)))
  expect(figures).toEqual({ result: usd(10), putIn: 0n, returnE4: 1_000, drawdownE4: 2_500 })
  expect(equityFigures(curve(level(100), level(101)))).toMatchObject({
    returnE4: 100,
    drawdownE4: 0,
  })
  expect(equityFigures([])).toMatchObject({ result: 0n, returnE4: 0, drawdownE4: 0 })
})

test('a deposit is no gain, a withdrawal no drawdown; both weigh nothing in the return', () => {
  // 1,000 become 1,100; 100,000 come; a hundredth of 101,100 is lost; 100,000 leave.
  const told: Told[] = [
    [1_000, 1_000, 1],
    [1_100, 1_000, 1.1],
    [101_100, 101_000, 1.1],
    [100_089, 101_000, 1.089],
    [89, 1_000, 1.089],
  ]
  expect(equityFigures(curve(...told))).toEqual({
    result: usd(-911),
    putIn: 0n,
    returnE4: 890,
    drawdownE4: 100,
  })
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
