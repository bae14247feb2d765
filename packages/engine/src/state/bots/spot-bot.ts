// DCA and rebalancing bots in the engine's state, keyed by wallet: plain data whose lists are
// replaced, never mutated (rules 21, 22).

import type { AccountId } from '@basis/domain/numbers/brand'
import type { SpotBotRecord } from '@basis/domain/spot-bots/record'

type Changeable<Thing> = { -readonly [Field in keyof Thing]: Thing[Field] }

export type SpotBot = Changeable<SpotBotRecord> & {
  keepsCoins: boolean
  /** The rebalancing trades were not filled completely; the next run continues. */
  isUnfinished: boolean
}

export type SpotBotWork = {
  /** Bots that have not ended, by wallet. */
  readonly running: Map<AccountId, SpotBot>
  readonly ended: Map<AccountId, SpotBot>
  nextLookMs: number
  /** Bots that the current command changed. */
  readonly changed: Set<AccountId>
}

export const newSpotBotWork = (): SpotBotWork => ({
  running: new Map(),
  ended: new Map(),
  nextLookMs: 0,
  changed: new Set(),
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
