// Insurance pools, one for each settle coin in the wallet of the fund, and the treasury that pays
// when a pool is empty (rules 5.8, 5.9, 14.1; reliability L8, L10).

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

/** Returns what a pool has: its wallet and what its positions have won or lost at mark. */
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

/** Records what a market has made for its pool, before it makes anything more or less. */
export function recordPnl(state: EngineState, position: PositionState): Amount {
  const pnl = amount(position.cumRealised + unrealisedOf(position))
  recordPeak(position.market.pooled, state.timeMs, pnl)
  return pnl
}

/** Returns the figures of a market of the fund's, and keeps its alert (5.9). */
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

/** Returns what a pool may pay out now: neither more than is there nor what its positions need. */
export function payable(state: EngineState, coin: string): bigint {
  const wallet = coinOf(state.fund, coin).balance
  const whole = poolBalance(state, coin)
  const most = wallet < whole ? wallet : whole
  return most > 0n ? most : 0n
}

/** Has the treasury pay into a pool; emitted as the loss that it covers. */
function payFromTreasury(state: EngineState, coin: string, value: bigint): void {
  if (value <= 0n) return
  venueCoinOf(state, coin).treasury -= value
  bookEntry(state, state.fund, { coin, cause: 'Treasury', cashFlow: value })
}

/** L10: a pool that a command left below zero is filled up to nothing. */
export function refillPools(state: EngineState): void {
  for (const [coin, { balance }] of byName(state.fund.coins)) {
    if (balance < 0n) payFromTreasury(state, coin, -balance)
  }
}

/** Gives money of the fund to an account, or takes it (below zero). */
export function giveFromFund(
  state: EngineState,
  account: AccountState,
  coin: string,
  value: bigint,
): void {
  bookEntry(state, account, { coin, cause: 'LossCovered', cashFlow: value })
  bookEntry(state, state.fund, { coin, cause: 'LossCovered', cashFlow: -value })
}

/** The pool pays what it can spare, the treasury the rest (14.1 steps 6 and 8; L10). */
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
