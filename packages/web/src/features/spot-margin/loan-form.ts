// The form of a loan or of its repayment: valid amounts, and their cost.

import { interestOf, leastSpotLeverage, mostSpotLeverage } from '@basis/domain/margin/loans'
import { amount, parseDecimal, zero, type Amount } from '@basis/domain/numbers/fixed'
import type { Repayment } from '../../actions/loans/repayment.ts'
import type { WireLoan } from '@basis/protocol/margin/spot-margin'
import { decodeAmount } from '@basis/protocol/order'

export type LoanAction = 'borrow' | 'repay'

export const loanDecimals = 8

/** The leverages of spot margin, as texts. */
export const leverageChoices: readonly string[] = Array.from(
  { length: mostSpotLeverage - leastSpotLeverage + 1 },
  (_, k) => String(leastSpotLeverage + k),
)

/** Returns the share of the margin balance up to which more can be borrowed, in whole percent. */
export const lendingEnd = (leverage: number): string =>
  String(Math.floor((100 * (leverage - 1)) / leverage))

/** Returns what is owed of a coin, including unpaid interest. */
export const owedOf = ({ principal, accruedInterest }: WireLoan): Amount =>
  amount(decodeAmount(principal) + decodeAmount(accruedInterest))

/**
 * Returns the maximum amount: for a loan what the exchange would lend; for a repayment what is
 * owed, and without selling other coins at most the wallet's balance of it.
 */
export function mostOf(loan: WireLoan, act: LoanAction, isConverting: boolean): Amount {
  if (act === 'borrow') return decodeAmount(loan.maxBorrowable)
  const owed = owedOf(loan)
  const balance = decodeAmount(loan.walletBalance)
  const own = balance > zero ? balance : zero
  return isConverting || owed < own ? owed : own
}

export const typedAmount = (text: string): Amount => amount(parseDecimal(text, 8) ?? zero)

/** Returns the interest of one hour on what is owed, as the exchange charges it. */
export function costOfHour({ hourlyBorrowRate, borrowLimit }: WireLoan, owed: Amount): Amount {
  const hourlyE12 = Number(parseDecimal(hourlyBorrowRate, 12) ?? zero)
  const terms = { hourlyE12, limit: decodeAmount(borrowLimit) }
  return interestOf(terms, { owed, bearing: owed })
}

/** Returns the ms left until a time, at least 0; undefined if there is no time. */
export const leftUntil = (atMs: number | undefined, nowMs: number): number | undefined =>
  atMs === undefined || atMs === 0 ? undefined : Math.max(0, atMs - nowMs)

/** Returns the loans sorted with owed coins first. */
export const owedFirst = (loans: readonly WireLoan[]): readonly WireLoan[] =>
  loans.toSorted((a, b) => Number(owedOf(b) > zero) - Number(owedOf(a) > zero))

const hoursOfYear = 8_760n

/** Returns a coin's figures; hourly and annual rates in percent. */
export const loanFigures = (loan: WireLoan) => ({
  yearly: {
    units: (parseDecimal(loan.hourlyBorrowRate, 12) ?? zero) * hoursOfYear,
    scale: 10,
  },
  owed: owedOf(loan),
  interest: decodeAmount(loan.accruedInterest),
  most: decodeAmount(loan.maxBorrowable),
  free: decodeAmount(loan.walletBalance),
  rate: { units: parseDecimal(loan.hourlyBorrowRate, 12) ?? zero, scale: 10 },
})

/**
 * Returns whether the form may be sent: a valid amount and, for a repayment, the exchange's
 * preview, so that no coin is sold that was not shown.
 */
export function isReady({ act, typed, isTooMuch, repayment }: LoanDraft): boolean {
  if (typed <= zero || isTooMuch) return false
  return act === 'borrow' || (repayment !== undefined && repayment.problem === undefined)
}
type LoanDraft = {
  readonly act: LoanAction
  readonly typed: Amount
  readonly isTooMuch: boolean
  readonly repayment: Repayment | undefined
}

/** Returns what would be owed afterwards. */
export function owedAfter(loan: WireLoan, act: LoanAction, typed: Amount): Amount {
  const owed = owedOf(loan)
  if (act === 'borrow') return amount(owed + typed)
  return amount(typed > owed ? 0n : owed - typed)
}
