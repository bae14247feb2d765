// What belongs to one owner: his funding wallet and his sub-accounts (rules 23.1).

import type { AccountId } from '@basis/domain/numbers/brand'

export type Families = {
  /** The funding wallet of an account that has one. */
  readonly funding: Map<AccountId, AccountId>
  /** The main account of a sub-account. */
  readonly mains: Map<AccountId, AccountId>
}

export const newFamilies = (): Families => ({ funding: new Map(), mains: new Map() })

/** Returns an account's sub-accounts, the oldest first. */
export const subAccountsOf = ({ mains }: Families, main: AccountId): readonly AccountId[] =>
  [...mains].filter(([, of]) => of === main).map(([sub]) => sub)
