// Ends a bot: its coins are sold or kept, and everything is returned; what the book does not fill
// at once is retried at later inspections (rules 21.3, 22.3).

import { amount } from '@basis/domain/numbers/fixed'
import type { Problem } from '@basis/domain/instrument/problems'
import { worthOf } from '@basis/domain/spot-bots/rebalance'
import type { SpotBotEnd } from '@basis/domain/spot-bots/record'
import { symbolsOf } from '@basis/domain/spot-bots/terms'
import type { SpotBot } from '../../state/bots/spot-bot.ts'
import { coinOf, type EngineState, type MarketState } from '../../state/state.ts'
import { accountOf, moveFunds } from '../grid/grid-money.ts'
import { balanceOf, worthsOf, pairOf, tradeNow } from './bot-money.ts'

type End = {
  readonly why: SpotBotEnd
  readonly keepsCoins: boolean
  readonly because?: Problem | undefined
}

/** Starts to end a bot. */
export function endSpotBot(
  state: EngineState,
  bot: SpotBot,
  { why, keepsCoins, because }: End,
): void {
  bot.status = 'Stopping'
  bot.end = why
  bot.problem = because ?? bot.problem
  bot.keepsCoins = keepsCoins
  bot.dueMs = 0
  state.spotBots.changed.add(bot.wallet)
  goOnEnding(state, bot)
}

/** Sells what is left; ends the bot once there is nothing to sell. */
export function goOnEnding(state: EngineState, bot: SpotBot): void {
  const { spotBots, timeMs } = state
  const markets = symbolsOf(bot.terms).map((symbol) => pairOf(state, symbol))
  if (!bot.keepsCoins) {
    const left = markets.filter((market) => !isSold(state, bot, market))
    if (left.length > 0) return
  }
  bot.endWorth = amount(worthOf(worthsOf(state, bot)))
  returnAll(state, bot)
  bot.status = 'Ended'
  bot.endedMs = timeMs
  spotBots.running.delete(bot.wallet)
  spotBots.ended.set(bot.wallet, bot)
  spotBots.changed.add(bot.wallet)
}

/** Sells a coin; returns whether it is done: the rest cannot be sold, or is refused. */
function isSold(state: EngineState, bot: SpotBot, { instrument }: MarketState): boolean {
  const { symbol, baseCoin, lotSizeE8, minQtyLots, maxMarketQtyLots } = instrument
  for (;;) {
    const lots = Number(balanceOf(state, bot, baseCoin) / BigInt(lotSizeE8))
    if (lots < minQtyLots) return true
    const size = { lots: Math.min(lots, maxMarketQtyLots) }
    const { base, problem } = tradeNow(state, bot, { symbol, side: 'Sell' }, size)
    if (problem !== undefined) return true
    if (base === 0n) return false
  }
}

function returnAll(state: EngineState, bot: SpotBot): void {
  const account = accountOf(state, bot.wallet)
  const { wallet: from, owner: to } = bot
  for (const coin of [...account.coins.keys()].sort()) {
    const money = coinOf(account, coin).balance
    if (money <= 0n) continue
    moveFunds(state, { from, to, coin }, money)
    bot.returned = [...bot.returned, [coin, amount(money)]]
  }
}
