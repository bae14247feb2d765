// A bot that buys on a schedule or keeps weights, as everybody may keep it (rules 21.4, 22.4).

import type { AccountId, SymbolId } from '../numbers/brand.ts'
import type { Amount } from '../numbers/fixed.ts'
import type { Problem } from '../instrument/problems.ts'
import type { Side } from '../orders/order.ts'
import type { SpotBotTerms } from './terms.ts'

export const spotBotStatuses = ['Running', 'Paused', 'Stopping', 'Ended'] as const
export type SpotBotStatus = (typeof spotBotStatuses)[number]

export const spotBotEnds = [
  'ByOwner',
  'Completed',
  'TakeProfit',
  'StopLoss',
  'OrderRefused',
  'Delisting',
  'Banned',
] as const
export type SpotBotEnd = (typeof spotBotEnds)[number]

/** One trade of a bot: coins without their fee, and the money that they cost or brought. */
export type SpotBotTrade = {
  readonly timeMs: number
  readonly symbol: SymbolId
  readonly side: Side
  readonly base: Amount
  readonly quote: Amount
}

export type SpotBotRecord = {
  /** The bot is known by the wallet that it trades with. */
  readonly wallet: AccountId
  readonly owner: AccountId
  readonly terms: SpotBotTerms
  readonly quoteCoin: string
  readonly investment: Amount
  readonly status: SpotBotStatus
  readonly end: SpotBotEnd | undefined
  readonly problem: Problem | undefined
  /** When it buys or trades back next by the clock; 0 for never. */
  readonly dueMs: number
  /** Purchases, or times that it traded back. */
  readonly done: number
  /** Of purchases: what was spent, and what came of it after fees. */
  readonly spent: Amount
  readonly bought: Amount
  readonly log: readonly SpotBotTrade[]
  /** What came back at the end, by coin, and what it was worth in the quote coin by then. */
  readonly returned: readonly (readonly [coin: string, money: Amount])[]
  readonly endWorth: Amount
  readonly createdMs: number
  readonly endedMs: number
  readonly updatedMs: number
}
