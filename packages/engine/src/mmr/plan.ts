// MMR close orders as the engine keeps them: plain data, one for a position (domain.md 8.8).

import type { AccountId } from '@basis/domain/brand'
import type { PositionIdx } from '@basis/domain/position'

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

type SavedMmr = { readonly nextId: number; readonly waiting: readonly MmrOrder[] }

/** Written only where there ever was one. */
export const saveMmr = ({ nextId, waiting }: MmrWork): { readonly mmr?: SavedMmr } =>
  nextId === 1 ? {} : { mmr: { nextId, waiting: [...waiting.values()] } }

export function restoreMmr(work: MmrWork, saved: SavedMmr | undefined): void {
  if (saved === undefined) return
  work.nextId = saved.nextId
  for (const order of saved.waiting) work.waiting.set(order.id, order)
}

export type { SavedMmr }
