// Everything due by the time of a command and done before it: auctions, launches, fundings,
// sessions, deliveries (rules 1.8, 2.7, 11.1; reliability L13).

import { settleFunding } from './funding.ts'
import { relist } from './relist.ts'
import type { EngineState, MarketState } from '../state/state.ts'
import { deliverMarket } from './delivery.ts'
import { settleSession } from './session.ts'
import { isDelivered, soonestSettlement } from '../state/settlement-schedule.ts'

/**
 * Settles everything that has come due, market by market, before the command that found it so does
 * anything: a trade at or after the time belongs to what follows (D-16), and so do its prices. An
 * exchange that was away settles the newest interval once, when it is back, and no older one: the
 * positions of that time are not known to have stood (L13). A contract that delivers has no session
 * more: delivery pays from the last one.
 */
export function settleDue(state: EngineState): void {
  for (const market of state.markets) settleMarket(state, market)
  state.settlementDueMs = soonestSettlement(state.markets)
}

/**
 * Opens a market that was coming: first for its auction, where it has one, then for trading. One
 * whose launch was slept through has no auction.
 */
function launch(state: EngineState, market: MarketState): void {
  const { instrument } = market
  const { status, launchMs = Infinity, auctionMs = 0 } = instrument
  if (status !== 'PreLaunch' && status !== 'Auction') return
  const next = state.timeMs >= launchMs ? 'Trading' : 'Auction'
  if (state.timeMs < launchMs - auctionMs || next === status) return
  relist(state, market, { ...instrument, status: next })
}

function settleMarket(state: EngineState, market: MarketState): void {
  const { timeMs } = state
  const { instrument, settlement } = market
  const { deliveryMs = Infinity } = instrument
  launch(state, market)
  if (market.nextFundingMs > 0 && timeMs >= market.nextFundingMs) settleFunding(state, market)
  if (isDelivered(market)) return
  if (timeMs >= deliveryMs) return deliverMarket(state, market)
  if (settlement.nextSessionMs > 0 && timeMs >= settlement.nextSessionMs) {
    settleSession(state, market)
  }
}
