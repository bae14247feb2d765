// The forward of an expiry (rules 9.2, 9.3, D-44).

import { expect, test } from 'vitest'
import { blendedForward, forwardAt } from './forward.ts'

const day = 86_400_000
const futures = [
  { deliveryMs: 30 * day, price: 60_600 },
  { deliveryMs: 10 * day, price: 60_300 },
  { deliveryMs: -day, price: 1 },
]
const at = (days: number): number =>
  forwardAt(60_000, futures, { deliveryMs: days * day, nowMs: 0 })

test('is the future of the same expiry, interpolated between two, or the index without any', () => {
  expect([at(10), at(30)]).toEqual([60_300, 60_600])
  expect(at(20)).toBeCloseTo(60_450, 6)
  expect(at(5)).toBeCloseTo(60_150, 6)
  expect(forwardAt(60_000, [], { deliveryMs: day, nowMs: 0 })).toBe(60_000)
  // Beyond the last future the basis keeps its annual rate.
  expect(at(60)).toBeCloseTo(60_000 * (60_600 / 60_000) ** 2, 6)
})

test('in the last half hour the delivery average gradually replaces the forward', () => {
  expect(blendedForward(60_000, 59_000, 31 * 60_000)).toBe(60_000)
  expect(blendedForward(60_000, 59_000, 15 * 60_000)).toBe(59_500)
  expect(blendedForward(60_000, 59_000, 0)).toBe(59_000)
  expect(blendedForward(60_000, undefined, 60_000)).toBe(60_000)
})
