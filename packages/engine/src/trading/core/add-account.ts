// Inserts an account; the map of accounts is sorted by number, whenever they were opened (R4).

import { escrowAccount } from '../../state/copy.ts'
import { markToCheck } from '../../state/liquidation-index.ts'
import type { AccountState, EngineState } from '../../state/state.ts'

/** Adds an account in order; numbers nearly always rise, so that the map is seldom rebuilt. */
export function addAccount(state: EngineState, account: AccountState): void {
  const { accounts } = state
  // Copy wallets come after all other accounts, in the order of opening.
  const isWallet = account.id >= escrowAccount
  const isLast = isWallet || (account.id > state.highestAccount && !accounts.has(escrowAccount))
  const higher = isLast ? [] : [...accounts.values()]
  accounts.set(account.id, account)
  markToCheck(account.risk)
  for (const other of higher) {
    if (other.id < account.id) continue
    accounts.delete(other.id)
    accounts.set(other.id, other)
  }
  if (!isWallet) state.highestAccount = Math.max(state.highestAccount, account.id)
}
