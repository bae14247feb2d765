// Whom no price can endanger soon: accounts that have many times what all their positions and
// orders could lose. They trade the most (robots, big books), and to reckon a safe zone for each
// market of theirs after every fill would cost more than the fills.

import { accountMargin } from '../margins.ts'
import type { AccountState } from '../state.ts'
import { isPinned } from './safe-zone.ts'

/** Every price may move by this share of itself before a calm account is looked at again. */
export const calmReach = 0.05

/**
 * Returns whether the account cannot be liquidated while no mark moves by more than `calmReach`.
 *
 * Initial margin is value over leverage, of the larger side at least, so that positions and orders
 * of both sides are worth no more than 2 × leverage × initial margin. A tenth more than that covers
 * what a move of a twentieth loses on all of them (order losses included) and as much maintenance
 * margin as they are worth. Isolated positions stand on their own, and coins other than dollars may
 * fall themselves: such accounts are never calm.
 */
export function isCalm(account: AccountState): boolean {
  const { balance, initial } = accountMargin(account)
  if (22n * BigInt(account.risk.leverageE2) * initial > 1000n * balance) return false
  for (const pot of account.coins.values()) {
    if (pot.held !== 0n || pot.isolatedUnrealised !== 0n) return false
    if (!isPinned(pot.coin) && (pot.balance !== 0n || pot.initial !== 0n)) return false
  }
  return balance > 0n
}
