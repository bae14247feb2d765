// Scales of charts over time: lines, steps and bars.

import { expect, test } from 'vitest'
import { chartScale, nearestPoint } from './time-scale.ts'

const box = { width: 1000, height: 108 }
const at = (timeMs: number, value: number) => ({ timeMs, value })

test('points of a line are spaced by time, so that a gap is visible, and the line fills the height', () => {
  const scale = chartScale([at(0, 10), at(1, 30), at(4, 20)], 'line', box)
  expect(scale.line).toBe('0,104 250,4 1000,54')
  expect([scale.low, scale.high]).toEqual([10, 30])
  expect(nearestPoint(3, scale.part, 0.6)).toBe(1)
  expect(nearestPoint(3, scale.part, 0.7)).toBe(2)
})

test('steps hold a value until the next one', () => {
  const { line } = chartScale([at(0, 10), at(1, 30), at(3, 30), at(4, 20)], 'steps', box)
  expect(line).toBe('0,104 250,104 250,4 750,4 1000,4 1000,54')
})

test('a single point is drawn as a horizontal line', () => {
  expect(chartScale([at(5, 10)], 'line', box).line).toBe('0,54 1000,54')
})

test('bars begin at zero, and negative ones extend downward', () => {
  const { bars, zeroY, low, high } = chartScale([at(0, 1), at(1, -1)], 'bars', box)
  expect([low, high, zeroY]).toEqual([-1, 1, 54])
  expect(bars.map(({ y, height, isUp }) => ({ y, height, isUp }))).toEqual([
    { y: 4, height: 50, isUp: true },
    { y: 54, height: 50, isUp: false },
  ])
})
