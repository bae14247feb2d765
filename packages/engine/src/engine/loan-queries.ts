// Queries about loans; change nothing (rules 12).

import { firstFeeLevel } from '@basis/domain/instrument/fee-levels'
import { borrowLimitAt, borrowRateAt, floatingRate } from '@basis/domain/margin/loans'
import { amount } from '@basis/domain/numbers/fixed'
import type { Views } from '../api/views.ts'
import { ownBalance } from '../risk/collateral.ts'
import { byName, type EngineState } from '../state/state.ts'
import { mostBorrowed } from '../trading/settings/spot-margin.ts'

type LoanViews = Pick<Views, 'coins' | 'loan' | 'mostBorrowed' | 'repayable' | 'interestDueMs'>

export const loanViewsOf = (state: EngineState): LoanViews => ({
  coins: () => byName(state.coins).map(([coin]) => coin),
  loan: (name, level = firstFeeLevel) => {
    const coin = state.coins.get(name)
    if (coin?.loan === undefined) return undefined
    const { loan: terms, lent } = coin
    return {
      terms,
      lent: amount(lent),
      limit: borrowLimitAt(terms, level),
      hourlyE12: borrowRateAt(floatingRate(terms, lent), level),
    }
  },
  mostBorrowed: (id, coin) => {
    const account = state.accounts.get(id)
    return account === undefined ? amount(0n) : mostBorrowed(account, coin)
  },
  repayable: (id, coin) => {
    const held = state.accounts.get(id)?.coins.get(coin)
    return amount(held === undefined ? 0n : ownBalance(held))
  },
  interestDueMs: () => state.interestDueMs,
})
