// The one line that a bench prints.
import { expect, test } from 'vitest'
import { formatBenchLine } from './line.ts'

test('a bench is one line: name, ratio, and both figures with their unit', () => {
  const line = { name: 'core', ratio: 48.355, ours: 36_500_000.4, peer: 754_321.9 }
  expect(formatBenchLine({ ...line, peerName: 'nodejs-order-book', unit: 'op/s' })).toBe(
    'core: 48.36 (ours 36500000 op/s, nodejs-order-book 754322 op/s)',
  )
})

test('small figures keep two decimals', () => {
  const line = { name: 'page', ratio: 1.5, ours: 2.345, peer: 3 }
  expect(formatBenchLine({ ...line, peerName: 'a bare page', unit: 'ms' })).toBe(
    'page: 1.5 (ours 2.35 ms, a bare page 3 ms)',
  )
})
