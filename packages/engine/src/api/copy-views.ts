// Views of copy trading: leaders with their figures, and who copies whom (rules 16.7).

import type { CopyFollowRecord, CopyLeaderRecord } from '@basis/domain/copy/record'
import type { LeaderRank } from '@basis/domain/copy/profit-share'
import type { AccountId } from '@basis/domain/numbers/brand'
import type { Amount } from '@basis/domain/numbers/fixed'

/** A leader with the figures that followers choose by; money in USDT ×1e-8. */
export type LeaderView = CopyLeaderRecord & {
  readonly equity: Amount
  readonly free: Amount
  /** Total profit over everything that was put in, 4 decimals. */
  readonly roiE4: number
  readonly followers: number
  /** What followers have in the wallets that copy it. */
  readonly followed: Amount
  /** Absent from a fund, whose share is its own. */
  readonly rank?: LeaderRank | undefined
}

/** A copy with the money of its wallet, USDT ×1e-8. */
export type FollowView = CopyFollowRecord & {
  readonly equity: Amount
  readonly free: Amount
}

export type CopyViews = {
  /** By the number of their wallets. */
  readonly leaders: () => readonly LeaderView[]
  readonly leader: (wallet: AccountId) => LeaderView | undefined
  /** The leader that an account is. */
  readonly leads: (owner: AccountId) => LeaderView | undefined
  readonly follows: (owner: AccountId) => readonly FollowView[]
  readonly followers: (wallet: AccountId) => readonly FollowView[]
  /** Whose a wallet is; undefined for an account that is none. */
  readonly ownerOf: (wallet: AccountId) => AccountId | undefined
  /** What an account could put into a wallet now. */
  readonly free: (account: AccountId) => Amount
}
