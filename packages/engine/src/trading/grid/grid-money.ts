// Money of grid bots: what a wallet holds and how it moves between an owner and his bots
// (rules 17.4).

import { gridCoin, type GridFees } from '@basis/domain/grid/terms'
import type { GridMarket } from '@basis/domain/grid/sizing'
import { assert } from '@basis/domain/numbers/assert'
import type { AccountId } from '@basis/domain/numbers/brand'
import { priceTicks } from '@basis/domain/numbers/fixed'
import { spendable } from '../../risk/account-margin.ts'
import { gridRecord, type GridBot } from '../../state/bots/grid.ts'
import { nearMarkTicks } from '../../state/mark-value.ts'
import { accountFeeRate } from '../../state/positions.ts'
import { coinOf, type AccountState, type EngineState, type MarketState } from '../../state/state.ts'
import { bookEntry } from '../core/ledger.ts'
import { marketOfGrid } from './watched-prices.ts'

/** Returns an account that a bot knows of. */
export function accountOf(state: EngineState, id: AccountId): AccountState {
  const account = state.accounts.get(id)
  assert(account !== undefined, 'a bot and its owner have their accounts')
  return account
}

export const feesIn = (account: AccountState, market: MarketState): GridFees => ({
  makerE8: accountFeeRate(account, market, true),
  takerE8: accountFeeRate(account, market, false),
})

/** The price at which grids begin: the last one, or near the mark before there is one; else 0. */
export const gridPrice = (market: MarketState): number =>
  market.lastTicks > 0 ? market.lastTicks : nearMarkTicks(market)

/** Returns a market as sizes are computed in it, for a bot that began already. */
export function marketFor(state: EngineState, bot: GridBot): GridMarket {
  const market = marketOfGrid(state, bot)
  const fees = feesIn(accountOf(state, bot.wallet), market)
  const price = priceTicks(gridPrice(market))
  return { instrument: market.instrument, fees, price, shift: bot.shift }
}

/** Returns what may leave an account; never below zero. */
export function freeOf(account: AccountState, coin: string): bigint {
  const free = spendable(account, coin)
  return free > 0n ? free : 0n
}

/** Returns a bot's balance of the coin that was invested. */
export const quoteOf = (state: EngineState, bot: GridBot): bigint =>
  coinOf(accountOf(state, bot.wallet), gridCoin(marketOfGrid(state, bot).instrument)).balance

type Move = { readonly from: AccountId; readonly to: AccountId; readonly coin: string }

export function moveFunds(state: EngineState, { from, to, coin }: Move, money: bigint): void {
  if (money <= 0n) return
  const entry = { coin, cause: 'BotTransfer' as const }
  bookEntry(state, accountOf(state, from), { ...entry, cashFlow: -money })
  bookEntry(state, accountOf(state, to), { ...entry, cashFlow: money })
}

/** Tells the bots that changed in this command, each once. */
export function emitGrids(state: EngineState): void {
  const { touched, running, ended } = state.grids
  for (const wallet of touched) {
    const bot = running.get(wallet) ?? ended.get(wallet)
    if (bot === undefined) continue
    bot.updatedMs = state.timeMs
    const { log: _log, ...grid } = gridRecord(bot)
    state.events.push({ kind: 'GridChanged', account: bot.owner, grid })
  }
  touched.clear()
}
