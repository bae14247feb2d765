// Positions: what an account holds in a contract, and the modes of margin and of position.

import type { AccountId, SymbolId } from '../numbers/brand.ts'
import type { Amount, LeverageE2, PriceE8, QtyLots } from '../numbers/fixed.ts'
import type { Side } from './order.ts'

export const positionIdxs = [0, 1, 2] as const
/** Single 0, long 1, short 2 (spec 4). */
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
  /** Exact value at entry of what is still held, 1e-8 settle coin (docs/rules/positions.md). */
  readonly entryValue: Amount
  /** Of its entries, of a USDC contract of its last session (1.8); 0 of a flat one. */
  readonly entryPriceE8: PriceE8
  /** At the average price of its entries, where sessions have moved `entryValue` on (1.8). */
  readonly averageValue?: Amount
  readonly averagePriceE8?: PriceE8
  readonly leverageE2: LeverageE2
  readonly isIsolated: boolean
  /** Margin added to an isolated position by hand or by replenishment (rules 5.3, 5.4). */
  readonly extraMargin: Amount
  readonly isAutoAddMargin: boolean
  /** Realised since the position was opened: trade PnL − fees + funding (rules 1.5). */
  readonly realisedPnl: Amount
  /** Realised for all time in this contract. */
  readonly cumRealisedPnl: Amount
  /** Opening fees and funding not yet assigned to a closed part (rules 1.5). */
  readonly openFees: Amount
  readonly openFunding: Amount
  readonly openedMs: number
  readonly updatedMs: number
}
