// The volatility of an hour: worked by hand from closes a minute apart.

import { expect, test } from 'vitest'
import { hourVolatility } from './volatility.ts'

test('a price that moves by 0.1 % each minute has √60 of it in an hour', () => {
  const closes = Array.from({ length: 61 }, (_, at) => 100 * 1.001 ** at)
  expect(hourVolatility(closes)).toBeCloseTo(0.001 * Math.sqrt(60), 10)
})

test('half an hour is told as an hour; less, or no movement, is not told', () => {
  const swings = (length: number) => Array.from({ length }, (_, at) => (at % 2 === 0 ? 100 : 101))
  // Up 1 % and down 1/101 in turn.
  const square = (0.01 ** 2 + (1 / 101) ** 2) / 2
  expect(hourVolatility(swings(31))).toBeCloseTo(Math.sqrt(square * 60), 10)
  expect(hourVolatility(swings(30))).toBeUndefined()
  expect(hourVolatility(Array.from({ length: 61 }, () => 100))).toBeUndefined()
})
