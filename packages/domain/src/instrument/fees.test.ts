// Which fee rate holds, and how a fee is cut (domain.md 0.3, 3.1; spec 9).

import { expect, test } from 'vitest'
import { defaultTakerFeeE8, feeOf, takerFeeRate } from './fees.ts'
import { amount, rateE8 } from '../numbers/fixed.ts'

test('a rate is looked up by symbol, then by coin, then it is 0.055 %', () => {
  expect(takerFeeRate(rateE8(1), rateE8(2))).toBe(1)
  expect(takerFeeRate(undefined, rateE8(2))).toBe(2)
  expect(takerFeeRate(undefined, undefined)).toBe(defaultTakerFeeE8)
  expect(defaultTakerFeeE8).toBe(55_000)
  expect(takerFeeRate(rateE8(0), rateE8(2))).toBe(0)
})

test('0.3: a fee is truncated to 8 decimals, a rebate too', () => {
  expect(feeOf(amount(1818n), rateE8(55_000))).toBe(0n)
  expect(feeOf(amount(1819n), rateE8(55_000))).toBe(1n)
  expect(feeOf(amount(39_999n), rateE8(-5000))).toBe(-1n)
})
