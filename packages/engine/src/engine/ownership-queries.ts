// Queries about funding wallets and sub-accounts (rules 23).

import type { AccountId } from '@basis/domain/numbers/brand'
import { amount } from '@basis/domain/numbers/fixed'
import type { OwnershipViews, PurseCoin } from '../api/ownership-views.ts'
import { debtOf } from '../risk/collateral.ts'
import { subAccountsOf } from '../state/ownership.ts'
import { byName, type EngineState } from '../state/state.ts'
import { freeOf } from '../trading/grid/grid-money.ts'

/** Returns the queries on this state. */
export function ownershipViewsOf(state: EngineState): OwnershipViews {
  const { ownership } = state
  const coinsOf = (id: AccountId | undefined): readonly PurseCoin[] => {
    const account = id === undefined ? undefined : state.accounts.get(id)
    if (account === undefined) return []
    return byName(account.coins).flatMap(([coin, held]) => {
      const [balance, owed] = [amount(held.balance), amount(debtOf(held))]
      if (balance === 0n && owed === 0n) return []
      return [{ coin, balance, owed, free: amount(freeOf(state, account, coin)) }]
    })
  }
  return {
    subs: (main) => subAccountsOf(ownership, main),
    main: (sub) => ownership.mains.get(sub),
    fundingWallet: (account) => ownership.funding.get(account),
    funding: (account) => coinsOf(ownership.funding.get(account)),
    unified: (account) => coinsOf(account),
  }
}
