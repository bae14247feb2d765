// Replaces the record of a listed instrument: a changed limit, fee, tier or status.

import { isComing } from '@basis/domain/instrument/instrument'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { noTpsl } from '@basis/domain/orders/tpsl-entries'
import { thirdRules } from '../api/rules-version.ts'
import { refreshBand, scheduleFunding } from '../risk/mark-price.ts'
import { positionsIn, setPositionLeverage } from '../state/positions.ts'
import { moveMark } from '../state/invalidation.ts'
import { type EngineState, type MarketState } from '../state/state.ts'
import { dropTrailing, setTpsl } from '../trading/conditional/tpsl-orders.ts'
import { closeOrder } from '../trading/core/open-orders.ts'
import { cancelAll } from '../trading/core/order-entry.ts'
import { closeSpread } from '../trading/core/spread-closing.ts'
import { spreadsWithLeg } from '../risk/spread-orders.ts'
import { uncross } from '../trading/core/uncross.ts'
import { isDelivered, soonestSettlement } from '../state/settlement-schedule.ts'

/**
 * Replaces an instrument's record and invalidates what was computed with the old one. If it opens
 * for trading, the orders of its auction trade; if it closes, or its auction ends in any other
 * status, its orders are cancelled (8.12).
 */
export function relist(state: EngineState, market: MarketState, instrument: Instrument): void {
  const before = market.instrument
  const { status } = instrument
  const endsAuction = isComing(before) && !isComing(instrument)
  const isClosing = status === 'Closed' && before.status !== 'Closed'
  // Collected orders may cross: unless the auction's trades are made, they cannot stay.
  if (isClosing || (endsAuction && status !== 'Trading')) {
    cancelOrdersOf(state, market, 'CancelByAdmin')
  }
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
  if (endsAuction && status === 'Trading') uncross(state, market)
}

/**
 * Cancels every order of a market and of the combinations with it, and the waiting TP/SL of its
 * positions.
 */
export function cancelOrdersOf(
  state: EngineState,
  market: MarketState,
  why: 'CancelBySettle' | 'CancelByAdmin',
): void {
  // Before the third rules they stayed, with what they reserve, while the leg was closed.
  const isThird = state.rulesVersion.present >= thirdRules
  const spreads = isThird ? spreadsWithLeg(state, market) : undefined
  for (const account of [...state.accounts.values(), state.fund]) {
    for (const position of positionsIn(account, market)) {
      setTpsl(state, position, noTpsl, why)
      dropTrailing(state, position, why)
    }
    cancelAll(state, account, why, market)
    for (const order of spreads?.get(account) ?? []) closeSpread(state, order, why)
  }
  for (const order of state.triggers.due) if (order.market === market) closeOrder(state, order, why)
}

/**
 * Returns the problem if a delivered market would reopen, or a listing's delivery time is past (L7,
 * L13).
 */
export function reopeningProblem(
  state: EngineState,
  market: MarketState | undefined,
  { status, deliveryMs = Infinity }: Instrument,
): Problem | undefined {
  const isOver = market === undefined ? deliveryMs <= state.timeMs : isDelivered(market)
  if (!isOver || (market !== undefined && status === 'Closed')) return undefined
  return problem('commandRefused', market === undefined ? 'deliveryMs' : 'status')
}
