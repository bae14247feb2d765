// The hourly volatility, worked out by hand from closes one minute apart.

import { expect, test } from 'vitest'
import { hourVolatility } from './volatility.ts'

test('a price that moves by 0.1 % each minute has an hourly volatility of √60 times that', () => {
  const closes = Array.from({ length: 61 }, (_, at) => 100 * 1.001 ** at)
  expect(hourVolatility(closes)).toBeCloseTo(0.001 * Math.sqrt(60), 10)
})

test('half an hour of closes is scaled to an hour; fewer closes or no movement give none', () => {
  const swings = (length: number) => Array.from({ length }, (_, at) => (at % 2 === 0 ? 100 : 101))
  // Up 1 % and down 1/101, alternating.
  const square = (0.01 ** 2 + (1 / 101) ** 2) / 2
  expect(hourVolatility(swings(31))).toBeCloseTo(Math.sqrt(square * 60), 10)
  expect(hourVolatility(swings(30))).toBeUndefined()
  expect(hourVolatility(Array.from({ length: 61 }, () => 100))).toBeUndefined()
})
