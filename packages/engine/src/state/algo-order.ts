// A parent order in the engine's state: plain data, with the time at which it is next due (rules
// 8.9).

import type { AccountId, OrderId } from '@basis/domain/numbers/brand'
import type { Chase } from '@basis/domain/algo/chase'
import type { AlgoEnd, AlgoTerms } from '@basis/domain/algo/order'
import type { AlgoStatus } from '@basis/domain/algo/states'
import { twapSchedule } from '@basis/domain/algo/twap'
import type { QtyLots } from '@basis/domain/numbers/fixed'
import type { CancelType, SelfTradeMode, Side } from '@basis/domain/orders/order'
import type { PositionIdx } from '@basis/domain/orders/position'
import type { Problem } from '@basis/domain/instrument/problems'
import { DueTimes } from './collections/due-times.ts'

/** The due time of a parent that waits only for its children. */
export const never = Number.MAX_SAFE_INTEGER

export type AlgoOrder = {
  readonly id: number
  readonly linkId: string
  readonly account: AccountId
  /** The market's index. */
  readonly market: number
  readonly side: Side
  readonly positionIdx: PositionIdx
  readonly reduceOnly: boolean
  readonly selfTrade: SelfTradeMode
  readonly totalLots: QtyLots
  readonly terms: AlgoTerms
  readonly createdMs: number
  status: AlgoStatus
  end: AlgoEnd | undefined
  /** The latest refusal of a child. */
  problem: Problem | undefined
  filledLots: number
  filledValue: bigint
  /** How many children were sent so far. */
  sent: number
  /** How the latest child ended since the parent last ran. */
  childEnd: CancelType | 'Filled' | undefined
  nextMs: number
  /** TWAP: the index of the next child, and the lots of the last one to send again. */
  twap: { next: number; retryLots: number } | undefined
  chase: Chase | undefined
  /**
   * Participation: the market's traded lots at the last check, and the lots still owed by the
   * parent, ×1e4.
   */
  pov: { tradedLots: number; owedE4: number } | undefined
  /** When it was paused; `heldMs` sums earlier pauses, which the schedule leaves out. */
  pausedMs: number | undefined
  heldMs: number
  updatedMs: number
  updateNo: number
  /** The open children; rebuilt from the orders when a snapshot is restored. */
  readonly children: Set<OrderId>
  /** TWAP: the sizes of the children, computed from the terms. */
  readonly sizes: readonly number[]
}

export type AlgoWork = {
  nextId: number
  /** By number, ascending. */
  readonly running: Map<number, AlgoOrder>
  readonly due: DueTimes
  /** The parent whose child is being placed now. */
  placing: AlgoOrder | undefined
  /** Parents to emit at the end of the command. */
  readonly changed: Set<AlgoOrder>
}

export const newAlgoWork = (): AlgoWork => ({
  nextId: 1,
  running: new Map(),
  due: new DueTimes(),
  placing: undefined,
  changed: new Set(),
})

/** Sets when a parent is next due. */
export function setNext(work: AlgoWork, algo: AlgoOrder, ms: number): void {
  if (algo.nextMs === ms) return
  algo.nextMs = ms
  if (ms !== never) work.due.push(ms, algo.id)
}

/** Returns the sizes of a TWAP's children; empty for other types. */
export const sizesOf = ({
  terms,
  side,
  totalLots,
}: Pick<AlgoOrder, 'terms' | 'side' | 'totalLots'>): readonly number[] =>
  terms.kind === 'Twap' ? twapSchedule({ ...terms, side, totalLots }).map(({ lots }) => lots) : []
