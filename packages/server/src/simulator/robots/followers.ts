// Simulated followers, so that leaders have followers from the first minute: each copies one leader
// with its own funds until it is stopped.

import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, unitE8 } from '@basis/domain/numbers/fixed'
import type { CopySettings } from '@basis/domain/copy/settings'
import type { Command } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import { leaderOwners } from './leaders.ts'

type Plan = { readonly owner: AccountId; readonly leader: number; readonly funds: bigint }

/** In the order of the leaders. */
const plans: readonly Plan[] = [
  { owner: accountId(20), leader: 0, funds: 1_500n },
  { owner: accountId(21), leader: 1, funds: 6_000n },
  { owner: accountId(22), leader: 1, funds: 9_500n },
  { owner: accountId(23), leader: 2, funds: 25_000n },
  { owner: accountId(24), leader: 3, funds: 12_000n },
  { owner: accountId(25), leader: 3, funds: 4_000n },
  { owner: accountId(26), leader: 4, funds: 60_000n },
  { owner: accountId(27), leader: 4, funds: 18_000n },
]

const everyMs = 1_000

/** The accounts of the simulated followers. */
export const followerOwners: readonly AccountId[] = plans.map(({ owner }) => owner)

/** The followers of a simulated market. */
export class SimulatedFollowers {
  readonly #views: Views
  #nextMs = 0
  #turn = 0

  constructor(views: Views) {
    this.#views = views
  }

  /** Returns the next follower's command; none when all of them follow. */
  act(timeMs: number): Command[] {
    const plan = plans[this.#turn]
    if (plan === undefined || timeMs < this.#nextMs) return []
    this.#nextMs = timeMs + everyMs
    const { account, copy } = this.#views
    const { owner } = plan
    const money = amount(plan.funds * unitE8)
    const leader = copy.leads(leaderOwners[plan.leader] ?? owner)
    if (leader === undefined) return []
    if (account(owner) === undefined)
      return [{ kind: 'OpenAccount', account: owner, role: 'robot' }]
    // A follower that was stopped keeps what is left.
    if (copy.follows(owner).length > 0) {
      this.#turn += 1
      return []
    }
    if (copy.free(owner) < money) {
      return [{ kind: 'Deposit', account: owner, coin: 'USDT', amount: money }]
    }
    const settings = settingsOf(money)
    const { wallet } = leader
    return [{ kind: 'FollowLeader', account: owner, leader: wallet, amount: money, settings }]
  }
}

/** The leader's position sizes and stops; half of the funds may be lost. */
function settingsOf(money: bigint): CopySettings {
  const none = amount(0n)
  return {
    mode: 'Proportional',
    margin: none,
    ratioE4: 10_000,
    leverageE2: leverageE2(0),
    symbolMargin: none,
    dayMargin: none,
    slippageE4: 100,
    takeProfitE4: 0,
    stopLossE4: 0,
    totalStopLoss: amount(money / 2n),
  }
}
