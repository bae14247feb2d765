// Progress to the next fee level, in percent.

import { expect, test } from 'vitest'
import { percentOfNext } from './next-level.ts'

test.each([
  ['0', '1000000', 0],
  ['999999.99', '0.01', 99],
  ['1000000', '0', 100],
  ['250000', '750000', 25],
  ['0', '0', 0],
])('%s traded and %s missing is %i percent', (volume, missing, percent) => {
  expect(percentOfNext(volume, missing)).toBe(percent)
})
