// Views of bots that buy on a schedule or keep weights, with their current figures (rules 21.4,
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
  /** Share of the bot's worth, ×1e-4. */
  readonly shareE4: number
}

export type SpotBotView = SpotBotRecord & {
  readonly holdings: readonly SpotBotShare[]
  readonly quote: Amount
  /** Its holdings at last prices; once ended, what was returned, valued at that time. */
  readonly worth: Amount
  readonly total: Amount
  /** How far its weights are from their targets, ×1e-4; 0 for a DCA bot. */
  readonly strayedE4: number
}

export type SpotBotViews = {
  /** An account's bots, the newest first. */
  readonly bots: (owner: AccountId) => readonly SpotBotView[]
  readonly bot: (wallet: AccountId) => SpotBotView | undefined
  readonly running: () => number
}
