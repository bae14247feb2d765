// Views of grid bots: what they are, what they are worth, and their cells (rules 17.5).

import type { GridRecord, PlacedCell } from '@basis/domain/grid/record'
import type { AccountId } from '@basis/domain/numbers/brand'
import type { Amount, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'

/** A bot with its figures of now; money is 1e-8 of the grid's coin. */
export type GridView = GridRecord & {
  /** The last price, in ticks. */
  readonly lastTicks: PriceTicks
  /**
   * Everything that it holds at the last price (with a position: at its mark), and what came back.
   */
  readonly worth: Amount
  /** What it is worth beyond the investment. */
  readonly total: Amount
  /** The total without the completed cells. */
  readonly unrealised: Amount
  readonly annualisedE4: number
  readonly levels: readonly PriceTicks[]
  readonly cells: readonly PlacedCell[]
  /** What the entry has still to trade, in lots; 0 without one. */
  readonly entryLots: QtyLots
}

export type GridViews = {
  /** An account's bots, the newest first. */
  readonly bots: (owner: AccountId) => readonly GridView[]
  readonly bot: (wallet: AccountId) => GridView | undefined
  /** Whose a wallet is; undefined for an account that is none. */
  readonly ownerOf: (wallet: AccountId) => AccountId | undefined
  /** What an account could put into a bot of this coin now. */
  readonly free: (account: AccountId, coin: string) => Amount
  /** How many bots of all accounts run. */
  readonly running: () => number
  /** The bots that robots run now, which everybody may see. */
  readonly ofRobots: () => readonly GridView[]
}
