// MMR close orders by rules 8.8.
import { describe, expect, test } from 'vitest'
import { amount } from '../numbers/fixed.ts'
import { dueMmrClose, isMmrReached, mmrCloseProblem, type MaintenanceSums } from './mmr-close.ts'

const sums = (maintenance: number, balance: number): MaintenanceSums => ({
  maintenance: amount(BigInt(maintenance)),
  balance: amount(BigInt(balance)),
})
const request = {
  isCross: true,
  hasOne: false,
  rateE4: 5000,
  now: sums(400, 1000),
  after: sums(100, 900),
}
const named = (change: Partial<typeof request>): string | undefined =>
  mmrCloseProblem({ ...request, ...change })?.name

describe('terms of an MMR close order', () => {
  test('it needs cross margin, and a position has at most one', () => {
    expect(named({})).toBeUndefined()
    expect(named({ isCross: false })).toBe('mmrCloseNeedsCross')
    expect(named({ hasOne: true })).toBe('mmrCloseExists')
  })
  test('its trigger rate is above the current rate and at most 90 %', () => {
    expect(named({ rateE4: 4001 })).toBeUndefined()
    expect(mmrCloseProblem({ ...request, rateE4: 4000 })).toEqual({
      name: 'mmrCloseRateOutOfRange',
      field: 'triggerRate',
      params: { min: '40', max: '90' },
    })
    expect(named({ rateE4: 9000 })).toBeUndefined()
    expect(named({ rateE4: 9001 })).toBe('mmrCloseRateOutOfRange')
    expect(named({ now: sums(1, 0) })).toBe('mmrCloseRateOutOfRange')
  })
  test('it is refused for a hedge whose closing would raise the rate', () => {
    expect(named({ after: sums(401, 1000) })).toBe('mmrCloseWouldRaise')
    expect(named({ after: sums(360, 900) })).toBeUndefined()
    expect(named({ after: sums(1, 0) })).toBe('mmrCloseWouldRaise')
    expect(named({ after: sums(0, 0) })).toBeUndefined()
  })
})

test('D-41: the order with the largest release is executed first, and those not needed are kept', () => {
  const order = (
    id: number,
    rateE4: number,
    released: number,
  ): Parameters<typeof dueMmrClose>[0][0] => ({
    id,
    rateE4,
    released: amount(BigInt(released)),
  })
  const waiting = [order(1, 5000, 10), order(2, 6000, 30), order(3, 5000, 30), order(4, 8000, 99)]
  expect(isMmrReached(sums(600, 1000), 6000)).toBe(true)
  expect(dueMmrClose(waiting, sums(600, 1000))?.id).toBe(2)
  expect(dueMmrClose(waiting, sums(599, 1000))?.id).toBe(3)
  expect(dueMmrClose(waiting, sums(499, 1000))).toBeUndefined()
})
