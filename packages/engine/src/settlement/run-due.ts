// Everything due by the time of a command and done before it: launches, fundings, sessions,
// deliveries (rules 1.8, 2.7, 11.1; reliability L13).

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

function settleMarket(state: EngineState, market: MarketState): void {
  const { timeMs } = state
  const { instrument, settlement } = market
  const { launchMs = Infinity, deliveryMs = Infinity } = instrument
  if (instrument.status === 'PreLaunch' && timeMs >= launchMs) {
    relist(state, market, { ...instrument, status: 'Trading' })
    state.events.push({ kind: 'InstrumentListed', instrument: market.instrument })
  }
  if (market.nextFundingMs > 0 && timeMs >= market.nextFundingMs) settleFunding(state, market)
  if (isDelivered(market)) return
  if (timeMs >= deliveryMs) return deliverMarket(state, market)
  if (settlement.nextSessionMs > 0 && timeMs >= settlement.nextSessionMs) {
    settleSession(state, market)
  }
}
