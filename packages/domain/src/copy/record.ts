// Records of leaders, followers and copied trades (rules 16).

import type { AccountId, SymbolId } from '../numbers/brand.ts'
import type { PositionIdx } from '../orders/position.ts'
import type { ProblemName } from '../instrument/problems.ts'
import type { CopySettings, CopyStyle } from './settings.ts'

/** A wallet is a separate account of a leader, or of a follower for one leader. */
export type CopyLeaderRecord = {
  readonly wallet: AccountId
  readonly owner: AccountId
  readonly name: string
  readonly style: CopyStyle
  /** A fund's profit share, 4 decimals; a classic leader's share follows its rank. */
  readonly shareE4: number
  readonly isOpen: boolean
  /** USDT ×1e-8: deposited, withdrawn, earned from followers. */
  readonly putIn: bigint
  readonly takenOut: bigint
  readonly earned: bigint
  /** Positions closed with a profit, and all others. */
  readonly wins: number
  readonly losses: number
  /** Owners that may not follow this leader. */
  readonly blocked: readonly AccountId[]
  readonly curve: EquityCurve
  readonly createdMs: number
  readonly updatedMs: number
}

/** A leader's return on all deposits, 4 decimals, at even time intervals. */
export type EquityCurve = {
  readonly everyMs: number
  readonly points: readonly (readonly [timeMs: number, roiE4: number, equity: bigint])[]
}

export const copyStops = [
  'ByOwner',
  'TotalStopLoss',
  'LeaderClosed',
  'LeaderBanned',
  'Blocked',
  'Banned',
] as const
export type CopyStop = (typeof copyStops)[number]

/** An unsettled day: its net profit and the part set aside. */
export type ShareDay = { readonly day: number; readonly net: bigint; readonly aside: bigint }

export type CopyFollowRecord = {
  readonly wallet: AccountId
  readonly owner: AccountId
  /** The leader's wallet. */
  readonly leader: AccountId
  readonly settings: CopySettings
  readonly style: CopyStyle
  /** The leader's profit share when copying began. */
  readonly shareE4: number
  readonly state: 'Following' | 'Stopping' | 'Stopped'
  readonly stop?: CopyStop | undefined
  /** Deposits less withdrawals. */
  readonly invested: bigint
  readonly paidShare: bigint
  /** The margin that copies of this day used. */
  readonly dayMargin: bigint
  readonly days: readonly ShareDay[]
  /** Fund style: shares ×1e-8 and the high-water mark of their value. */
  readonly shares: bigint
  readonly markE8: bigint
  /** The last copies, oldest first. */
  readonly log: readonly CopyEntry[]
  readonly startedMs: number
  readonly updatedMs: number
}

/** A trade of a leader and its outcome for a follower. */
export type CopyEntry = {
  readonly timeMs: number
  readonly symbol: SymbolId
  readonly positionIdx: PositionIdx
  readonly act: 'Open' | 'Close'
  readonly leaderLots: number
  /** The leader's size before; 0 if it opened the position. */
  readonly leaderOf: number
  /** The value of the leader's lots, quote ×1e-8: their average price times their quantity. */
  readonly leaderValue: bigint
  /** The worst allowed price of the copy, in ticks; 0 if no order was sent. */
  readonly boundTicks: number
  readonly askedLots: number
  readonly filledLots: number
  /** Why less was filled than the leader's order implies. */
  readonly why?: CopySkip
}

export const copySkips = [
  'PriceBound',
  'BelowMinimum',
  'SymbolMargin',
  'DayMargin',
  'NothingAvailable',
  'NothingHeld',
] as const
export type CopySkip = (typeof copySkips)[number] | ProblemName
