// The activity of traders: given by the seed, the same in all markets, one on average.

import { expect, test } from 'vitest'
import { createActivity } from './volatility.ts'

const hourMs = 3_600_000
const beganMs = Date.UTC(2026, 10, 23)

test('activity is one on average, varies by two to six times within a day, and depends on the seed', () => {
  const activity = createActivity(1)
  const minutes = Array.from({ length: 60 * 24 * 60 }, (_, n) => activity(beganMs + n * 60_000))
  const mean = minutes.reduce((sum, value) => sum + value, 0) / minutes.length
  expect(mean).toBeGreaterThan(0.95)
  expect(mean).toBeLessThan(1.05)
  // Within a day the highest is two or three times the lowest.
  const hours = Array.from({ length: 24 }, (_, n) => activity(beganMs + n * hourMs))
  const apart = Math.max(...hours) / Math.min(...hours)
  expect(apart).toBeGreaterThan(1.8)
  expect(apart).toBeLessThan(6)
  expect(createActivity(1)(beganMs)).toBe(activity(beganMs))
  expect(createActivity(2)(beganMs)).not.toBe(activity(beganMs))
})
