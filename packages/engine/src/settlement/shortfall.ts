// The part of an isolated position's funding or session that the free balance cannot pay, taken
// from the position's own margin (rules 2.7).

import { unlockedBalance } from '../risk/collateral.ts'
import { accountMargin } from '../risk/account-margin.ts'
import { invalidateMargin } from '../state/invalidation.ts'
import { type PositionState } from '../state/state.ts'

/**
 * What of a payment (below 0) the free balance cannot pay, the isolated position's own margin pays
 * (rules 2.7): never more than the payment itself, whatever the account owes besides.
 */
export function eatIntoMargin(position: PositionState, payment: bigint): void {
  accountMargin(position.account)
  const free = unlockedBalance(position.coinBalance)
  if (free >= 0n) return
  position.extra += free < payment ? payment : free
  invalidateMargin(position)
}
