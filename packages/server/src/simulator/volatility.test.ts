// How many trade: the seed's own, the same in all markets, once on average.

import { expect, test } from 'vitest'
import { createActivity } from './volatility.ts'

const hourMs = 3_600_000
const beganMs = Date.UTC(2026, 10, 23)

test('activity is one on average, comes and goes within hours, and is the seed’s', () => {
  const activity = createActivity(1)
  const minutes = Array.from({ length: 60 * 24 * 60 }, (_, n) => activity(beganMs + n * 60_000))
  const mean = minutes.reduce((sum, value) => sum + value, 0) / minutes.length
  expect(mean).toBeGreaterThan(0.95)
  expect(mean).toBeLessThan(1.05)
  // Within a day it makes a difference of two or three times.
  const hours = Array.from({ length: 24 }, (_, n) => activity(beganMs + n * hourMs))
  const apart = Math.max(...hours) / Math.min(...hours)
  expect(apart).toBeGreaterThan(1.8)
  expect(apart).toBeLessThan(6)
  expect(createActivity(1)(beganMs)).toBe(activity(beganMs))
  expect(createActivity(2)(beganMs)).not.toBe(activity(beganMs))
})
