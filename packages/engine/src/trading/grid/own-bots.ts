// Running bots of one owner, of grids and of other kinds: which one a command may change, and what
// may be invested in them (rules 17.4, 21.1).

import { botFundsProblem } from '@basis/domain/grid/bot-funds'
import type { AccountId } from '@basis/domain/numbers/brand'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import type { AccountState, EngineState } from '../../state/state.ts'
import { freeOf } from './grid-money.ts'

type Bot = {
  readonly owner: AccountId
  readonly status: 'Running' | 'Paused' | 'Stopping' | 'Ended'
  readonly investment: bigint
}

export const ownedBy = <Kind extends Bot>(
  running: ReadonlyMap<unknown, Kind>,
  owner: AccountId,
): readonly Kind[] => [...running.values()].filter((bot) => bot.owner === owner)

/** Returns the account's own bot; foreign and unknown wallets get the same problem (O5). */
export function ownBotOf<Kind extends Bot>(
  bot: Kind | undefined,
  account: AccountId,
): Kind | Problem {
  if (bot === undefined || bot.owner !== account) return problem('gridUnknown', 'botId')
  if (bot.status === 'Stopping') return problem('gridTransferring', 'botId')
  return bot.status === 'Ended' ? problem('gridClosed', 'botId') : bot
}

/**
 * Returns why an amount may not be invested besides the owner's bots in that coin: the limit or the
 * balance.
 */
export function investingProblem(
  state: EngineState,
  owner: AccountState,
  { coin, investment }: { readonly coin: string; readonly investment: bigint },
  inCoin: readonly Bot[],
): Problem | undefined {
  const invested = inCoin.reduce((sum, bot) => sum + bot.investment, 0n)
  return botFundsProblem(investment, { coin, invested, free: freeOf(state, owner, coin) })
}
