// MMR close orders as the engine keeps them: plain data, one for a position (rules 8.8).

import type { AccountId } from '@basis/domain/numbers/brand'
import type { PositionIdx } from '@basis/domain/orders/position'

export type MmrOrder = {
  readonly id: number
  readonly account: AccountId
  /** The market's index. */
  readonly market: number
  readonly positionIdx: PositionIdx
  /** Of the position it closes: one of the other side is another position. */
  readonly sign: 1 | -1
  readonly rateE4: number
  readonly createdMs: number
}

export type MmrWork = {
  nextId: number
  /** By number, ascending. */
  readonly waiting: Map<number, MmrOrder>
}

export const newMmrWork = (): MmrWork => ({ nextId: 1, waiting: new Map() })
