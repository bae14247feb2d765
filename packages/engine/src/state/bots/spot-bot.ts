// Bots that buy on a schedule or keep weights, as the engine keeps them, by the number of their
// wallet: plain data with lists that are replaced and never changed (rules 21, 22).

import type { AccountId } from '@basis/domain/numbers/brand'
import type { SpotBotRecord } from '@basis/domain/spot-bots/record'

type Changeable<Thing> = { -readonly [Field in keyof Thing]: Thing[Field] }

export type SpotBot = Changeable<SpotBotRecord> & {
  keepsCoins: boolean
  /** The book did not take all that had to be traded back: the next look goes on. */
  isUnfinished: boolean
}

export type SpotBotWork = {
  /** All that have not ended, by wallet. */
  readonly running: Map<AccountId, SpotBot>
  readonly ended: Map<AccountId, SpotBot>
  nextLookMs: number
  /** Of the command at work. */
  readonly touched: Set<AccountId>
}

export const newSpotBotWork = (): SpotBotWork => ({
  running: new Map(),
  ended: new Map(),
  nextLookMs: 0,
  touched: new Set(),
})

/** Returns a bot by its wallet, running or ended. */
export const spotBotOf = (
  { running, ended }: SpotBotWork,
  wallet: AccountId,
): SpotBot | undefined => running.get(wallet) ?? ended.get(wallet)

export const spotBotRecord = ({
  keepsCoins: _keeps,
  isUnfinished: _isUnfinished,
  ...record
}: SpotBot): SpotBotRecord => record
