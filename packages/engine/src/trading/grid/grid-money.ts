// Money of grid bots: balances of their wallets, and transfers between an owner and its bots (rules
// 17.4).

import { gridCoin, type GridFees, type GridTerms } from '@basis/domain/grid/terms'
import { mostGridLots, type GridMarket } from '@basis/domain/grid/sizing'
import { assert } from '@basis/domain/numbers/assert'
import type { AccountId } from '@basis/domain/numbers/brand'
import { priceTicks, type QtyLots } from '@basis/domain/numbers/fixed'
import { thirdRules } from '../../api/rules-version.ts'
import { movable } from '../../risk/account-margin.ts'
import { gridRecord, type GridBot } from '../../state/bots/grid.ts'
import { nearMarkTicks } from '../../state/mark-value.ts'
import { accountFeeRate } from '../../state/positions.ts'
import { coinOf, type AccountState, type EngineState, type MarketState } from '../../state/state.ts'
import { bookEntry } from '../core/ledger.ts'
import { marketOfGrid } from './watched-prices.ts'

/** Returns the account of a bot or its owner, which must exist. */
export function accountOf(state: EngineState, id: AccountId): AccountState {
  const account = state.accounts.get(id)
  assert(account !== undefined, 'a bot and its owner have their accounts')
  return account
}

export const feesIn = (account: AccountState, market: MarketState): GridFees => ({
  makerE8: accountFeeRate(account, market, true),
  takerE8: accountFeeRate(account, market, false),
})

/** The start price of grids: the last price, else the mark as a tick, else 0. */
export const gridPrice = (market: MarketState): number =>
  market.lastTicks > 0 ? market.lastTicks : nearMarkTicks(market)

/** Returns the inputs of order sizes in a market, for an existing bot. */
export function marketFor(state: EngineState, bot: GridBot): GridMarket {
  const market = marketOfGrid(state, bot)
  const fees = feesIn(accountOf(state, bot.wallet), market)
  const price = priceTicks(gridPrice(market))
  return { instrument: market.instrument, fees, price, shift: bot.shift }
}

/**
 * Returns the most lots per cell of a grid. Before the third rules only the orders of the cells
 * were limited: a larger entry, or more than the leverage allows, ended the bot.
 */
export const mostLotsOf = (
  { rulesVersion }: EngineState,
  sizing: GridMarket,
  terms: GridTerms,
): QtyLots =>
  rulesVersion.present < thirdRules ? sizing.instrument.maxQtyLots : mostGridLots(sizing, terms)

/** Returns what may be moved out of an account; never below zero. */
export function freeOf(state: EngineState, account: AccountState, coin: string): bigint {
  const free = movable(state, account, coin)
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

/** Emits the bots that changed in this command, each once. */
export function emitGrids(state: EngineState): void {
  const { changed, running, ended } = state.grids
  for (const wallet of changed) {
    const bot = running.get(wallet) ?? ended.get(wallet)
    if (bot === undefined) continue
    bot.updatedMs = state.timeMs
    const { log: _log, ...grid } = gridRecord(bot)
    state.events.push({ kind: 'GridChanged', account: bot.owner, grid })
  }
  changed.clear()
}
