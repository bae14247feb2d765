// The form of a loan: limits, cost and the debt after it (rules 12.2, 12.4, 12.5).

import { expect, test } from 'vitest'
import type { WireLoan } from '@basis/protocol/margin/spot-margin'
import { decodeAmount } from '@basis/protocol/order'
import {
  costOfHour,
  isReady,
  leftUntil,
  lendingEnd,
  loanFigures,
  mostOf,
  owedAfter,
  owedOf,
  typedAmount,
} from './loan-form.ts'

const coins = decodeAmount
const loan: WireLoan = {
  currency: 'USDC',
  hourlyBorrowRate: '0.0000125',
  borrowLimit: '1000',
  maxBorrowable: '700',
  totalSupply: '10000',
  totalBorrowed: '300',
  initialMarginRate: '0.1',
  maintenanceMarginRate: '0.04',
  maxLeverage: 10,
  leverage: 3,
  usdIndexPrice: '1',
  principal: '200',
  accruedInterest: '0.5',
  borrowAmount: '200.5',
  walletBalance: '50',
}

test('EX-12.5: 200 USDC at 0.0000125 cost 0.0025 an hour', () => {
  expect(costOfHour(loan, coins('200'))).toBe(coins('0.0025'))
})

test('the yearly rate is the hourly rate times 8,760, in percent', () => {
  expect(loanFigures(loan).rate).toEqual({ units: 12_500_000n, scale: 10 })
  // 0.0000125 × 8,760 = 10.95 %.
  expect(loanFigures(loan).yearly).toEqual({ units: 109_500_000_000n, scale: 10 })
})

test('EX-12.5: 12,000 of a limit of 10,000 at 0.00001 cost 0.20736', () => {
  const over = { ...loan, hourlyBorrowRate: '0.00001', borrowLimit: '10000' }
  expect(costOfHour(over, coins('12000'))).toBe(coins('0.20736'))
})

test('the maximum to borrow is the exchange’s, to repay the debt or the wallet balance', () => {
  expect(mostOf(loan, 'borrow', false)).toBe(coins('700'))
  expect(mostOf(loan, 'repay', false)).toBe(coins('50'))
  expect(mostOf(loan, 'repay', true)).toBe(coins('200.5'))
  expect(mostOf({ ...loan, walletBalance: '900' }, 'repay', false)).toBe(coins('200.5'))
})

test('of a negative balance nothing can be repaid without selling other coins', () => {
  const overdrawn = { ...loan, walletBalance: '-5' }
  expect(mostOf(overdrawn, 'repay', false)).toBe(coins('0'))
  expect(mostOf(overdrawn, 'repay', true)).toBe(coins('200.5'))
})

test('the debt after borrowing or repaying is never below zero', () => {
  expect(owedOf(loan)).toBe(coins('200.5'))
  expect(owedAfter(loan, 'borrow', coins('10'))).toBe(coins('210.5'))
  expect(owedAfter(loan, 'repay', coins('0.5'))).toBe(coins('200'))
  expect(owedAfter(loan, 'repay', coins('300'))).toBe(0n)
})

test('5.6: lending ends at (L − 1) ÷ L; an empty amount is 0', () => {
  expect([2, 3, 5, 10].map(lendingEnd)).toEqual(['50', '66', '80', '90'])
  expect([typedAmount('1.5'), typedAmount('')]).toEqual([coins('1.5'), 0n])
})

test('a repayment can be sent after the exchange has previewed it without a problem', () => {
  const draft = { act: 'repay', typed: coins('10'), isTooMuch: false } as const
  const preview = { problem: undefined, owed: coins('190.5'), sold: [] }
  expect(isReady({ ...draft, repayment: undefined })).toBe(false)
  expect(isReady({ ...draft, repayment: preview })).toBe(true)
  const refused = { ...preview, problem: { key: 'errors.requestInvalid' } } as const
  expect(isReady({ ...draft, repayment: refused })).toBe(false)
  expect(isReady({ ...draft, isTooMuch: true, repayment: preview })).toBe(false)
  expect(isReady({ ...draft, act: 'borrow', repayment: undefined })).toBe(true)
  expect(isReady({ ...draft, act: 'borrow', typed: coins('0'), repayment: undefined })).toBe(false)
})

test('the time until the next charge is never negative', () => {
  expect(leftUntil(7_500_000, 7_200_000)).toBe(300_000)
  expect(leftUntil(7_500_000, 7_600_000)).toBe(0)
  expect([leftUntil(0, 5), leftUntil(undefined, 5)]).toEqual([undefined, undefined])
})
