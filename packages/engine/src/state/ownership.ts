// Ownership of wallets and accounts: the funding wallet and the sub-accounts of an account
// (rules 23.1).

import type { AccountId } from '@basis/domain/numbers/brand'

export type Ownership = {
  /** The funding wallet of an account that has one. */
  readonly funding: Map<AccountId, AccountId>
  /** The main account of a sub-account. */
  readonly mains: Map<AccountId, AccountId>
  /** The latest transfer ids of an account, oldest first. */
  readonly transferIds: Map<AccountId, readonly string[]>
}

export const newOwnership = (): Ownership => ({
  funding: new Map(),
  mains: new Map(),
  transferIds: new Map(),
})

/** Returns an account's sub-accounts, the oldest first. */
export const subAccountsOf = ({ mains }: Ownership, main: AccountId): readonly AccountId[] =>
  [...mains].filter(([, of]) => of === main).map(([sub]) => sub)
