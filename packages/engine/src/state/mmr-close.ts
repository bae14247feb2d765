// MMR close orders in the engine's state: plain data, at most one per position (rules 8.8).

import type { AccountId } from '@basis/domain/numbers/brand'
import type { PositionIdx } from '@basis/domain/orders/position'

export type MmrOrder = {
  readonly id: number
  readonly account: AccountId
  /** The market's index. */
  readonly market: number
  readonly positionIdx: PositionIdx
  /** Side of the position that it closes; a position on the other side is a different one. */
  readonly sign: 1 | -1
  readonly rateE4: number
  readonly createdMs: number
}

export type MmrWork = {
  nextId: number
  /** By id, ascending. */
  readonly waiting: Map<number, MmrOrder>
}

export const newMmrWork = (): MmrWork => ({ nextId: 1, waiting: new Map() })
