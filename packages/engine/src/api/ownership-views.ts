// Views of what belongs to one owner: funding wallets and sub-accounts (rules 23).

import type { AccountId } from '@basis/domain/numbers/brand'
import type { Amount } from '@basis/domain/numbers/fixed'

export type PurseCoin = {
  readonly coin: string
  readonly balance: Amount
  /** Principal and interest of what is borrowed. */
  readonly owed: Amount
  /** What may leave now. */
  readonly free: Amount
}

export type OwnershipViews = {
  /** The sub-accounts of a main account, the oldest first. */
  readonly subs: (main: AccountId) => readonly AccountId[]
  /** The main account of a sub-account; undefined for any other. */
  readonly main: (sub: AccountId) => AccountId | undefined
  /** The account of a funding wallet, as the ledger knows it; undefined before there is one. */
  readonly fundingWallet: (account: AccountId) => AccountId | undefined
  /** The coins of a funding wallet, by name. */
  readonly funding: (account: AccountId) => readonly PurseCoin[]
  /** The coins that a trading wallet has or owes, by name. */
  readonly unified: (account: AccountId) => readonly PurseCoin[]
}
