// The form of a loan or of its repayment: what may be typed, and what it would cost.

import { interestOf, leastSpotLeverage, mostSpotLeverage } from '@basis/domain/margin/loans'
import { amount, parseDecimal, zero, type Amount } from '@basis/domain/numbers/fixed'
import type { Repayment } from '../../actions/loans/repayment.ts'
import type { WireLoan } from '@basis/protocol/margin/spot-margin'
import { decodeAmount } from '@basis/protocol/order'

export type LoanAct = 'borrow' | 'repay'

export const loanDecimals = 8

/** The leverages of spot margin, as texts. */
export const leverageChoices: readonly string[] = Array.from(
  { length: mostSpotLeverage - leastSpotLeverage + 1 },
  (_, k) => String(leastSpotLeverage + k),
)

/** Returns the share of the margin balance up to which more is lent, in whole per cent. */
export const lendingEnd = (leverage: number): string =>
  String(Math.floor((100 * (leverage - 1)) / leverage))

/** What is owed of a coin, with the interest that is not paid. */
export const owedOf = ({ principal, accruedInterest }: WireLoan): Amount =>
  amount(decodeAmount(principal) + decodeAmount(accruedInterest))

/**
 * Returns the most that may be typed: what the exchange would lend; what is owed, and without other
 * coins no more than the wallet has of it.
 */
export function mostOf(loan: WireLoan, act: LoanAct, isConverting: boolean): Amount {
  if (act === 'borrow') return decodeAmount(loan.maxBorrowable)
  const owed = owedOf(loan)
  const own = decodeAmount(loan.walletBalance)
  return isConverting || owed < own ? owed : own
}

export const typedAmount = (text: string): Amount => amount(parseDecimal(text, 8) ?? zero)

/** Returns the interest of an hour of what is owed, as the exchange charges it. */
export function costOfHour({ hourlyBorrowRate, borrowLimit }: WireLoan, owed: Amount): Amount {
  const hourlyE12 = Number(parseDecimal(hourlyBorrowRate, 12) ?? zero)
  const terms = { hourlyE12, limit: decodeAmount(borrowLimit) }
  return interestOf(terms, { owed, bearing: owed })
}

/** Returns how long it is to a time, never below nothing; undefined where there is none. */
export const leftUntil = (atMs: number | undefined, nowMs: number): number | undefined =>
  atMs === undefined || atMs === 0 ? undefined : Math.max(0, atMs - nowMs)

/** Returns the coins that are owed before the others. */
export const owedFirst = (loans: readonly WireLoan[]): readonly WireLoan[] =>
  loans.toSorted((a, b) => Number(owedOf(b) > zero) - Number(owedOf(a) > zero))

const hoursOfYear = 8_760n

/** Returns a coin's figures; the rates of an hour and of a year in per cent. */
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
 * May the form be sent: something that may be, and of a repayment what the exchange says it would
 * come to, so that no coin is sold that was not named?
 */
export function isReady({ act, typed, isTooMuch, repayment }: LoanDraft): boolean {
  if (typed <= zero || isTooMuch) return false
  return act === 'borrow' || (repayment !== undefined && repayment.problem === undefined)
}
type LoanDraft = {
  readonly act: LoanAct
  readonly typed: Amount
  readonly isTooMuch: boolean
  readonly repayment: Repayment | undefined
}

/** Returns what would be owed after the act. */
export function owedAfter(loan: WireLoan, act: LoanAct, typed: Amount): Amount {
  const owed = owedOf(loan)
  if (act === 'borrow') return amount(owed + typed)
  return amount(typed > owed ? 0n : owed - typed)
}
