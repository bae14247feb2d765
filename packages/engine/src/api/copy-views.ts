// Views of copy trading: leaders with their figures, and their followers (rules 16.7).

import type { CopyFollowRecord, CopyLeaderRecord } from '@basis/domain/copy/record'
import type { LeaderRank } from '@basis/domain/copy/profit-share'
import type { AccountId } from '@basis/domain/numbers/brand'
import type { Amount } from '@basis/domain/numbers/fixed'

/** A leader with the figures that followers see; money in USDT ×1e-8. */
export type LeaderView = CopyLeaderRecord & {
  readonly equity: Amount
  readonly free: Amount
  /** Total profit over all money put in, 4 decimals. */
  readonly roiE4: number
  readonly followers: number
  /** The equity of the wallets that follow it. */
  readonly followed: Amount
  /** Absent for a fund, which sets its own share. */
  readonly rank?: LeaderRank | undefined
}

/** A follow with the money of its wallet, USDT ×1e-8. */
export type FollowView = CopyFollowRecord & {
  readonly equity: Amount
  readonly free: Amount
}

export type CopyViews = {
  /** In the order of their wallet numbers. */
  readonly leaders: () => readonly LeaderView[]
  readonly leader: (wallet: AccountId) => LeaderView | undefined
  /** The leader of an owner's account. */
  readonly leads: (owner: AccountId) => LeaderView | undefined
  readonly follows: (owner: AccountId) => readonly FollowView[]
  readonly followers: (wallet: AccountId) => readonly FollowView[]
  /** The owner of a wallet; undefined if the account is not a copy wallet. */
  readonly ownerOf: (wallet: AccountId) => AccountId | undefined
  /** What an account could transfer into a copy wallet now. */
  readonly free: (account: AccountId) => Amount
}
