// Inspects copy wallets once a second: total stop losses, positions that the leader has closed,
// follows that are stopping, and the leaders' curves (rules 16.6, 16.7).

import { asideOf } from '@basis/domain/copy/profit-share'
import type { EquityCurve } from '@basis/domain/copy/record'
import { returnE4 } from '@basis/domain/instrument/pnl'
import type { CopyFollow, CopyLeader } from '../../state/copy.ts'
import { allPositions, peekPosition } from '../../state/positions.ts'
import type { EngineState } from '../../state/state.ts'
import { closingOf, placeWhole } from '../multi-order/close-positions.ts'
import { equityOf, knownAccount } from './money.ts'
import { beginStop, goOnStopping } from './stop-copying.ts'

const checkEveryMs = 1000
const pointsKept = 240

export function inspectWallets(state: EngineState): void {
  const { copy, timeMs } = state
  if (timeMs < copy.nextLookMs) return
  copy.nextLookMs = timeMs + checkEveryMs
  for (const follow of copy.follows.values()) {
    if (follow.state === 'Stopping') goOnStopping(state, follow)
    if (follow.state !== 'Following') continue
    if (isSpent(state, follow)) beginStop(state, follow, 'TotalStopLoss')
    else closeOrphans(state, follow)
  }
  for (const leader of copy.leaders.values()) drawCurve(state, leader)
}

/** Returns whether a follower's loss has reached its total stop loss. */
function isSpent(state: EngineState, follow: CopyFollow): boolean {
  const { totalStopLoss } = follow.settings
  if (totalStopLoss === 0n) return false
  const worth = equityOf(knownAccount(state, follow.wallet)) + asideOf(follow)
  return follow.invested - worth >= totalStopLoss
}

/** Closes at market the positions that the leader no longer has. */
function closeOrphans(state: EngineState, follow: CopyFollow): void {
  const leader = knownAccount(state, follow.leader)
  for (const held of allPositions(knownAccount(state, follow.wallet))) {
    if (held === undefined || held.sign === 0) continue
    if (peekPosition(leader, held.market, held.idx).sign === 0) placeWhole(state, closingOf(held))
  }
}

/** Adds a point to the curve; at the maximum, every other point is dropped and the step doubles. */
function drawCurve(state: EngineState, leader: CopyLeader): void {
  if (state.timeMs < leader.nextPointMs || !leader.isOpen) return
  const equity = equityOf(knownAccount(state, leader.wallet))
  const { curve } = leader
  const points = [...curve.points, [state.timeMs, roiE4(leader, equity), equity] as const]
  const isFull = points.length > pointsKept
  const next: EquityCurve = {
    everyMs: isFull ? curve.everyMs * 2 : curve.everyMs,
    points: isFull ? points.filter((_, k) => k % 2 === 0) : points,
  }
  leader.curve = next
  leader.nextPointMs = state.timeMs + next.everyMs
}

/** Total profit over all money put in, 4 decimals (rules 16.7). */
export const roiE4 = (
  { putIn, takenOut }: Pick<CopyLeader, 'putIn' | 'takenOut'>,
  equity: bigint,
): number => Number(returnE4(equity + takenOut - putIn, putIn))
