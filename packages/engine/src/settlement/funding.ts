// Funding payments of perpetuals: longs pay shorts, or shorts pay longs, once per interval (rules
// 2.7).

import { amount, qtyLots, type RateE8 } from '@basis/domain/numbers/fixed'
import { fundingPayment } from '@basis/domain/pricing/mark-price'
import { scheduleFunding } from '../risk/mark-price.ts'
import { positionsIn } from '../state/positions.ts'
import { paySession, emitSession } from './session.ts'
import { eatIntoMargin } from './shortfall.ts'
import { hasSessions } from '../state/settlement-schedule.ts'
import { markChanged } from '../state/invalidation.ts'
import { valueAtMark } from '../state/mark-value.ts'
import type { EngineState, PositionState, MarketState } from '../state/state.ts'
import { bookEntry, venueCoinOf } from '../trading/core/ledger.ts'

/** Pays a due funding; a USDC contract settles its session with it (1.8). */
export function settleFunding(state: EngineState, market: MarketState): void {
  const rate = market.fundingRateE8
  scheduleFunding(state, market)
  const atMs = market.nextFundingMs - market.instrument.fundingIntervalMin * 60_000
  state.events.push({
    kind: 'FundingSettled',
    symbol: market.instrument.symbol,
    rateE8: rate,
    markE8: market.markE8,
    atMs,
  })
  if (hasSessions(market)) emitSession(state, market, atMs)
  const funding = { rate, atMs }
  let sum = 0n
  for (const account of state.accounts.values()) {
    for (const position of positionsIn(account, market)) sum += payFunding(state, position, funding)
  }
  for (const position of positionsIn(state.fund, market))
    sum += payFunding(state, position, funding)
  // Payers round up and receivers down; the exchange keeps the difference (D-04).
  venueCoinOf(state, market.instrument.settleCoin).rounding -= sum
  market.lastFundingE8 = rate
  market.premiums = []
}

/** A funding's rate and due time; the command that triggers it may come later. */
type Funding = { readonly rate: RateE8; readonly atMs: number }

function payFunding(state: EngineState, position: PositionState, { rate, atMs }: Funding): bigint {
  if (position.sign === 0) return 0n
  const { market, account, sign } = position
  const { instrument } = market
  const payment = hasSessions(market)
    ? paySession(state, position, rate)
    : payPlain(state, position, sign, rate)
  state.events.push({
    kind: 'FundingPaid',
    account: account.id,
    symbol: instrument.symbol,
    positionIdx: position.idx,
    side: sign === 1 ? 'Buy' : 'Sell',
    sizeLots: qtyLots(position.sizeLots),
    markE8: market.markE8,
    rateE8: rate,
    payment: amount(payment),
    atMs,
  })
  return payment
}

function payPlain(state: EngineState, position: PositionState, sign: 1 | -1, rate: RateE8): bigint {
  const { market, account } = position
  const { instrument } = market
  const value = amount(valueAtMark(market, position.sizeLots))
  const payment = fundingPayment(sign, value, rate)
  position.openFunding += payment
  position.realised += payment
  position.cumRealised += payment
  position.updatedMs = state.timeMs
  markChanged(state, position)
  bookEntry(state, account, {
    coin: instrument.settleCoin,
    cause: 'Funding',
    cashFlow: 0n,
    funding: payment,
    symbol: instrument.symbol,
  })
  if (position.isolated && payment < 0n) eatIntoMargin(position, payment)
  return payment
}
