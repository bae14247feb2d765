// The figures of an account that the views of its positions share, computed once for all of them.

import { accountMaintenance, accountMargin } from '../risk/account-margin.ts'
import { takeoverTermsOf, type TakeoverTerms } from '../risk/bankruptcy-price.ts'
import type { AccountState } from '../state/state.ts'

export type SharedFigures = {
  readonly takeovers: readonly TakeoverTerms[]
  /** The balance and maintenance, in USD, that the liquidation prices depend on. */
  readonly balance: bigint
  readonly maintenance: bigint
}

export function sharedFigures(
  account: AccountState,
  takeovers = takeoverTermsOf(account),
): SharedFigures {
  const { balance } = accountMargin(account)
  // In portfolio margin no position has a liquidation price of its own (10.1).
  const maintenance = account.portfolio === undefined ? accountMaintenance(account) : 0n
  return { takeovers, balance, maintenance }
}
