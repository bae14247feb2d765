// Runs everything that is due at the time of a command, before it: auctions, launches, fundings,
// sessions, deliveries (rules 1.8, 2.7, 11.1; reliability L13).

import { settleFunding } from './funding.ts'
import { relist } from './relist.ts'
import type { EngineState, MarketState } from '../state/state.ts'
import { deliverMarket } from './delivery.ts'
import { settleSession } from './session.ts'
import { isDelivered, soonestSettlement } from '../state/settlement-schedule.ts'

/**
 * Settles everything due, market by market, before the current command is applied: its trades and
 * prices belong to the next interval (D-16). After a downtime only the latest due interval is
 * settled, once, as the positions of earlier ones are not known (L13). A contract that is due for
 * delivery has no further session: delivery pays from the last one.
 */
export function settleDue(state: EngineState): void {
  for (const market of state.markets) settleMarket(state, market)
  state.settlementDueMs = soonestSettlement(state.markets)
}

/**
 * Opens a pre-launch market: first for its auction, if it has one, then for trading. If the
 * exchange was down until after the launch, there is no auction.
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
