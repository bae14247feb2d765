// Views of what belongs to one owner: funding wallets and sub-accounts (rules 23).

import type { AccountId } from '@basis/domain/numbers/brand'
import type { Amount } from '@basis/domain/numbers/fixed'

export type PurseCoin = {
  readonly coin: string
  readonly balance: Amount
  /** Principal and interest of what is borrowed. */
  readonly owed: Amount
  /** What may be transferred or withdrawn now. */
  readonly free: Amount
}

export type OwnershipViews = {
  /** The sub-accounts of a main account, the oldest first. */
  readonly subs: (main: AccountId) => readonly AccountId[]
  /** The main account of a sub-account; undefined for any other. */
  readonly main: (sub: AccountId) => AccountId | undefined
  /** The ledger account of a funding wallet; undefined until it has been used. */
  readonly fundingWallet: (account: AccountId) => AccountId | undefined
  /** The coins of a funding wallet, by name. */
  readonly funding: (account: AccountId) => readonly PurseCoin[]
  /** The coins that a trading wallet has or owes, by name. */
  readonly unified: (account: AccountId) => readonly PurseCoin[]
}
