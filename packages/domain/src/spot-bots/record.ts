// The record of a DCA or rebalancing bot (rules 21.4, 22.4).

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

/** One trade of a bot: coins net of their fee, and the money paid or received. */
export type SpotBotTrade = {
  readonly timeMs: number
  readonly symbol: SymbolId
  readonly side: Side
  readonly base: Amount
  readonly quote: Amount
}

export type SpotBotRecord = {
  /** The bot's ID is the wallet that it trades with. */
  readonly wallet: AccountId
  readonly owner: AccountId
  readonly terms: SpotBotTerms
  readonly quoteCoin: string
  readonly investment: Amount
  readonly status: SpotBotStatus
  readonly end: SpotBotEnd | undefined
  readonly problem: Problem | undefined
  /** The time of the next scheduled purchase or rebalancing; 0 for never. */
  readonly dueMs: number
  /** The number of purchases or of rebalancings. */
  readonly done: number
  /** DCA: the money spent, and the coins bought net of fees. */
  readonly spent: Amount
  readonly bought: Amount
  readonly log: readonly SpotBotTrade[]
  /** The amounts returned at the end, by coin, and their value in the quote coin at that time. */
  readonly returned: readonly (readonly [coin: string, money: Amount])[]
  readonly endWorth: Amount
  readonly createdMs: number
  readonly endedMs: number
  readonly updatedMs: number
}
