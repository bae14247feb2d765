// Queries about copy trading: leaders with their figures, and their followers (rules 16.7).

import { rankOf } from '@basis/domain/copy/profit-share'
import { amount } from '@basis/domain/numbers/fixed'
import type { CopyViews, FollowView, LeaderView } from '../api/copy-views.ts'
import {
  followRecord,
  followsOf,
  leaderRecord,
  walletOwner,
  type CopyFollow,
  type CopyLeader,
} from '../state/copy.ts'
import type { EngineState } from '../state/state.ts'
import {
  equityOf,
  followedMoney,
  freeIn,
  freeOfFollow,
  knownAccount,
} from '../trading/copy/money.ts'
import { roiE4 } from '../trading/copy/inspect-wallets.ts'

/** Returns the queries on this state. */
export function copyViewsOf(state: EngineState): CopyViews {
  const { copy } = state
  return {
    leaders: () => [...copy.leaders.values()].map((leader) => leaderView(state, leader)),
    leader: (wallet) => {
      const leader = copy.leaders.get(wallet)
      return leader && leaderView(state, leader)
    },
    leads: (owner) => {
      const leader = [...copy.leaders.values()].find((each) => each.owner === owner)
      return leader && leaderView(state, leader)
    },
    follows: (owner) =>
      [...copy.follows.values()]
        .filter((follow) => follow.owner === owner)
        .map((follow) => followView(state, follow)),
    followers: (wallet) => followsOf(copy, wallet).map((follow) => followView(state, follow)),
    ownerOf: (wallet) => walletOwner(copy, wallet),
    free: (id) => {
      const account = state.accounts.get(id)
      return amount(account === undefined ? 0n : freeIn(state, account))
    },
  }
}

function followView(state: EngineState, follow: CopyFollow): FollowView {
  const account = knownAccount(state, follow.wallet)
  const money = { equity: amount(equityOf(account)), free: amount(freeOfFollow(state, follow)) }
  return { ...followRecord(follow), ...money }
}

function leaderView(state: EngineState, leader: CopyLeader): LeaderView {
  const account = knownAccount(state, leader.wallet)
  const equity = equityOf(account)
  let followers = 0
  let followed = 0n
  for (const follow of followsOf(state.copy, leader.wallet)) {
    if (follow.state === 'Stopped') continue
    followers += 1
    followed += followedMoney(state, follow.wallet)
  }
  const record = leaderRecord(leader)
  const roi = roiE4(leader, equity)
  // The curve ends with the current figures.
  const now = [state.timeMs, roi, amount(equity)] as const
  const points = leader.isOpen ? [...record.curve.points, now] : record.curve.points
  return {
    ...record,
    curve: { ...record.curve, points },
    equity: amount(equity),
    free: amount(freeIn(state, account)),
    roiE4: roi,
    followers,
    followed: amount(followed),
    ...(leader.style === 'Pro' ? { rank: undefined } : rankOf(followed)),
  }
}
