// Reduction of an account in portfolio margin: repeats the trade of a fixed set that frees the most
// margin relative to its cost, until the target is reached (rules 10.6).

import { qtyLots } from '@basis/domain/numbers/fixed'
import { lotsOfSlice } from '@basis/domain/margin/reduction'
import { optionLiquidationFee } from '@basis/domain/options/margin'
import { accountMaintenance, accountMargin } from '../risk/account-margin.ts'
import { inUsd } from '../risk/collateral.ts'
import { loanMarginOf } from '../risk/loans.ts'
import { isOption, shortOf } from '../risk/option-margin.ts'
import { tradeFee } from '../risk/trade-fee.ts'
import { maintenanceWith } from '../risk/portfolio-margin.ts'
import { placeLiquidationOrder } from '../trading/core/match-orders.ts'
import { valueAtMark } from '../state/mark-value.ts'
import {
  tickValue,
  type AccountState,
  type EngineState,
  type PositionState,
} from '../state/state.ts'
import type { Explanation } from '@basis/domain/margin/explanation'
import type { PnlClosed } from '../api/events.ts'
import { reductionExplanation } from './explanations.ts'
import { limitOf } from './reduction-price.ts'
import { ownBookSide } from '../order-book/order-book.ts'

/** What is evaluated before every trade. */
type Held = {
  readonly closable: () => readonly PositionState[]
  readonly isAboveTarget: () => boolean
}

/** A slice, a fifth of a position: what closing it frees and costs, and its notional; USD. */
type Trial = {
  readonly position: PositionState
  readonly lots: number
  readonly freed: bigint
  readonly cost: bigint
  readonly notional: bigint
}

/** Closes slices until the target is reached or no trade lowers the maintenance margin rate. */
export function reducePortfolio(state: EngineState, account: AccountState, held: Held): void {
  const first = new Map(held.closable().map((each) => [each, each.sizeLots]))
  const stuck = new Set<PositionState>()
  while (held.isAboveTarget()) {
    const trials = held
      .closable()
      .filter((each) => !stuck.has(each))
      .flatMap((each) => trialOf(account, each, first.get(each) ?? 0))
      .sort(mostForNotional)
    const [best, next = best] = trials
    if (best === undefined || next === undefined) return
    const { position, lots } = best
    const limit = limitOf(position)
    const before = position.sizeLots
    const from = state.events.length
    if (limit !== undefined) placeLiquidationOrder(state, position, lots, limit)
    explainClosings(state, from, {
      account: account.id,
      explanation: reductionExplanation(best, next, trials.length),
    })
    if (before - position.sizeLots < lots) stuck.add(position)
  }
}

/** Adds the explanation to the account's closings among the events since an index. */
function explainClosings(
  { events }: EngineState,
  from: number,
  { account, explanation }: Pick<PnlClosed, 'account'> & { readonly explanation: Explanation },
): void {
  for (const [place, event] of events.entries()) {
    if (place < from || event.kind !== 'PnlClosed' || event.cause !== 'Liquidation') continue
    if (event.account === account) events[place] = { ...event, explanation }
  }
}

const mostForNotional = (a: Trial, b: Trial): number => {
  const difference = (b.freed - b.cost) * a.notional - (a.freed - a.cost) * b.notional
  if (difference !== 0n) return difference > 0n ? 1 : -1
  return a.position.market.index - b.position.market.index
}

/** One trade, if it lowers the account's maintenance margin rate. */
function trialOf(account: AccountState, position: PositionState, firstLots: number): Trial[] {
  const { sizeLots, sign, market } = position
  const lots = lotsOfSlice(qtyLots(firstLots), qtyLots(sizeLots))
  if (lots === 0) return []
  const { balance } = accountMargin(account)
  const now = accountMaintenance(account)
  const then =
    maintenanceWith(position, sign * (sizeLots - lots)) + loanMarginOf(account).maintenance
  const cost = costOf(position, lots)
  const left = balance - cost
  // then ÷ left < now ÷ balance; with a negative balance a lower maintenance margin counts.
  const lowers = balance > 0n && left > 0n ? then * balance < now * left : then < now
  if (!lowers) return []
  return [
    {
      position,
      lots,
      freed: now - then,
      cost,
      notional: notionalOf(position, lots, market.indexE8),
    },
  ]
}

/** The expected loss of closing lots against the mark, including fees, USD. */
function costOf({ market, sign, coinBalance }: PositionState, lots: number): bigint {
  const value = valueAtMark(market, lots)
  // A long is closed against the bids.
  const best = market.book.bestPrice(ownBookSide(sign))
  const met = best < 0 ? value : tickValue(market, best, lots)
  // Negative if the book is better than the mark.
  const away = sign === 1 ? value - met : met - value
  const { option, takerFeeE8 } = market.instrument
  const fee = tradeFee(market, takerFeeE8, { lots, value })
  const isBoughtBack = option !== undefined && sign === -1
  const fund = isBoughtBack ? optionLiquidationFee(shortOf(market, option, lots)) : 0n
  return inUsd(coinBalance.coin, away + fee + fund)
}

/** The notional value of lots; of an option at the index. */
function notionalOf(position: PositionState, lots: number, indexE8: number): bigint {
  const { market, coinBalance } = position
  if (!isOption(market)) return inUsd(coinBalance.coin, valueAtMark(market, lots)) + 1n
  const coins = BigInt(lots) * BigInt(market.instrument.lotSizeE8)
  return (coins * BigInt(indexE8)) / 100_000_000n + 1n
}
