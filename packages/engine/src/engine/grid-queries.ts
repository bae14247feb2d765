// Queries about grid bots: an account's bots with their current figures (rules 17.5).

import { annualisedE4 } from '@basis/domain/grid/profit'
import { gridCoin } from '@basis/domain/grid/terms'
import type { AccountId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { valueAtE8, ticksToE8 } from '@basis/domain/instrument/instrument'
import type { GridViews, GridView } from '../api/grid-views.ts'
import { accountMargin } from '../risk/account-margin.ts'
import { gridOf, gridRecord, type GridBot } from '../state/bots/grid.ts'
import { coinOf, type EngineState } from '../state/state.ts'
import { accountOf, freeOf, gridPrice } from '../trading/grid/grid-money.ts'
import { marketOfGrid } from '../trading/grid/watched-prices.ts'

/** Returns the queries on this state. */
export function gridViewsOf(state: EngineState): GridViews {
  const { grids } = state
  return {
    bots: (owner) =>
      [...grids.ended.values(), ...grids.running.values()]
        .filter((bot) => bot.owner === owner)
        .sort((a, b) => b.wallet - a.wallet)
        .map((bot) => gridView(state, bot)),
    bot: (wallet) => {
      const bot = gridOf(grids, wallet)
      return bot && gridView(state, bot)
    },
    ownerOf: (wallet) => gridOf(grids, wallet)?.owner,
    free: (id: AccountId, coin) => {
      const account = state.accounts.get(id)
      return amount(account === undefined ? 0n : freeOf(state, account, coin))
    },
    running: () => grids.running.size,
    ofRobots: () =>
      [...grids.running.values()]
        .filter(({ owner }) => state.accounts.get(owner)?.role === 'robot')
        .map((bot) => gridView(state, bot)),
  }
}

function gridView(state: EngineState, bot: GridBot): GridView {
  const { status, endTicks, createdMs, endedMs, profit, investment, levels, cells, entry } = bot
  const isOver = status === 'Ended'
  const lastTicks = isOver ? endTicks : priceTicks(gridPrice(marketOfGrid(state, bot)))
  const worth = worthOf(state, bot, lastTicks)
  const total = worth - investment
  const tookMs = (isOver ? endedMs : state.timeMs) - createdMs
  return {
    ...gridRecord(bot),
    lastTicks,
    worth: amount(worth),
    total: amount(total),
    unrealised: amount(total - profit),
    annualisedE4: annualisedE4(total, investment, tookMs),
    levels,
    cells,
    entryLots: qtyLots(entry === undefined ? 0 : entry.lots - entry.filledLots),
  }
}

/** The wallet's money and coins at a price, its position at mark, and what was returned. */
function worthOf(state: EngineState, bot: GridBot, lastTicks: number): bigint {
  const { instrument } = marketOfGrid(state, bot)
  const account = accountOf(state, bot.wallet)
  accountMargin(account)
  const quote = coinOf(account, gridCoin(instrument))
  const money = quote.balance + bot.returnedQuote
  if (instrument.kind !== 'Spot') {
    return money + quote.unrealised + quote.isolatedUnrealised
  }
  const base = amount(coinOf(account, instrument.baseCoin).balance + bot.returnedBase)
  return money + valueAtE8(instrument, base, ticksToE8(instrument, priceTicks(lastTicks)))
}
