// Money and trades of a bot: its balance of each coin, and the result of a trade (rules 21.2,
// 22.2).

import { assert } from '@basis/domain/numbers/assert'
import type { SymbolId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots, type Amount } from '@basis/domain/numbers/fixed'
import { ticksToE8, valueAtE8 } from '@basis/domain/instrument/instrument'
import type { Problem } from '@basis/domain/instrument/problems'
import type { Side } from '@basis/domain/orders/order'
import type { Holding } from '@basis/domain/spot-bots/rebalance'
import { symbolsOf } from '@basis/domain/spot-bots/terms'
import { spotBotRecord, type SpotBot } from '../../state/bots/spot-bot.ts'
import { coinOf, type EngineState, type MarketState } from '../../state/state.ts'
import { placeOrder } from '../core/order-entry.ts'
import { accountOf, gridPrice } from '../grid/grid-money.ts'

/** Trades that are stored with a bot. */
const keptTrades = 50

export function pairOf(state: EngineState, symbol: SymbolId): MarketState {
  const market = state.bySymbol.get(symbol)
  assert(market !== undefined, 'a bot trades listed pairs')
  return market
}

export const balanceOf = (state: EngineState, { wallet }: SpotBot, coin: string): Amount =>
  amount(coinOf(accountOf(state, wallet), coin).balance)

/** Returns the values of a bot's coins at the last prices, in the order of its terms. */
export function worthsOf(state: EngineState, bot: SpotBot): Holding {
  const values = symbolsOf(bot.terms).map((symbol) => {
    const market = pairOf(state, symbol)
    const { instrument } = market
    const coins = balanceOf(state, bot, instrument.baseCoin)
    return valueAtE8(instrument, coins, ticksToE8(instrument, priceTicks(gridPrice(market))))
  })
  return { values, quote: balanceOf(state, bot, bot.quoteCoin) }
}

type Trade = { readonly symbol: SymbolId; readonly side: Side }

/** The result of a trade: coins and money after fees; 0 without a fill. */
type Traded = {
  readonly base: bigint
  readonly quote: bigint
  readonly problem: Problem | undefined
}

/** Trades at market now: buys for an amount of money, or sells lots. */
export function tradeNow(
  state: EngineState,
  bot: SpotBot,
  { symbol, side }: Trade,
  size: { readonly money: bigint } | { readonly lots: number },
): Traded {
  const { instrument } = pairOf(state, symbol)
  const before = balancesOf(state, bot, instrument)
  const { problem } = placeOrder(state, {
    kind: 'PlaceOrder',
    account: bot.wallet,
    symbol,
    side,
    orderType: 'Market',
    timeInForce: 'ImmediateOrCancel',
    qtyLots: qtyLots('lots' in size ? size.lots : 0),
    ...('money' in size ? { quoteAmount: amount(size.money) } : {}),
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
    linkId: '',
    selfTrade: 'None',
  })
  const after = balancesOf(state, bot, instrument)
  const sign = side === 'Buy' ? 1n : -1n
  const base = sign * (after.base - before.base)
  const quote = sign * (before.quote - after.quote)
  if (base > 0n) {
    const trade = { timeMs: state.timeMs, symbol, side, base: amount(base), quote: amount(quote) }
    bot.log = [trade, ...bot.log.slice(0, keptTrades - 1)]
    state.spotBots.changed.add(bot.wallet)
  }
  return { base, quote, problem }
}

const balancesOf = (
  state: EngineState,
  bot: SpotBot,
  { baseCoin, quoteCoin }: MarketState['instrument'],
) => ({ base: balanceOf(state, bot, baseCoin), quote: balanceOf(state, bot, quoteCoin) })

/** Emits the bots that changed in this command, each once. */
export function emitSpotBots(state: EngineState): void {
  const { changed, running, ended } = state.spotBots
  for (const wallet of changed) {
    const bot = running.get(wallet) ?? ended.get(wallet)
    if (bot === undefined) continue
    bot.updatedMs = state.timeMs
    const { log: _log, ...record } = spotBotRecord(bot)
    state.events.push({ kind: 'SpotBotChanged', account: bot.owner, bot: record })
  }
  changed.clear()
}
