// Views of grid bots: their terms, value and cells (rules 17.5).

import type { GridRecord, PlacedCell } from '@basis/domain/grid/record'
import type { AccountId } from '@basis/domain/numbers/brand'
import type { Amount, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'

/** A bot with its current figures; money is 1e-8 of the grid's coin. */
export type GridView = GridRecord & {
  /** The last price, in ticks. */
  readonly lastTicks: PriceTicks
  /** Its holdings at the last price (a position at its mark), plus what was returned already. */
  readonly worth: Amount
  /** `worth` less the investment. */
  readonly total: Amount
  /** The total without the completed cells. */
  readonly unrealised: Amount
  readonly annualisedE4: number
  readonly levels: readonly PriceTicks[]
  readonly cells: readonly PlacedCell[]
  /** The unfilled part of the entry order, in lots; 0 without one. */
  readonly entryLots: QtyLots
}

export type GridViews = {
  /** An account's bots, the newest first. */
  readonly bots: (owner: AccountId) => readonly GridView[]
  readonly bot: (wallet: AccountId) => GridView | undefined
  /** The owner of a wallet; undefined if the account is not a bot's wallet. */
  readonly ownerOf: (wallet: AccountId) => AccountId | undefined
  /** What an account could invest in a bot of this coin now. */
  readonly free: (account: AccountId, coin: string) => Amount
  /** The number of running bots of all accounts. */
  readonly running: () => number
  /** The running bots of robots, which are public. */
  readonly ofRobots: () => readonly GridView[]
}
