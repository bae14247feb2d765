// The figures of an account that the views of its positions share, computed once for all of them.

import { accountMaintenance, accountMargin } from '../risk/account-margin.ts'
import { endingsOf, type Ending } from '../risk/bankruptcy-price.ts'
import type { AccountState } from '../state/state.ts'

export type SharedFigures = {
  readonly endings: readonly Ending[]
  /** The balance and maintenance, in USD, that the liquidation prices depend on. */
  readonly balance: bigint
  readonly maintenance: bigint
}

export function sharedFigures(account: AccountState, endings = endingsOf(account)): SharedFigures {
  const { balance } = accountMargin(account)
  // In portfolio margin no position has a liquidation price of its own (10.1).
  const maintenance = account.portfolio === undefined ? accountMaintenance(account) : 0n
  return { endings, balance, maintenance }
}
