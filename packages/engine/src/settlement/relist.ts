// A new record of an instrument that is listed: a changed limit, fee, tier or state.

import { isComing } from '@basis/domain/instrument/instrument'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { refreshBand, scheduleFunding } from '../risk/mark-price.ts'
import { positionsIn, setPositionLeverage } from '../state/positions.ts'
import { moveMark } from '../state/invalidation.ts'
import { type EngineState, type MarketState } from '../state/state.ts'
import { uncross } from '../trading/core/uncross.ts'
import { isDelivered, soonestSettlement } from '../state/settlement-schedule.ts'

/**
 * Takes over a new record of an instrument: whatever was computed with the old one is void. Where
 * it opens, the orders of its auction trade (8.12).
 */
export function relist(state: EngineState, market: MarketState, instrument: Instrument): void {
  const wasComing = isComing(market.instrument)
  market.instrument = instrument
  moveMark(state, market, market.markE8)
  if (market.nextFundingMs > 0) scheduleFunding(state, market)
  refreshBand(market)
  for (const account of [...state.accounts.values(), state.fund]) {
    for (const position of positionsIn(account, market)) {
      setPositionLeverage(position, position.leverageE2)
    }
  }
  state.settlementDueMs = soonestSettlement(state.markets)
  state.events.push({ kind: 'InstrumentListed', instrument })
  if (wasComing && !isComing(market.instrument)) uncross(state, market)
}

/** What has been delivered stays closed, and nothing is listed whose delivery is past (L7, L13). */
export function reopeningProblem(
  state: EngineState,
  market: MarketState | undefined,
  { status, deliveryMs = Infinity }: Instrument,
): Problem | undefined {
  const isOver = market === undefined ? deliveryMs <= state.timeMs : isDelivered(market)
  if (!isOver || (market !== undefined && status === 'Closed')) return undefined
  return problem('commandRefused', market === undefined ? 'deliveryMs' : 'status')
}
