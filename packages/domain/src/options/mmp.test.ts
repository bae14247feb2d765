// Market-maker protection: the window, its three limits and the frozen period (rules 9.6).

import { describe, expect, test } from 'vitest'
import {
  frozenFrom,
  isFrozen,
  limitReached,
  mmpProblem,
  mmpSums,
  untilReset,
  withFill,
  type Mmp,
  type MmpFill,
} from './mmp.ts'

const coin = 100_000_000
const mmp: Mmp = {
  baseCoin: 'BTC',
  windowMs: 5_000,
  frozenMs: 10_000,
  qtyLimitE8: 3 * coin,
  deltaLimitE8: coin,
  vegaLimitE8: 0,
  fills: [],
  frozenUntilMs: 0,
}
const filled = (timeMs: number, qty: number, delta: number, vega = 0): MmpFill => ({
  timeMs,
  qtyE8: qty * coin,
  deltaE8: delta * coin,
  vegaE8: vega * coin,
})
const after = (of: Mmp, ...fills: readonly MmpFill[]): Mmp =>
  fills.reduce((sum, fill) => withFill(sum, fill), of)

describe('limits', () => {
  test('quantities of both sides add up, opposite deltas net out', () => {
    const both = after(mmp, filled(0, 1, 0.5), filled(1, 1.5, -0.8))
    expect(mmpSums(both)).toEqual({ qty: 2.5 * coin, delta: 0.3 * coin, vega: 0 })
    expect(limitReached(both)).toBeUndefined()
    expect(limitReached(after(both, filled(2, 0.5, 0)))).toBe('qty')
    expect(limitReached(after(mmp, filled(0, 1, -1)))).toBe('delta')
  })

  test('vega is limited only if a limit is set', () => {
    const exposed = after(mmp, filled(0, 1, 0, -90), filled(1, 1, 0, -20))
    expect(limitReached(exposed)).toBeUndefined()
    expect(limitReached({ ...exposed, vegaLimitE8: 110 * coin })).toBe('vega')
    expect(limitReached({ ...exposed, vegaLimitE8: 110 * coin + 1 })).toBeUndefined()
  })

  test('a fill counts during one window, its end excluded', () => {
    const one = after(mmp, filled(1_000, 2, 0))
    expect(limitReached(after(one, filled(5_999, 1, 0)))).toBe('qty')
    expect(limitReached(after(one, filled(6_000, 1, 0)))).toBeUndefined()
  })
})

test('protection freezes for its period, or until a reset if that is 0, and clears the window', () => {
  const hit = frozenFrom(after(mmp, filled(0, 9, 9)), 1_000)
  expect(hit.fills).toEqual([])
  expect([isFrozen(hit, 10_999), isFrozen(hit, 11_000)]).toEqual([true, false])
  expect(frozenFrom({ ...mmp, frozenMs: 0 }, 1_000).frozenUntilMs).toBe(untilReset)
  expect(isFrozen(mmp, 0)).toBe(false)
})

test('terms need whole times up to a day and limits above 0; with a window of 0 no limits', () => {
  expect(mmpProblem(mmp)).toBeUndefined()
  expect(mmpProblem({ ...mmp, windowMs: 0, qtyLimitE8: 0 })).toBeUndefined()
  expect(mmpProblem({ ...mmp, windowMs: 86_400_001 })).toMatchObject({ field: 'window' })
  expect(mmpProblem({ ...mmp, windowMs: 1.5 })).toMatchObject({ name: 'mmpTimeOutOfRange' })
  expect(mmpProblem({ ...mmp, frozenMs: -1 })).toMatchObject({ field: 'frozenPeriod' })
  expect(mmpProblem({ ...mmp, qtyLimitE8: 0 })).toMatchObject({ field: 'qtyLimit' })
  expect(mmpProblem({ ...mmp, deltaLimitE8: 0 })).toMatchObject({ field: 'deltaLimit' })
  expect(mmpProblem({ ...mmp, vegaLimitE8: -1 })).toMatchObject({ field: 'vegaLimit' })
})
