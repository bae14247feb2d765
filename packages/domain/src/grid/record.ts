// The record of a grid bot (rules 17.5).

import type { AccountId, OrderId, SymbolId } from '../numbers/brand.ts'
import type { Amount, PriceTicks, QtyLots } from '../numbers/fixed.ts'
import type { Problem } from '../instrument/problems.ts'
import type { GridCell } from './cells.ts'
import type { GridTerms } from './terms.ts'

export const gridStatuses = ['Running', 'Paused', 'Stopping', 'Ended'] as const
export type GridStatus = (typeof gridStatuses)[number]

export const gridEnds = [
  'ByOwner',
  'TakeProfit',
  'StopLoss',
  'Liquidation',
  'Deleveraged',
  'InsufficientBalance',
  'OrderRefused',
  'Delisting',
  'Banned',
] as const
export type GridEnd = (typeof gridEnds)[number]

/** A cell with the ID of its open order; 0 for none. */
export type PlacedCell = GridCell & { readonly orderId: OrderId }

/** A completed cell; the last ones are kept. */
export type GridCompletion = {
  readonly timeMs: number
  readonly buyTicks: PriceTicks
  readonly sellTicks: PriceTicks
  readonly lots: QtyLots
  readonly profit: Amount
}

export type GridRecord = {
  /** The bot's ID is the wallet that it trades with. */
  readonly wallet: AccountId
  readonly owner: AccountId
  readonly symbol: SymbolId
  readonly terms: GridTerms
  /** How many cells the range has moved up; negative for down. */
  readonly shift: number
  /** All deposits, 1e-8 of the grid's coin. */
  readonly investment: Amount
  /** The lots of each new pair. */
  readonly lots: QtyLots
  readonly startTicks: PriceTicks
  readonly status: GridStatus
  readonly end: GridEnd | undefined
  readonly problem: Problem | undefined
  readonly completed: number
  readonly profit: Amount
  readonly log: readonly GridCompletion[]
  /** The amounts returned at the end, and the price at that time. */
  readonly returnedQuote: Amount
  readonly returnedBase: Amount
  readonly endTicks: PriceTicks
  readonly createdMs: number
  readonly endedMs: number
  readonly updatedMs: number
}
