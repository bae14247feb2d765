// Who fell below maintenance, and what is done: cancel, reduce in the market, take over at the
// bankruptcy price, and let the fund work off what it took (domain.md 5.8, in its simplest form).

import { amount, divRound, unitE8 } from '@basis/domain/fixed'
import { feeOf } from '@basis/domain/fees'
import { bandOf } from '../admission.ts'
import { accountMaintenance, accountMargin, inUsd, maintenanceOf, ofUsd } from '../margins.ts'
import { isFresh } from '../market-prices.ts'
import { cancelAll, forceReduce } from '../orders.ts'
import { allHoldings } from '../holdings/holdings.ts'
import {
  byName,
  coinOf,
  tickValue,
  type AccountState,
  type EngineState,
  type Holding,
  type MarketState,
} from '../state.ts'
import { visitEndangered } from './endangered.ts'
import { liquidateIsolated } from './isolated.ts'
import { closeMatched } from './matched.ts'
import { transferToFund } from './take-over.ts'
import { bookEntry } from '../wallets.ts'

/** Liquidates, in the order of their numbers, the accounts below maintenance at fresh marks. */
export function liquidateAll(state: EngineState): void {
  visitEndangered(state, (account) => {
    liquidateIsolated(state, account)
    const held = crossPositionsOf(account)
    if (held.length === 0 || !held.every((holding) => isFresh(state, holding.market))) return
    if (isBelowMaintenance(account)) liquidate(state, account)
  })
  workOffFund(state)
}

const positionsOf = (account: AccountState): Holding[] =>
  allHoldings(account).filter((holding): holding is Holding => (holding?.sign ?? 0) !== 0)

const crossPositionsOf = (account: AccountState): Holding[] =>
  positionsOf(account).filter((holding) => !holding.isolated)

/** The account rate of maintenance has reached 100 % (5.6). */
function isBelowMaintenance(account: AccountState): boolean {
  const maintenance = accountMaintenance(account)
  return maintenance > 0n && accountMargin(account).balance <= maintenance
}

function liquidate(state: EngineState, account: AccountState): void {
  const { balance } = accountMargin(account)
  const maintenance = accountMaintenance(account)
  state.events.push({
    kind: 'LiquidationStarted',
    account: account.id,
    marginBalance: amount(balance),
    maintenanceMargin: amount(maintenance),
  })
  cancelAll(state, account, 'CancelAllBeforeLiq')
  if (!isBelowMaintenance(account)) return
  closeMatched(state, account)
  for (const holding of largestFirst(crossPositionsOf(account))) {
    if (!isBelowMaintenance(account)) break
    reduceInMarket(state, holding)
  }
  if (isBelowMaintenance(account)) takeOver(state, account)
}

/** The position that frees the most maintenance margin goes first; equal ones by market. */
function largestFirst(holdings: Holding[]): Holding[] {
  const weight = (holding: Holding): bigint => inUsd(holding.pot.coin, maintenanceOf(holding))
  return holdings.sort((a, b) => {
    const difference = weight(b) - weight(a)
    return difference > 0n ? 1 : difference < 0n ? -1 : a.market.index - b.market.index
  })
}

/** Closes what the book takes within the price band, but never worse than the bankruptcy price. */
function reduceInMarket(state: EngineState, holding: Holding): void {
  const band = bandOf(holding.market)
  if (band === undefined) return
  const { account, market, sign, sizeLots, pot } = holding
  const markValue = tickValue(market, market.markTicks, sizeLots)
  const fee = feeOf(amount(markValue), market.instrument.takerFeeE8)
  const spare = ofUsd(pot.coin, accountMargin(account).balance) - fee
  if (spare <= 0n) return
  // The balance may be used up by a price worse than the mark, but not overdrawn.
  const worst = sign === market.flip ? markValue - spare : markValue + spare
  const bound = insideTicks(market, sizeLots, worst, sign === 1)
  const limit = sign === 1 ? Math.max(band.minSellTicks, bound) : Math.min(band.maxBuyTicks, bound)
  forceReduce(state, holding, sizeLots, limit)
}

/** Returns the price at which lots are worth a value, to a whole tick on the better side. */
function insideTicks(market: MarketState, lots: number, value: bigint, isUp: boolean): number {
  const { tickSizeE8, lotSizeE8, minPriceTicks, maxPriceTicks } = market.instrument
  const qty = BigInt(lots) * BigInt(lotSizeE8)
  // A value of nothing or less is reached at no price of a linear contract, at every inverse one.
  if (value <= 0n) return market.flip === 1 ? minPriceTicks : maxPriceTicks
  const [top, bottom] =
    market.flip === 1
      ? [value * unitE8, qty * BigInt(tickSizeE8)]
      : [qty * unitE8, value * BigInt(tickSizeE8)]
  const ticks = Number(divRound(top, bottom, isUp ? 'up' : 'down'))
  return Math.max(minPriceTicks, Math.min(maxPriceTicks, ticks))
}

/**
 * Hands every position to the fund at its bankruptcy price: the margin balance is spread over the
 * positions by their maintenance margin, so that the account is left with exactly nothing (D-24).
 */
function takeOver(state: EngineState, account: AccountState): void {
  const held = largestFirst(crossPositionsOf(account))
  const { balance } = accountMargin(account)
  const maintenance = accountMaintenance(account)
  let left = balance > 0n ? balance : 0n
  const whole = left
  held.forEach((holding, k) => {
    const { coin } = holding.pot
    const own = inUsd(coin, maintenanceOf(holding))
    const share = k === held.length - 1 ? left : (whole * own) / maintenance
    left -= share
    const loss = ofUsd(coin, share)
    const { market } = holding
    const markValue = tickValue(market, market.markTicks, holding.sizeLots)
    const value = holding.sign === market.flip ? markValue - loss : markValue + loss
    transferToFund(state, holding, value, 0n)
  })
}

/**
 * Settles with every account that ended the command flat and owes something, whether it was
 * liquidated or closed at a loss greater than its means: orders that it could not pay any more are
 * cancelled, what is below zero is paid. One with positions left is carried by them (M3).
 */
export function settleBroke(state: EngineState): void {
  for (const account of state.overdrawn) settleIfBroke(state, account)
  for (const { sign, account } of state.touched) if (sign === 0) settleIfBroke(state, account)
  state.overdrawn = []
}

function settleIfBroke(state: EngineState, account: AccountState): void {
  if (account === state.fund || allHoldings(account).some((held) => (held?.sign ?? 0) !== 0)) return
  const pots = [...account.coins.values()]
  // What is locked for spot orders is money of the account's: it is freed before others pay.
  if (pots.some(({ balance, locked }) => balance < locked)) {
    cancelAll(state, account, 'CancelAllBeforeLiq')
  }
  if (pots.some(({ balance }) => balance < 0n)) coverLoss(state, account)
}

/**
 * Leaves no debt behind an account without positions: its other coins are given to the fund at
 * their prices for what it owes, and what is still owed the fund pays and tells (M3, L10).
 */
function coverLoss(state: EngineState, account: AccountState): void {
  const coins = byName(account.coins)
  for (const [name, debt] of coins) {
    if (debt.balance >= 0n) continue
    for (const [other, credit] of coins) {
      if (debt.balance >= 0n) break
      const value = inUsd(credit.coin, credit.balance - credit.locked)
      if (value <= 0n || other === name) continue
      const owed = inUsd(debt.coin, -debt.balance)
      // A debt beyond the credit takes all of it; otherwise its price in the other coin, rounded
      // up.
      const given =
        value <= owed
          ? credit.balance - credit.locked
          : divRound(owed * unitE8, BigInt(credit.coin.usdE8), 'up')
      const paid = value <= owed ? ofUsd(debt.coin, value) : -debt.balance
      move(state, account, other, -given)
      move(state, account, name, paid)
    }
    if (debt.balance < 0n) payDebt(state, account, name, -debt.balance)
  }
}

/** Moves money between an account and the fund; a positive amount comes from the fund. */
function move(state: EngineState, account: AccountState, coin: string, value: bigint): void {
  bookEntry(state, account, { coin, cause: 'LossCovered', cashFlow: value })
  bookEntry(state, state.fund, { coin, cause: 'LossCovered', cashFlow: -value })
}

function payDebt(state: EngineState, account: AccountState, coin: string, debt: bigint): void {
  move(state, account, coin, debt)
  state.events.push({
    kind: 'LossCovered',
    account: account.id,
    coin,
    amount: amount(debt),
    fundBalance: amount(coinOf(state.fund, coin).balance),
  })
}

/** The fund sells what it took over into the book, within the band, as the book allows. */
function workOffFund(state: EngineState): void {
  for (const holding of positionsOf(state.fund)) {
    const band = bandOf(holding.market)
    if (band === undefined || !isFresh(state, holding.market)) continue
    const long = holding.sign === 1
    const best = holding.market.book.bestPrice(long ? 0 : 1)
    const limit = long ? band.minSellTicks : band.maxBuyTicks
    if (best < 0 || (long ? best < limit : best > limit)) continue
    forceReduce(state, holding, holding.sizeLots, limit)
  }
}
