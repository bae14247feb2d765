// The median that benches report.
import { expect, test } from 'vitest'
import { median } from './median.ts'

test('the median is the middle value in any order of the runs', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([100, 2, 10])).toBe(10)
})

test('the median of an even number of runs is the mean of the two in the middle', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5)
})

test('without runs there is no median', () => {
  expect(() => median([])).toThrow(RangeError)
})
