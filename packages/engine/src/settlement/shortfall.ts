// The part of an isolated position's funding or session that the free balance cannot pay, taken
// from the position's own margin (rules 2.7).

import { marginWithCoin } from '../risk/account-margin.ts'
import { invalidateMargin } from '../state/invalidation.ts'
import { type PositionState } from '../state/state.ts'

/**
 * Deducts from an isolated position's own margin the part of a payment (below 0) that the free
 * balance cannot pay (rules 2.7); at most the payment itself, whatever other debt the account has.
 */
export function eatIntoMargin(position: PositionState, payment: bigint): void {
  const { free } = marginWithCoin(position.account, position.coinBalance)
  if (free >= 0n) return
  position.extra += free < payment ? payment : free
  invalidateMargin(position)
}
