// Ends a follow: closes the wallet's positions, settles the profit share and returns the money
// (rules 16.6).

import type { CopyStop } from '@basis/domain/copy/record'
import { balanceOf, knownAccount, moveMoney, emitFollow } from './money.ts'
import { cancelAll } from '../core/order-entry.ts'
import { closePositions } from '../multi-order/close-positions.ts'
import type { CopyFollow } from '../../state/copy.ts'
import { hasPosition } from '../../state/positions.ts'
import type { EngineState } from '../../state/state.ts'
import { settleAll } from './share-profit.ts'

/** Starts to stop a follow; what the book cannot fill at once is left to later inspections. */
export function beginStop(state: EngineState, follow: CopyFollow, why: CopyStop): void {
  follow.state = 'Stopping'
  follow.stop = why
  emitFollow(state, follow)
  goOnStopping(state, follow)
}

/** Closes the remaining positions; ends the follow once there are none. */
export function goOnStopping(state: EngineState, follow: CopyFollow): void {
  const account = knownAccount(state, follow.wallet)
  cancelAll(state, account, 'CancelByUser')
  if (hasPosition(account)) closePositions(state, { kind: 'ClosePositions', account: account.id })
  if (hasPosition(account)) return
  settleAll(state, follow)
  const { wallet, owner } = follow
  const left = balanceOf(account)
  moveMoney(state, { from: wallet, to: owner }, left, 'CopyTransfer')
  follow.invested -= left > 0n ? left : 0n
  follow.state = 'Stopped'
  emitFollow(state, follow)
}
