// Positions: what an account holds in a contract, margin modes and position modes.

import type { AccountId, SymbolId } from '../numbers/brand.ts'
import type { Amount, LeverageE2, PriceE8, QtyLots } from '../numbers/fixed.ts'
import type { Side } from './order.ts'

export const positionIdxs = [0, 1, 2] as const
/** One-way 0, long 1, short 2 (spec 4). */
export type PositionIdx = (typeof positionIdxs)[number]

export const positionModes = ['MergedSingle', 'BothSide'] as const
export type PositionMode = (typeof positionModes)[number]

/** A position as the engine emits it. A flat one has side `None` and keeps its leverage. */
export type Position = {
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly positionIdx: PositionIdx
  readonly side: Side | 'None'
  readonly sizeLots: QtyLots
  /** Exact entry value of the open quantity, 1e-8 settle coin (docs/rules/positions.md). */
  readonly entryValue: Amount
  /** Average entry price; for a USDC contract the price of its last session (1.8); 0 if flat. */
  readonly entryPriceE8: PriceE8
  /** Value at the average price of the entries, if sessions have changed `entryValue` (1.8). */
  readonly averageValue?: Amount
  readonly averagePriceE8?: PriceE8
  readonly leverageE2: LeverageE2
  readonly isIsolated: boolean
  /** Margin added to an isolated position manually or by replenishment (rules 5.3, 5.4). */
  readonly extraMargin: Amount
  readonly isAutoAddMargin: boolean
  /** Realised since the position was opened: trade PnL − fees + funding (rules 1.5). */
  readonly realisedPnl: Amount
  /** Realised PnL of all time in this contract. */
  readonly cumRealisedPnl: Amount
  /** Opening fees and funding not yet assigned to a closed part (rules 1.5). */
  readonly openFees: Amount
  readonly openFunding: Amount
  readonly openedMs: number
  readonly updatedMs: number
}
