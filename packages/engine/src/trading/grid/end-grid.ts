// Ends a grid bot: cancels its orders, closes its position or sells its coins, and returns the
// money; if the market cannot fill that at once, later inspections continue (rules 17.6).

import { gridCoin } from '@basis/domain/grid/terms'
import type { GridEnd } from '@basis/domain/grid/record'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Problem } from '@basis/domain/instrument/problems'
import { keepEndedGrid, type GridBot } from '../../state/bots/grid.ts'
import { hasPosition } from '../../state/positions.ts'
import { coinOf, type AccountState, type EngineState, type MarketState } from '../../state/state.ts'
import { cancelAll, placeOrder } from '../core/order-entry.ts'
import { closePositions } from '../multi-order/close-positions.ts'
import { accountOf, gridPrice, moveFunds } from './grid-money.ts'
import { marketOfGrid, setGridTriggers } from './watched-prices.ts'

/** Starts to end a bot. */
export function beginEnd(state: EngineState, bot: GridBot, why: GridEnd, because?: Problem): void {
  if (bot.status === 'Stopping' || bot.status === 'Ended') return
  const { grids } = state
  bot.status = 'Stopping'
  bot.end = why
  bot.problem = because ?? bot.problem
  setGridTriggers(state, bot)
  grids.stopping.add(bot.wallet)
  grids.changed.add(bot.wallet)
  goOnEnding(state, bot)
}

/** Closes what is left; ends the bot once there is nothing. */
export function goOnEnding(state: EngineState, bot: GridBot): void {
  const { grids } = state
  const account = accountOf(state, bot.wallet)
  const market = marketOfGrid(state, bot)
  cancelAll(state, account, 'CancelByUser')
  if (market.instrument.kind === 'Spot') {
    if (!bot.keepsBase && !sellBase(state, account, market)) return
  } else {
    if (hasPosition(account)) closePositions(state, { kind: 'ClosePositions', account: account.id })
    if (hasPosition(account)) return
  }
  returnAll(state, bot, account, market)
  bot.status = 'Ended'
  bot.cells = []
  bot.entry = undefined
  bot.endTicks = priceTicks(gridPrice(market))
  bot.endedMs = state.timeMs
  keepEndedGrid(grids, bot)
  grids.changed.add(bot.wallet)
}

/**
 * Sells base coin at market; returns whether it is done: no order could sell the rest, or the
 * market refuses it.
 */
function sellBase(state: EngineState, account: AccountState, market: MarketState): boolean {
  const { instrument } = market
  const { baseCoin, lotSizeE8, minQtyLots, maxMarketQtyLots, symbol } = instrument
  for (;;) {
    const lots = Number(coinOf(account, baseCoin).balance / BigInt(lotSizeE8))
    if (lots < minQtyLots) return true
    const { problem } = placeOrder(state, {
      kind: 'PlaceOrder',
      account: account.id,
      symbol,
      side: 'Sell',
      orderType: 'Market',
      timeInForce: 'ImmediateOrCancel',
      qtyLots: qtyLots(Math.min(lots, maxMarketQtyLots)),
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      linkId: '',
      selfTrade: 'None',
    })
    if (problem !== undefined) return true
    if (Number(coinOf(account, baseCoin).balance / BigInt(lotSizeE8)) === lots) return false
  }
}

function returnAll(
  state: EngineState,
  bot: GridBot,
  account: AccountState,
  { instrument }: MarketState,
): void {
  const { wallet: from, owner: to } = bot
  const quote = gridCoin(instrument)
  for (const coin of [...account.coins.keys()].sort()) {
    const money = coinOf(account, coin).balance
    if (money <= 0n) continue
    moveFunds(state, { from, to, coin }, money)
    if (coin === quote) bot.returnedQuote = amount(bot.returnedQuote + money)
    else if (coin === instrument.baseCoin) bot.returnedBase = amount(bot.returnedBase + money)
  }
}
