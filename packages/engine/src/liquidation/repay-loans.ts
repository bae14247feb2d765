// Repayment of loans by converting other coins, on request or because the margin no longer
// suffices; the insurance pool pays what is left (rules 12.5, 5.8 step 2).

import { amount, divRound, mulDiv, wholeE4 } from '@basis/domain/numbers/fixed'
import type { ConversionCause } from '../api/events.ts'
import { secondRules, thirdRules } from '../api/rules-version.ts'
import { accountMaintenance, accountMargin } from '../risk/account-margin.ts'
import { debtOf, inUsd, ownBalance, ownLocks } from '../risk/collateral.ts'
import { crossPositionsOf } from '../risk/bankruptcy-price.ts'
import { borrowedOf, feeLevelOf, mayBorrow, owesAnything } from '../risk/loans.ts'
import { borrowLimitAt, mustRepay } from '@basis/domain/margin/loans'
import {
  byName,
  coinOf,
  type AccountState,
  type CoinBalance,
  type EngineState,
} from '../state/state.ts'
import { cancelAll } from '../trading/core/order-entry.ts'
import { bookEntry, borrow, collectFee, repay, venueCoinOf } from '../trading/core/ledger.ts'
import { crossExplanation } from './explanations.ts'
import { payDebt } from './insurance-fund.ts'

/** Conversion fees, 4 decimals: on request, paid to the exchange; otherwise paid to the pool. */
export const requestFeeE4 = 10n
const forcedFeeE4 = 200n

/** Maintenance margin rates at which forced repayment starts and stops, in percent (D-55). */
const startPercent = 85n
const stopPercent = 80n

type Debts = [coin: string, coinBalance: CoinBalance][]

const debtsOf = (account: AccountState): Debts =>
  byName(account.coins)
    .filter(([, coinBalance]) => debtOf(coinBalance) > 0n)
    .map(([coin, coinBalance]): [string, CoinBalance] => [coin, coinBalance])

/**
 * Returns what must be received of a coin to repay an amount of its debt: a balance below its locks
 * takes the receipt first (12.5).
 */
export function receiptFor(state: EngineState, coinBalance: CoinBalance, debt: bigint): bigint {
  const lacking = ownLocks(coinBalance) + coinBalance.held - coinBalance.balance
  const isWhole = state.rulesVersion.present >= secondRules
  return isWhole && lacking > 0n ? debt + lacking : debt
}

/** Returns whether the maintenance margin has reached a percentage of the balance. */
function hasReached(account: AccountState, percent: bigint): boolean {
  const maintenance = accountMaintenance(account)
  return maintenance > 0n && maintenance * 100n >= accountMargin(account).balance * percent
}

/**
 * Repays loans of an account whose maintenance margin rate has reached 85 %, until it is 80 % or no
 * debt is left; at 100 % its orders are cancelled first. The pool pays what is left if the account
 * has nothing to sell and no positions.
 */
export function repayAtRisk(state: EngineState, account: AccountState): void {
  if (!mayBorrow(account)) return
  repayBeyondLimits(state, account)
  // Since the third rules the orders of a portfolio that owes nothing are left to 10.4.
  const isThird = state.rulesVersion.present >= thirdRules
  if (isThird && account.portfolio !== undefined && !owesAnything(account)) return
  if (!hasReached(account, startPercent)) return
  if (hasReached(account, 100n)) startLiquidation(state, account)
  const cause = hasReached(account, 100n) ? 'Liquidation' : 'Rate'
  for (const [coin, coinBalance] of byDebt(account)) {
    if (!hasReached(account, stopPercent)) break
    repay(state, account, coin, debtOf(coinBalance))
    const most = receiptFor(state, coinBalance, debtOf(coinBalance))
    const until = (): boolean => !hasReached(account, stopPercent)
    convertInto(state, account, { coin, most, feeE4: forcedFeeE4, cause, until })
  }
  coverDebts(state, account)
}

/** Repays, without a fee, loans above their limit for a day or above twice their limit (12.5). */
function repayBeyondLimits(state: EngineState, account: AccountState): void {
  for (const [coin, coinBalance] of debtsOf(account)) {
    const { loan } = coinBalance
    const terms = coinBalance.coin.loan
    const limit = terms && borrowLimitAt(terms, feeLevelOf(account))
    // Updates the unrealised PnL of contracts.
    accountMargin(account)
    const owed = borrowedOf(coinBalance)
    if (limit === undefined || owed <= limit) {
      loan.overSinceMs = 0
      continue
    }
    if (loan.overSinceMs === 0) loan.overSinceMs = state.timeMs
    if (!mustRepay({ owed, limit, overMs: state.timeMs - loan.overSinceMs })) continue
    const most = owed - limit
    const own = repay(state, account, coin, most)
    const debt = debtOf(coinBalance)
    const left = most - own < debt ? most - own : debt
    convertInto(state, account, { coin, most: left, feeE4: 0n, cause: 'Limit' })
  }
}

/**
 * Cancels orders before coins are sold (5.8 step 1). For an account with positions the start of the
 * liquidation is emitted when these are reduced.
 */
function startLiquidation(state: EngineState, account: AccountState): void {
  if (isFlat(account) && debtsOf(account).length > 0) {
    const margin = accountMargin(account)
    const maintenance = accountMaintenance(account)
    state.events.push({
      kind: 'LiquidationStarted',
      account: account.id,
      marginBalance: amount(margin.balance),
      maintenanceMargin: amount(maintenance),
      explanation: crossExplanation(margin, maintenance, state.rulesVersion),
    })
  }
  cancelAll(state, account, 'CancelAllBeforeLiq')
}

const isFlat = (account: AccountState): boolean => crossPositionsOf(account).length === 0

/** The pool, and beyond it the treasury, pays the debt if nothing is left to sell. */
function coverDebts(state: EngineState, account: AccountState): void {
  if (!isFlat(account) || !hasReached(account, 100n)) return
  for (const [coin, coinBalance] of debtsOf(account)) {
    payDebt(state, account, coin, receiptFor(state, coinBalance, debtOf(coinBalance)))
  }
}

/** The largest debt in USD first. */
const byDebt = (account: AccountState): Debts =>
  debtsOf(account).sort(([, a], [, b]) => {
    const difference = inUsd(b.coin, debtOf(b)) - inUsd(a.coin, debtOf(a))
    return difference > 0n ? 1 : difference < 0n ? -1 : 0
  })

/** Free coins of an account, those with the highest collateral ratio first. */
const freeCoins = (account: AccountState): Debts =>
  byName(account.coins)
    .filter(([, held]) => debtOf(held) === 0n && ownBalance(held) > 0n && held.coin.usdE8 > 0)
    .map(([coin, held]): [string, CoinBalance] => [coin, held])
    .sort(([, a], [, b]) => firstRatio(b) - firstRatio(a))

const firstRatio = (held: CoinBalance): number =>
  held.isOff ? 0 : (held.coin.tiers[0]?.ratioE4 ?? 0)

type Conversion = {
  readonly coin: string
  /** The maximum of the loan to repay. */
  readonly most: bigint
  readonly feeE4: bigint
  readonly cause: ConversionCause
  /** Stops as soon as this holds; absent to repay all. */
  readonly until?: () => boolean
}

/** Repays a loan by converting the account's other coins, one after the other, at index prices. */
export function convertInto(state: EngineState, account: AccountState, wanted: Conversion): void {
  let left = wanted.most
  for (const [from, held] of freeCoins(account)) {
    if (left <= 0n || wanted.until?.() === true) return
    left -= convert(state, account, { ...wanted, most: left, from, held })
  }
}

type Step = Conversion & { readonly from: string; readonly held: CoinBalance }

/**
 * The quantity of another coin that repays an amount of a loan, and the fee on top; both rounded
 * up.
 */
function priceOf({ held, feeE4 }: Step, debt: CoinBalance, repaid: bigint) {
  const worth = repaid * BigInt(debt.coin.usdE8)
  const given = divRound(worth, BigInt(held.coin.usdE8), 'up')
  return { given, fee: mulDiv(amount(given), feeE4, wholeE4, 'up') }
}

/** Converts one coin, no more than needed; returns the amount repaid. */
function convert(state: EngineState, account: AccountState, step: Step): bigint {
  const debt = coinOf(account, step.coin)
  const price = (repaid: bigint): bigint => {
    const { given, fee } = priceOf(step, debt, repaid)
    return given + fee
  }
  const free = ownBalance(step.held)
  const affordable = largest(step.most, (repaid) => price(repaid) <= free)
  if (affordable === 0n || debt.coin.usdE8 === 0) return 0n
  const { until } = step
  const isEnough = (repaid: bigint): boolean =>
    until === undefined
      ? repaid === affordable
      : asIf({ held: step.held, debt, given: price(repaid), repaid }, until)
  const repaid =
    until !== undefined && isEnough(affordable)
      ? largest(affordable, (part) => !isEnough(part)) + 1n
      : affordable
  const bounded = repaid < affordable ? repaid : affordable
  bookConversion(state, account, step, bounded)
  return bounded
}

/** Returns the largest number up to a bound that passes a monotonic test. */
function largest(bound: bigint, passes: (value: bigint) => boolean): bigint {
  if (passes(bound)) return bound
  let low = 0n
  let high = bound
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (passes(middle)) low = middle
    else high = middle
  }
  return low
}

/** The amounts of a conversion: taken from one coin, and repaid of another. */
type Moved = {
  readonly held: CoinBalance
  readonly debt: CoinBalance
  readonly given: bigint
  readonly repaid: bigint
}

/**
 * Evaluates a question on the account as it would be after a conversion; what is received beyond
 * the debt stays in the balance.
 */
function asIf({ held, debt, given, repaid }: Moved, question: () => boolean): boolean {
  const owed = debtOf(debt)
  const paid = repaid < owed ? repaid : owed
  held.balance -= given
  debt.loan.principal -= paid
  debt.balance += repaid - paid
  const answer = question()
  held.balance += given
  debt.loan.principal += paid
  debt.balance -= repaid - paid
  return answer
}

/** 100 % without a balance, for which the rules before the third named 0 %. */
function rateE4({ rulesVersion }: EngineState, maintenance: bigint, balance: bigint): number {
  if (balance > 0n) return Number(mulDiv(amount(maintenance), wholeE4, balance, 'truncate'))
  return rulesVersion.present >= thirdRules ? Number(wholeE4) : 0
}

/** Books a conversion against the exchange; the cause decides who gets the fee. */
function bookConversion(
  state: EngineState,
  account: AccountState,
  step: Step,
  repaid: bigint,
): void {
  const { coin, from, cause, held } = step
  const { given, fee } = priceOf(step, coinOf(account, coin), repaid)
  const balance = accountMargin(account).balance
  const maintenance = accountMaintenance(account)
  state.events.push({
    kind: 'LoanConverted',
    account: account.id,
    cause,
    coin,
    repaid: amount(repaid),
    from,
    given: amount(given + fee),
    fee: amount(fee),
    maintenanceRateE4: rateE4(state, maintenance, balance),
  })
  venueCoinOf(state, from).conversionResult += given
  venueCoinOf(state, coin).conversionResult -= repaid
  bookEntry(state, account, { coin: from, cause: 'Conversion', cashFlow: -given, fee })
  if (cause === 'Request') collectFee(state, from, fee)
  else bookEntry(state, state.fund, { coin: from, cause: 'Conversion', cashFlow: fee })
  held.isBooked = true
  bookEntry(state, account, { coin, cause: 'Conversion', cashFlow: repaid })
}

/**
 * Turns the negative balances of a flat account into loans (12.1), then repays what its margin
 * cannot carry.
 */
export function settleLoans(state: EngineState, account: AccountState): void {
  if (!mayBorrow(account)) return
  for (const [coin, { balance, coin: listed }] of byName(account.coins)) {
    if (balance < 0n && listed.loan !== undefined) borrow(state, account, coin, -balance)
  }
  repayAtRisk(state, account)
}
