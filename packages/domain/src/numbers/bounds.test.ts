// Bounds of whole numbers: both ends are included, fractions and NaN are not.

import { expect, test } from 'vitest'
import { isWholeWithin } from './bounds.ts'

test.each([
  [1, true],
  [5, true],
  [0, false],
  [6, false],
  [1.5, false],
  [Number.NaN, false],
  [Infinity, false],
])('%d is within 1 and 5: %s', (value, isWithin) => {
  expect(isWholeWithin(value, 1, 5)).toBe(isWithin)
})
