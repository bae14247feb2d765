// Leaders, followers and what was copied, as everybody may keep them (rules 16).

import type { AccountId, SymbolId } from '../numbers/brand.ts'
import type { PositionIdx } from '../orders/position.ts'
import type { ProblemName } from '../instrument/problems.ts'
import type { CopySettings, CopyStyle } from './settings.ts'

/** A wallet is an account of its own, of a leader or of a follower for one leader. */
export type CopyLeaderRecord = {
  readonly wallet: AccountId
  readonly owner: AccountId
  readonly name: string
  readonly style: CopyStyle
  /** Of a fund: its share of the profit, 4 decimals; a classic one earns by its rank. */
  readonly shareE4: number
  readonly isOpen: boolean
  /** USDT ×1e-8: put in, taken out, earned from followers. */
  readonly putIn: bigint
  readonly takenOut: bigint
  readonly earned: bigint
  /** Positions that were closed with a profit, and the others. */
  readonly wins: number
  readonly losses: number
  /** Owners that may not follow. */
  readonly blocked: readonly AccountId[]
  readonly curve: EquityCurve
  readonly createdMs: number
  readonly updatedMs: number
}

/** What a leader has gained, in 4 decimals of all that was put in, at even steps of time. */
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

/** A day whose profit is not settled yet: its net and what of it is set aside. */
export type ShareDay = { readonly day: number; readonly net: bigint; readonly aside: bigint }

export type CopyFollowRecord = {
  readonly wallet: AccountId
  readonly owner: AccountId
  /** The leader's wallet. */
  readonly leader: AccountId
  readonly settings: CopySettings
  readonly style: CopyStyle
  /** What the leader gets of the profit, as it was when copying began. */
  readonly shareE4: number
  readonly state: 'Following' | 'Stopping' | 'Stopped'
  readonly stop?: CopyStop | undefined
  /** Put in less taken out. */
  readonly invested: bigint
  readonly paidShare: bigint
  /** The margin that copies of this day took. */
  readonly dayMargin: bigint
  readonly days: readonly ShareDay[]
  /** Of a fund: its shares ×1e-8 and the highest value of one that was paid for. */
  readonly shares: bigint
  readonly markE8: bigint
  /** The newest copies, oldest first. */
  readonly log: readonly CopyEntry[]
  readonly startedMs: number
  readonly updatedMs: number
}

/** Something a leader did, and what became of it with a follower. */
export type CopyEntry = {
  readonly timeMs: number
  readonly symbol: SymbolId
  readonly positionIdx: PositionIdx
  readonly act: 'Open' | 'Close'
  readonly leaderLots: number
  /** The leader's size before; 0 where it opened the position. */
  readonly leaderOf: number
  /** The value of the leader's lots, quote ×1e-8: what one of them cost. */
  readonly leaderValue: bigint
  /** The worst price that the copy could have, in ticks; 0 where none was sent. */
  readonly boundTicks: number
  readonly askedLots: number
  readonly filledLots: number
  /** Why less was filled than the leader's order asks for. */
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
