// Interest of loans: at minute 5 of every hour each account is charged for what it has borrowed at
// that moment (rules 12.4).

import {
  borrowedByLosses,
  borrowLimitAt,
  borrowRateAt,
  floatingRate,
  hourlyInterest,
  lastInterestMs,
  nextInterestMs,
} from '@basis/domain/margin/loans'
import { thirdRules } from '../api/rules-version.ts'
import { accountMargin } from '../risk/account-margin.ts'
import { borrowingOf, feeLevelOf, mayBorrow } from '../risk/loans.ts'
import { markToCheck } from '../state/liquidation-index.ts'
import { byName, type AccountState, type EngineState } from '../state/state.ts'
import { repay } from '../trading/core/ledger.ts'

/**
 * Charges the due hour; after a downtime only the latest due hour is charged. The wallet pays at
 * once what it has, the rest is added to the debt and bears interest itself.
 */
export function chargeInterest(state: EngineState): void {
  const firstDueMs = state.interestDueMs
  state.interestDueMs = nextInterestMs(state.timeMs)
  // Before the third rules the record named the first missed hour.
  const isLatest = state.rulesVersion.present >= thirdRules
  const atMs = isLatest ? lastInterestMs(state.timeMs) : firstDueMs
  // One rate per coin for all accounts: payments during the charge do not lower it for later
  // accounts.
  const rates = new Map<string, number>()
  for (const [coin, { loan, lent }] of state.coins) {
    if (loan !== undefined) rates.set(coin, floatingRate(loan, lent))
  }
  for (const account of state.accounts.values()) {
    if (mayBorrow(account)) chargeAccount(state, account, { atMs, rates })
  }
}

type Hour = { readonly atMs: number; readonly rates: ReadonlyMap<string, number> }

function chargeAccount(state: EngineState, account: AccountState, { atMs, rates }: Hour): void {
  // Updates the unrealised PnL of contracts.
  accountMargin(account)
  for (const [coin, coinBalance] of byName(account.coins)) {
    const terms = coinBalance.coin.loan
    if (terms === undefined) continue
    const borrowing = borrowingOf(coinBalance)
    const level = feeLevelOf(account)
    const hourlyE12 = borrowRateAt(rates.get(coin) ?? terms.hourlyE12, level)
    const own = { ...terms, hourlyE12, limit: borrowLimitAt(terms, level) }
    const { owed, bearing, interest } = hourlyInterest(own, borrowing)
    if (interest === 0n) continue
    coinBalance.loan.interest += interest
    coinBalance.isBooked = true
    markToCheck(account.risk)
    state.events.push({
      kind: 'InterestCharged',
      account: account.id,
      coin,
      owed,
      bearing,
      lost: borrowedByLosses(borrowing),
      hourlyE12,
      interest,
      atMs,
    })
    repay(state, account, coin, coinBalance.loan.interest)
  }
}
