// Rounding of fees (rules 0.3, 3.1).

import { expect, test } from 'vitest'
import { feeOf } from './fees.ts'
import { amount, rateE8 } from '../numbers/fixed.ts'

test('0.3: a fee is truncated to 8 decimals, a rebate too', () => {
  expect(feeOf(amount(1818n), rateE8(55_000))).toBe(0n)
  expect(feeOf(amount(1819n), rateE8(55_000))).toBe(1n)
  expect(feeOf(amount(39_999n), rateE8(-5000))).toBe(-1n)
})
