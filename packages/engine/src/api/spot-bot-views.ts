// Views of bots that buy on a schedule or keep weights, with their figures of now (rules 21.4,
// 22.4).

import type { AccountId, SymbolId } from '@basis/domain/numbers/brand'
import type { Amount, PriceTicks } from '@basis/domain/numbers/fixed'
import type { SpotBotRecord } from '@basis/domain/spot-bots/record'

/** What a bot holds of one coin, at the last price of its pair; money is 1e-8. */
export type SpotBotShare = {
  readonly symbol: SymbolId
  readonly coin: string
  readonly balance: Amount
  readonly lastTicks: PriceTicks
  readonly value: Amount
  /** Of everything that it is worth, ×1e-4. */
  readonly shareE4: number
}

export type SpotBotView = SpotBotRecord & {
  readonly holdings: readonly SpotBotShare[]
  readonly quote: Amount
  /** Everything that it holds at last prices, of an ended one what came back by then. */
  readonly worth: Amount
  readonly total: Amount
  /** How far its weights have strayed, ×1e-4; 0 of a bot that buys. */
  readonly strayedE4: number
}

export type SpotBotViews = {
  /** An account's bots, the newest first. */
  readonly bots: (owner: AccountId) => readonly SpotBotView[]
  readonly bot: (wallet: AccountId) => SpotBotView | undefined
  readonly running: () => number
}
