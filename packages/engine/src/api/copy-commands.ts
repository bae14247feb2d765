// Commands of copy trading: leaders, followers, and the money in their wallets (rules 16).

import type { CopySettings, CopyStyle } from '@basis/domain/copy/settings'
import type { AccountId } from '@basis/domain/numbers/brand'
import type { Amount } from '@basis/domain/numbers/fixed'

/** Opens a leader's wallet with money of its own (rules 16.1). */
export type BecomeLeader = {
  readonly kind: 'BecomeLeader'
  readonly account: AccountId
  readonly name: string
  readonly style: CopyStyle
  /** A fund's profit share, 4 decimals; 0 for a classic leader, whose share depends on rank. */
  readonly shareE4: number
  readonly amount: Amount
}

/** Closes a leader without open positions; its followers stop and its money is returned. */
export type EndLeader = {
  readonly kind: 'EndLeader'
  readonly account: AccountId
  /** The exchange bans the leader: it is closed even with open positions. */
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

/** Closes the wallet's positions, settles the profit share and returns the money. */
export type StopFollow = {
  readonly kind: 'StopFollow'
  readonly account: AccountId
  readonly wallet: AccountId
  /** The exchange bans the follower. */
  readonly isBan?: true
}

/** Moves USDT into one of the account's copy wallets (positive) or out of it (negative). */
export type MoveToCopy = {
  readonly kind: 'MoveToCopy'
  readonly account: AccountId
  readonly wallet: AccountId
  readonly amount: Amount
}

/** Blocks an account from following this account's leader, or unblocks it. */
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
