// Rounding of fees (rules 0.3, 3.1).

import { expect, test } from 'vitest'
import { feeOf, takerRateOf } from './fees.ts'
import { amount, rateE8 } from '../numbers/fixed.ts'

test('0.3: a fee is truncated to 8 decimals, a rebate too', () => {
  expect(feeOf(amount(1818n), rateE8(55_000))).toBe(0n)
  expect(feeOf(amount(1819n), rateE8(55_000))).toBe(1n)
  expect(feeOf(amount(39_999n), rateE8(-5000))).toBe(-1n)
})

test('rules 3.1: the taker rate is the symbol’s, else its coin’s, else 0.055 %', () => {
  const rates = new Map([
    ['BTCUSDT', rateE8(40_000)],
    ['USDC', rateE8(50_000)],
  ])
  const of = (symbol: string, settleCoin: string) => takerRateOf({ symbol, settleCoin }, rates)
  expect(of('BTCUSDT', 'USDT')).toBe(40_000)
  expect(of('BTCPERP', 'USDC')).toBe(50_000)
  expect(of('ETHUSDT', 'USDT')).toBe(55_000)
  // A symbol’s own rate comes before its coin’s.
  expect(
    takerRateOf(
      { symbol: 'BTCPERP', settleCoin: 'USDC' },
      new Map([...rates, ['BTCPERP', rateE8(0)]]),
    ),
  ).toBe(0)
})
