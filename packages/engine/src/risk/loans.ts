// Loans of an account: what it has borrowed, the margin that loans need, and whether it may borrow
// more (rules 12.1, 12.2).

import { formatTrimmed, mulDiv, type Amount } from '@basis/domain/numbers/fixed'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import {
  borrowed,
  borrowLimitAt,
  loanMargin,
  mayBorrowAt,
  spotLeverageOf,
  type Borrowing,
  type LoanMargin,
} from '@basis/domain/margin/loans'
import { firstFeeLevel, type FeeLevel } from '@basis/domain/instrument/fee-levels'
import {
  debtOf,
  ownBalance,
  unlockedBalance,
  type SpotSwap,
  type SpotWhatIf,
} from './collateral.ts'
import { payCoin, spotHold } from './spot-hold.ts'
import {
  coinOf,
  tickValue,
  type AccountState,
  type CoinBalance,
  type OpenOrder,
} from '../state/state.ts'

/** An account's margin after a change. */
type Carried = { readonly initial: bigint; readonly balance: bigint }

/** Returns the fee level, on which limits and rates of loans depend (12.2, 12.4). */
export const feeLevelOf = ({ fees }: AccountState): FeeLevel => fees?.level ?? firstFeeLevel

/** Returns whether the account's spot orders may borrow. */
export const mayBorrow = ({ spotMargin }: AccountState): boolean => spotMargin?.isOn === true

/** Returns whether the account has a loan, or an order that may borrow. */
export function owesAnything(account: AccountState): boolean {
  for (const coinBalance of account.coins.values()) {
    if (debtOf(coinBalance) > 0n || coinBalance.loan.reserved > 0n) return true
  }
  return false
}

/** The inputs of an account's borrowing of a coin; `more` is locked additionally. */
export const borrowingOf = (coinBalance: CoinBalance, more = 0n): Borrowing => ({
  debt: debtOf(coinBalance),
  balance: coinBalance.balance - coinBalance.held,
  unrealised: coinBalance.unrealised,
  frozen: coinBalance.locked + more,
})

/** Returns the borrowing of a coin by an account with spot margin, as last summed up. */
export const borrowedOf = (coinBalance: CoinBalance): Amount => borrowed(borrowingOf(coinBalance))

const none: LoanMargin = { initial: 0n, maintenance: 0n }

/** A hypothesis about an account's loans: orders as in `SpotWhatIf`, and additional loans. */
export type LoanWhatIf = SpotWhatIf & {
  readonly borrowing?: { readonly of: CoinBalance; readonly amount: bigint } | undefined
}

/** Returns the margin of all of an account's loans, actual or hypothetical, in USD. */
export function loanMarginOf(account: AccountState, what: LoanWhatIf = {}): LoanMargin {
  const { spotMargin } = account
  if (spotMargin?.isOn !== true) return none
  let initial = 0n
  let maintenance = 0n
  for (const [name, coinBalance] of account.coins) {
    const { loan, usdE8 } = coinBalance.coin
    if (loan === undefined) continue
    const coin = borrowingOf(coinBalance, frozenBesides(coinBalance, what))
    const lent = what.borrowing?.of === coinBalance ? what.borrowing.amount : 0n
    const owed = borrowed({ ...coin, debt: coin.debt + lent, balance: coin.balance + lent })
    const leverage = spotLeverageOf(spotMargin, name)
    const margin = loanMargin(loan, { owed, usdE8, leverage })
    initial += margin.initial
    maintenance += margin.maintenance
  }
  return { initial, maintenance }
}

/** Returns what a draft spot order would lock of a coin, less the lock of the order left out. */
export function frozenBesides(coinBalance: CoinBalance, { draft, without }: SpotWhatIf): bigint {
  let more = draft?.out === coinBalance ? draft.paid : 0n
  if (without === undefined || without.slot < 0 || without.market.instrument.kind !== 'Spot') {
    return more
  }
  if (coinOf(without.account, payCoin(without)) === coinBalance) more -= spotHold(without)
  return more
}

/** Returns why an account may not borrow what an order pays beyond its own balance (12.2). */
export function loanProblem(
  account: AccountState,
  { out, paid }: SpotSwap,
  { freed, after }: { readonly freed: bigint; readonly after: Carried },
): Problem | undefined {
  return lendingProblem(account, {
    coinBalance: out,
    owed: borrowed(borrowingOf(out, paid - freed)),
    after,
  })
}

/** The remaining supply of a coin's loan pool. */
const leftIn = ({ loan, lent }: CoinBalance['coin']): bigint =>
  loan === undefined || loan.supply <= lent ? 0n : loan.supply - lent

/**
 * Returns how many lots of a spot order can be paid at a price: at its fill an order cannot borrow
 * more than the loan pool has left (12.2). `spent` and `drawn` are deducted first.
 */
export function payableLots(
  order: OpenOrder,
  { ticks, lots }: { readonly ticks: number; readonly lots: number },
  gone: { readonly spent: bigint; readonly drawn: bigint } = { spent: 0n, drawn: 0n },
): number {
  if (!order.isLeverage) return lots
  const coinBalance = coinOf(order.account, payCoin(order))
  const own = ownBalance(coinBalance) - gone.spent
  const left = leftIn(coinBalance.coin) - gone.drawn
  const means = (own > 0n ? own : 0n) + (left > 0n ? left : 0n)
  if (paidFor(order, ticks, lots) <= means) return lots
  return Number(means / paidFor(order, ticks, 1))
}

/**
 * Returns how many lots an entering spot order can pay at a price with the coins that its account
 * has free and with what is left of its amount. It was checked at the book's prices, and meets
 * worse ones if orders that may borrow cannot be paid. `spent` is deducted first.
 */
export function ownLots(
  order: OpenOrder,
  { ticks, lots }: { readonly ticks: number; readonly lots: number },
  spent = 0n,
): number {
  const means = meansOf(order)
  if (means === undefined || paidFor(order, ticks, lots) <= means - spent) return lots
  return means > spent ? Number((means - spent) / paidFor(order, ticks, 1)) : 0
}

/** What an entering order may spend; undefined for a sale, which pays the same at every price. */
function meansOf(order: OpenOrder): bigint | undefined {
  const { account, side, isLeverage, quoteAmount, filledValue } = order
  if (side === 'Sell') return undefined
  const left = quoteAmount === undefined ? undefined : quoteAmount - filledValue
  if (isLeverage) return left
  const own = unlockedBalance(coinOf(account, payCoin(order)))
  return left !== undefined && left < own ? left : own
}

/** Returns the problem of an entering order whose coins do not pay for its rest at a price. */
export function coinsShort(order: OpenOrder, ticks: number): Problem {
  const coin = payCoin(order)
  const free = unlockedBalance(coinOf(order.account, coin))
  const needed = formatTrimmed(paidFor(order, ticks, order.leavesLots), 8)
  const available = formatTrimmed(free > 0n ? free : 0n, 8)
  return problem('insufficientBalance', 'qty', { needed, available, coin })
}

/** Returns what a spot order pays for lots at a price, in the coin that it pays. */
export const paidFor = ({ side, market }: OpenOrder, ticks: number, lots: number): bigint =>
  side === 'Buy'
    ? tickValue(market, ticks, lots)
    : BigInt(lots) * BigInt(market.instrument.lotSizeE8)

/** Returns the problem of an order whose fill could not be borrowed. */
export function poolShort(order: OpenOrder): Problem {
  const coin = payCoin(order)
  const left = leftIn(coinOf(order.account, coin).coin)
  const needed = paidFor(order, order.priceTicks, order.leavesLots)
  const text = (value: bigint): string => formatTrimmed(value, 8)
  return problem('lendingPoolShort', 'qty', { needed: text(needed), available: text(left), coin })
}

/** A loan to be checked: the coin, the total debt, and the account's margin with it. */
type Lending = {
  readonly coinBalance: CoinBalance
  readonly owed: Amount
  readonly after: Carried
}

/**
 * Returns why a loan is refused: the coin is not lent, or its limit, pool or margin is exceeded
 * (12.2).
 */
export function lendingProblem(
  account: AccountState,
  { coinBalance, owed, after }: Lending,
): Problem | undefined {
  const { loan: terms, lent } = coinBalance.coin
  const { spotMargin } = account
  if (spotMargin?.isOn !== true) return problem('spotMarginOff', 'isLeverage')
  const coin = nameOf(account, coinBalance)
  if (terms === undefined) return problem('coinNotLent', 'coin', { coin })
  if (coinBalance.isOff) return problem('coinNotCollateral', 'coin', { coin })
  const text = (value: bigint): string => formatTrimmed(value > 0n ? value : 0n, 8)
  const limit = borrowLimitAt(terms, feeLevelOf(account))
  if (owed > limit) {
    const figures = { needed: text(owed), limit: text(limit), coin }
    return problem('borrowLimitExceeded', 'qty', figures)
  }
  const more = owed - coinBalance.loan.principal
  if (more > terms.supply - lent) {
    const figures = { needed: text(more), available: text(terms.supply - lent), coin }
    return problem('lendingPoolShort', 'qty', figures)
  }
  const leverage = spotLeverageOf(spotMargin, coin)
  if (mayBorrowAt(leverage, after)) return undefined
  const rate = after.balance > 0n ? mulDiv(after.initial, 10_000n, after.balance, 'up') : 99_999n
  return problem('borrowMarginShort', 'qty', {
    rate: formatTrimmed(rate, 2),
    max: formatTrimmed(BigInt(Math.floor((10_000 * (leverage - 1)) / leverage)), 2),
    leverage: String(leverage),
  })
}

const nameOf = (account: AccountState, coinBalance: CoinBalance): string =>
  [...account.coins].find(([, known]) => known === coinBalance)?.[0] ?? ''
