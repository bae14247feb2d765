// Sessions of USDC contracts: the PnL so far is booked to the wallet, and the position continues
// from the mark at that time (rules 1.8).

import { amount, qtyLots, rateE8, type RateE8 } from '@basis/domain/numbers/fixed'
import { enteredUnit } from '@basis/domain/margin/entry-price'
import { futuresSessionMs, settleSession as settled } from '@basis/domain/settlement/session'
import { positionsIn } from '../state/positions.ts'
import { earnedValue } from '../risk/position-margin.ts'
import { markChanged } from '../state/invalidation.ts'
import { valueAtMark } from '../state/mark-value.ts'
import type { EngineState, PositionState, MarketState } from '../state/state.ts'
import { bookEntry } from '../trading/core/ledger.ts'
import { eatIntoMargin } from './shortfall.ts'
import { scheduleSession } from '../state/settlement-schedule.ts'

/** Settles the session of a future, which has no funding (D-08). */
export function settleSession(state: EngineState, market: MarketState): void {
  scheduleSession(market, state.timeMs)
  emitSession(state, market, market.settlement.nextSessionMs - futuresSessionMs)
  for (const account of [...state.accounts.values(), state.fund]) {
    for (const position of positionsIn(account, market)) paySession(state, position, rateE8(0))
  }
}

export function emitSession(state: EngineState, market: MarketState, atMs: number): void {
  const { symbol } = market.instrument
  state.events.push({ kind: 'SessionSettled', symbol, markE8: market.markE8, atMs })
}

/**
 * Books a position's funding and session profit in one ledger record, and sets its value to the
 * mark; returns the funding. If the free balance cannot pay an isolated position's loss, its own
 * margin pays the rest, as with funding (2.7). EX-1.11
 */
export function paySession(state: EngineState, position: PositionState, rate: RateE8): bigint {
  if (position.sign === 0) return 0n
  const { market, account, sign, sizeLots } = position
  const { instrument } = market
  const before = amount(position.entryValue)
  const { funding, cashFlow, sessionValue } = settled({
    sign,
    sessionValue: before,
    markValue: amount(valueAtMark(market, sizeLots)),
    earnedValue: earnedValue(position),
    rate,
  })
  position.entryValue = sessionValue
  position.entered = { valueE24: sessionValue * enteredUnit, lots: sizeLots }
  position.openFunding += funding
  position.realised += funding + cashFlow
  position.cumRealised += funding + cashFlow
  position.updatedMs = state.timeMs
  markChanged(state, position)
  const { symbol, settleCoin } = instrument
  bookEntry(state, account, { coin: settleCoin, cause: 'Session', cashFlow, funding, symbol })
  const payment = funding + cashFlow
  if (position.isolated && payment < 0n) eatIntoMargin(position, payment)
  state.events.push({
    kind: 'SessionPaid',
    account: account.id,
    symbol,
    positionIdx: position.idx,
    side: sign === 1 ? 'Buy' : 'Sell',
    sizeLots: qtyLots(sizeLots),
    markE8: market.markE8,
    sessionValue: before,
    cashFlow,
    funding,
  })
  return funding
}
