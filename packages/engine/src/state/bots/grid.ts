// Grid bots as the engine keeps them, by the number of their wallet: plain data with lists that are
// replaced and never changed (rules 17).

import { gridLevels } from '@basis/domain/grid/levels'
import type { GridCell } from '@basis/domain/grid/cells'
import type { GridEnd, GridRecord, PlacedCell } from '@basis/domain/grid/record'
import type { AccountId, OrderId } from '@basis/domain/numbers/brand'
import { orderId } from '@basis/domain/numbers/brand'
import type { PriceTicks } from '@basis/domain/numbers/fixed'
import type { CancelType, Side } from '@basis/domain/orders/order'

type Changeable<Thing> = { -readonly [Field in keyof Thing]: Thing[Field] }

/** The trade with which a grid begins: what the first closing orders need (rules 17.2). */
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
  /** Which of its watches in the index of prices counts; 0 for none. */
  stamp: number
  /** Follow from the terms and the shift. */
  levels: readonly PriceTicks[]
}

/** An order of a bot that has become final in this command. */
export type FinalOfGrid = {
  readonly wallet: AccountId
  readonly id: OrderId
  readonly lots: number
  readonly value: bigint
  readonly fee: bigint
  readonly why: CancelType | undefined
}

export type GridWork = {
  /** All that have not ended, by wallet. */
  readonly running: Map<AccountId, GridBot>
  readonly ended: Map<AccountId, GridBot>
  /** Bots whose end waits for the market, looked at once a second. */
  readonly stopping: Set<AccountId>
  nextLookMs: number
  /** Of the command at work. */
  finals: FinalOfGrid[]
  reached: { readonly bot: GridBot; readonly ticks: number }[]
  /** Bots whose position the exchange has changed, and how they end by it. */
  taken: Map<AccountId, GridEnd>
  readonly touched: Set<AccountId>
}

export const newGridWork = (): GridWork => ({
  running: new Map(),
  ended: new Map(),
  stopping: new Set(),
  nextLookMs: 0,
  finals: [],
  reached: [],
  taken: new Map(),
  touched: new Set(),
})

export const noOrder: OrderId = orderId(0)

export const unplaced = (cell: GridCell): PlacedCell => ({ ...cell, orderId: noOrder })

/** Of one owner; older ones are forgotten, what they traded stays in the history. */
const endedKept = 50

/** Moves a bot that has ended to the others of its owner, the oldest of which may go. */
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

/** Returns what a snapshot keeps of a bot: what cannot be computed again. */
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
