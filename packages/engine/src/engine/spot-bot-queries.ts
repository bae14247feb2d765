// Queries about DCA and rebalancing bots, with their current figures (rules 21.4, 22.4).

import { amount, priceTicks } from '@basis/domain/numbers/fixed'
import { strayedE4, worthOf } from '@basis/domain/spot-bots/rebalance'
import { symbolsOf, wholeE4 } from '@basis/domain/spot-bots/terms'
import type { SpotBotShare, SpotBotView, SpotBotViews } from '../api/spot-bot-views.ts'
import { spotBotOf, spotBotRecord, type SpotBot } from '../state/bots/spot-bot.ts'
import type { EngineState } from '../state/state.ts'
import { gridPrice } from '../trading/grid/grid-money.ts'
import { ownershipViewsOf } from './ownership-queries.ts'
import { gridViewsOf } from './grid-queries.ts'
import { balanceOf, worthsOf, pairOf } from '../trading/spot-bots/bot-money.ts'

/** Returns the queries about all bots, and about funding wallets, on this state. */
export const botViewsOf = (state: EngineState) => ({
  grids: gridViewsOf(state),
  spotBots: spotBotViewsOf(state),
  ownership: ownershipViewsOf(state),
})

function spotBotViewsOf(state: EngineState): SpotBotViews {
  const { spotBots } = state
  return {
    bots: (owner) =>
      [...spotBots.ended.values(), ...spotBots.running.values()]
        .filter((bot) => bot.owner === owner)
        .sort((a, b) => b.wallet - a.wallet)
        .map((bot) => spotBotView(state, bot)),
    bot: (wallet) => {
      const bot = spotBotOf(spotBots, wallet)
      return bot && spotBotView(state, bot)
    },
    running: () => spotBots.running.size,
  }
}

function spotBotView(state: EngineState, bot: SpotBot): SpotBotView {
  const holding = worthsOf(state, bot)
  const worth = bot.status === 'Ended' ? bot.endWorth : worthOf(holding)
  const holdings = symbolsOf(bot.terms).map((symbol, k): SpotBotShare => {
    const market = pairOf(state, symbol)
    const { baseCoin: coin } = market.instrument
    const value = holding.values[k] ?? 0n
    const share = worth <= 0n ? 0n : (value * BigInt(wholeE4)) / worth
    return {
      symbol,
      coin,
      balance: balanceOf(state, bot, coin),
      lastTicks: priceTicks(gridPrice(market)),
      value: amount(value),
      shareE4: Number(share),
    }
  })
  const isKeeping = bot.terms.kind === 'Rebalance' && bot.status !== 'Ended'
  return {
    ...spotBotRecord(bot),
    holdings,
    quote: amount(holding.quote),
    worth: amount(worth),
    total: amount(worth - bot.investment),
    strayedE4: isKeeping && bot.terms.kind === 'Rebalance' ? strayedE4(bot.terms, holding) : 0,
  }
}
