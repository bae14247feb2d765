// Insurance pools, one for each settle coin in the fund's wallet, and the treasury, which pays if a
// pool is empty (rules 5.8, 5.9, 14.1; reliability L8, L10).

import { amount, type Amount } from '@basis/domain/numbers/fixed'
import { adlAlert, defaultAdlSettings, type PoolFigures } from '@basis/domain/margin/adl'
import { allPositions } from '../state/positions.ts'
import { isOption, optionValueOf } from '../risk/option-margin.ts'
import { positionMarginOf, unrealisedOf } from '../risk/position-margin.ts'
import {
  byName,
  coinOf,
  type AccountState,
  type EngineState,
  type PositionState,
} from '../state/state.ts'
import { coverExplanation } from './explanations.ts'
import { newPeakRecord, recordPeak } from '../state/insurance-peaks.ts'
import { bookEntry, venueCoinOf } from '../trading/core/ledger.ts'

/** The fund's open positions, by market. */
export const heldByFund = (state: EngineState): PositionState[] =>
  allPositions(state.fund).filter((held): held is PositionState => (held?.sign ?? 0) !== 0)

/** Returns a pool's balance: its wallet plus the unrealised PnL of its positions. */
function poolBalance(state: EngineState, coin: string): Amount {
  const coinBalance = coinOf(state.fund, coin)
  let balance = coinBalance.balance
  for (const held of heldByFund(state)) {
    if (held.coinBalance !== coinBalance) continue
    balance += isOption(held.market) ? optionValueOf(held) : positionMarginOf(held).unrealised
  }
  return amount(balance)
}

/** Records the balance of every pool; a market's loss is compared with its peak of eight hours. */
export function recordPeaks(state: EngineState): void {
  for (const [coin, { isBooked }] of byName(state.fund.coins)) {
    if (isBooked) poolPeak(state, coin, poolBalance(state, coin))
  }
}

function poolPeak(state: EngineState, coin: string, balance: Amount): Amount {
  const record = state.pools.get(coin) ?? newPeakRecord()
  state.pools.set(coin, record)
  return recordPeak(record, state.timeMs, balance)
}

/** Records a market's PnL for its pool, before it changes. */
export function recordPnl(state: EngineState, position: PositionState): Amount {
  const pnl = amount(position.cumRealised + unrealisedOf(position))
  recordPeak(position.market.pooled, state.timeMs, pnl)
  return pnl
}

/**
 * Returns the pool figures of a market in which the fund has a position, and updates its alert
 * (5.9).
 */
export function figuresOf(state: EngineState, position: PositionState): PoolFigures {
  const { market } = position
  const coin = market.instrument.settleCoin
  const balance = poolBalance(state, coin)
  const symbolPnl = amount(position.cumRealised + unrealisedOf(position))
  const figures = {
    balance,
    balancePeak: poolPeak(state, coin, balance),
    symbolPnl,
    symbolPnlPeak: recordPeak(market.pooled, state.timeMs, symbolPnl),
  }
  market.pooled.alert = adlAlert(figures, defaultAdlSettings, market.pooled.alert)
  return figures
}

/** Returns what a pool may pay out now: at most its wallet, without what its positions need. */
export function payable(state: EngineState, coin: string): bigint {
  const wallet = coinOf(state.fund, coin).balance
  const whole = poolBalance(state, coin)
  const most = wallet < whole ? wallet : whole
  return most > 0n ? most : 0n
}

/** Pays from the treasury into a pool; emits the covered loss. */
function payFromTreasury(state: EngineState, coin: string, value: bigint): void {
  if (value <= 0n) return
  venueCoinOf(state, coin).treasury -= value
  bookEntry(state, state.fund, { coin, cause: 'Treasury', cashFlow: value })
}

/** L10: fills up to 0 the pools that a command left below zero. */
export function refillPools(state: EngineState): void {
  for (const [coin, { balance }] of byName(state.fund.coins)) {
    if (balance < 0n) payFromTreasury(state, coin, -balance)
  }
}

/** Transfers money from the fund to an account, or back (negative). */
export function giveFromFund(
  state: EngineState,
  account: AccountState,
  coin: string,
  value: bigint,
): void {
  bookEntry(state, account, { coin, cause: 'LossCovered', cashFlow: value })
  bookEntry(state, state.fund, { coin, cause: 'LossCovered', cashFlow: -value })
}

/**
 * Pays an account's debt: the pool what it can spare, the treasury the rest (14.1 steps 6 and 8;
 * L10).
 */
export function payDebt(
  state: EngineState,
  account: AccountState,
  coin: string,
  debt: bigint,
): void {
  const spare = payable(state, coin)
  const byFund = spare < debt ? spare : debt
  const byTreasury = debt - byFund
  payFromTreasury(state, coin, byTreasury)
  giveFromFund(state, account, coin, debt)
  state.events.push({
    kind: 'LossCovered',
    account: account.id,
    coin,
    amount: amount(debt),
    fundBalance: amount(coinOf(state.fund, coin).balance),
    explanation: coverExplanation(coin, { debt: amount(debt), byFund, byTreasury }),
  })
}
