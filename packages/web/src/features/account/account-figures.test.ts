// IM % and MM % bars: green < 50, amber < 80, red ≥ 80.

import { expect, test } from 'vitest'
import { marginLevel, shareWidth } from './account-figures.ts'

test.each([
  [0, 'calm'],
  [4_999, 'calm'],
  [5_000, 'high'],
  [7_999, 'high'],
  [8_000, 'danger'],
  [25_000, 'danger'],
])('a rate of %i in E4 is %s', (rateE4, level) => {
  expect(marginLevel(rateE4)).toBe(level)
})

test('the width of a bar stays between 0 and 100 percent', () => {
  expect([-5, 6_029, 25_000].map(shareWidth)).toEqual([0, 60.29, 100])
})
