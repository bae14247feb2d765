// Grid bots in the engine's state, keyed by wallet: plain data whose lists are replaced, never
// mutated (rules 17).

import { gridLevels } from '@basis/domain/grid/levels'
import type { GridCell } from '@basis/domain/grid/cells'
import type { GridEnd, GridRecord, PlacedCell } from '@basis/domain/grid/record'
import type { AccountId, OrderId } from '@basis/domain/numbers/brand'
import { orderId } from '@basis/domain/numbers/brand'
import type { PriceTicks } from '@basis/domain/numbers/fixed'
import type { CancelType, Side } from '@basis/domain/orders/order'

type Changeable<Thing> = { -readonly [Field in keyof Thing]: Thing[Field] }

/** The initial trade of a grid, which acquires what its first closing orders need (rules 17.2). */
type GridEntry = {
  readonly side: Side
  readonly lots: number
  readonly limitTicks: PriceTicks
  readonly filledLots: number
  readonly cash: bigint
  readonly orderId: OrderId
}

export type GridBot = Changeable<GridRecord> & {
  /** The market's index. */
  readonly market: number
  cells: readonly PlacedCell[]
  entry: GridEntry | undefined
  keepsBase: boolean
  /** The stamp of its valid entries in the price index; 0 for none. */
  stamp: number
  /** Computed from the terms and the shift. */
  levels: readonly PriceTicks[]
}

/** A bot's order that became final in this command. */
export type FinalOfGrid = {
  readonly wallet: AccountId
  readonly id: OrderId
  readonly lots: number
  readonly value: bigint
  readonly fee: bigint
  readonly why: CancelType | undefined
}

export type GridWork = {
  /** Bots that have not ended, by wallet. */
  readonly running: Map<AccountId, GridBot>
  readonly ended: Map<AccountId, GridBot>
  /** Ending bots whose closing is not complete, run once a second. */
  readonly stopping: Set<AccountId>
  nextLookMs: number
  /** Work collected by the current command. */
  finals: FinalOfGrid[]
  reached: { readonly bot: GridBot; readonly ticks: number }[]
  /** Bots whose position the exchange changed, with the reason of their end. */
  taken: Map<AccountId, GridEnd>
  readonly changed: Set<AccountId>
}

export const newGridWork = (): GridWork => ({
  running: new Map(),
  ended: new Map(),
  stopping: new Set(),
  nextLookMs: 0,
  finals: [],
  reached: [],
  taken: new Map(),
  changed: new Set(),
})

export const noOrder: OrderId = orderId(0)

export const unplaced = (cell: GridCell): PlacedCell => ({ ...cell, orderId: noOrder })

/** Ended bots kept per owner; older ones are dropped, their trades stay in the history. */
const endedKept = 50

/** Moves a bot to the ended ones of its owner, and drops the oldest of those beyond the limit. */
export function keepEndedGrid({ running, ended, stopping }: GridWork, bot: GridBot): void {
  running.delete(bot.wallet)
  stopping.delete(bot.wallet)
  ended.set(bot.wallet, bot)
  const own = [...ended.values()].filter(({ owner }) => owner === bot.owner)
  const [oldest] = own
  if (own.length > endedKept && oldest !== undefined) ended.delete(oldest.wallet)
}

/** Returns a bot by its wallet, running or ended. */
export const gridOf = ({ running, ended }: GridWork, wallet: AccountId): GridBot | undefined =>
  running.get(wallet) ?? ended.get(wallet)

export type SavedGrid = Omit<GridBot, 'levels' | 'stamp'>

/** Returns the fields of a bot that a snapshot saves: those that cannot be recomputed. */
export const savedGrid = ({ levels: _levels, stamp: _stamp, ...saved }: GridBot): SavedGrid => saved

export const restoredGrid = (saved: SavedGrid): GridBot => ({
  ...saved,
  levels: gridLevels(saved.terms, saved.shift),
  stamp: 0,
})

export const gridRecord = ({
  market: _market,
  cells: _cells,
  entry: _entry,
  keepsBase: _keeps,
  stamp: _stamp,
  levels: _levels,
  ...record
}: GridBot): GridRecord => record
