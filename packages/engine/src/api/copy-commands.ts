// Commands of copy trading: leaders, who follows them, and the money in their wallets (rules 16).

import type { CopySettings, CopyStyle } from '@basis/domain/copy/settings'
import type { AccountId } from '@basis/domain/numbers/brand'
import type { Amount } from '@basis/domain/numbers/fixed'

/** Opens a leader's wallet with money of its own (rules 16.1). */
export type BecomeLeader = {
  readonly kind: 'BecomeLeader'
  readonly account: AccountId
  readonly name: string
  readonly style: CopyStyle
  /** Of a fund, 4 decimals; 0 for a classic leader, who earns by rank. */
  readonly shareE4: number
  readonly amount: Amount
}

/** Closes a leader that holds nothing; its followers stop and its money goes home. */
export type EndLeader = {
  readonly kind: 'EndLeader'
  readonly account: AccountId
  /** The venue bans the leader: it ends whatever is open. */
  readonly isBan?: true
}

/** Opens a wallet that copies a leader, with money of its own. */
export type FollowLeader = {
  readonly kind: 'FollowLeader'
  readonly account: AccountId
  /** The leader's wallet. */
  readonly leader: AccountId
  readonly amount: Amount
  readonly settings: CopySettings
}

export type SetFollow = {
  readonly kind: 'SetFollow'
  readonly account: AccountId
  readonly wallet: AccountId
  readonly settings: CopySettings
}

/** Closes what the wallet holds, settles the profit and brings the money home. */
export type StopFollow = {
  readonly kind: 'StopFollow'
  readonly account: AccountId
  readonly wallet: AccountId
  /** The venue bans the follower. */
  readonly isBan?: true
}

/** Moves USDT into an own wallet (positive) or out of it (negative). */
export type MoveToCopy = {
  readonly kind: 'MoveToCopy'
  readonly account: AccountId
  readonly wallet: AccountId
  readonly amount: Amount
}

/** Keeps somebody from following the account's leader, or lets him again. */
export type BlockFollower = {
  readonly kind: 'BlockFollower'
  readonly account: AccountId
  readonly follower: AccountId
  readonly isBlocked: boolean
}

export type CopyCommand =
  | BecomeLeader
  | EndLeader
  | FollowLeader
  | SetFollow
  | StopFollow
  | MoveToCopy
  | BlockFollower
