// Invariants of funding wallets and sub-accounts, between any two commands (rules 23.4).

import { hasPosition } from '../state/positions.ts'
import type { EngineState } from '../state/state.ts'

/** Returns a description of each broken invariant; empty if all hold. */
export function ownershipViolations(state: EngineState): readonly string[] {
  const { funding, mains } = state.ownership
  return [
    ...[...funding].flatMap(([owner, wallet]) => fundingFaults(state, owner, wallet)),
    ...[...mains].flatMap(([sub, main]) =>
      mains.has(main) || !state.accounts.has(sub) ? [`23.1 ${sub} is no sub-account`] : [],
    ),
  ]
}

function fundingFaults(state: EngineState, owner: number, wallet: number): string[] {
  const account = [...state.accounts.values()].find(({ id }) => id === wallet)
  if (account === undefined) return [`23.1 ${owner} has no funding wallet ${wallet}`]
  const owed = [...account.coins].filter(([, { balance }]) => balance < 0n)
  const isBusy = hasPosition(account)
  return [
    ...owed.map(([coin, { balance }]) => `23.4 funding wallet ${wallet} owes ${balance} ${coin}`),
    ...(isBusy ? [`23.4 funding wallet ${wallet} has a position`] : []),
  ]
}
