// Settings and loans of spot margin: the switch, the leverage, manual borrowing and repayment
// (rules 12.1, 12.2, 12.5).

import { explainedE8 } from '@basis/domain/margin/explanation'
import { amount, parseDecimal, type Amount } from '@basis/domain/numbers/fixed'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import {
  areLoanTerms,
  borrowed,
  borrowLimitAt,
  firstSpotLeverage,
  isSpotLeverage,
  leastSpotLeverage,
  mostSpotLeverage,
  nextInterestMs,
  withSpotLeverage,
  type SpotMargin,
} from '@basis/domain/margin/loans'
import type { BorrowCoin, ListLoan, SetSpotLeverage, SetSpotMargin } from '../../api/commands.ts'
import { thirdRules } from '../../api/rules-version.ts'
import { accountMargin } from '../../risk/account-margin.ts'
import {
  borrowingOf,
  feeLevelOf,
  lendingProblem,
  mayBorrow,
  owesAnything,
} from '../../risk/loans.ts'
import { excessOf, shortfallOf } from '../../risk/shortage.ts'
import { markToCheck } from '../../state/liquidation-index.ts'
import { modeOf } from '../../state/position-mode.ts'
import { allPositions } from '../../state/positions.ts'
import {
  coinOf,
  type AccountState,
  type EngineState,
  type PositionState,
} from '../../state/state.ts'
import type { CommandResult } from '../core/open-orders.ts'
import { borrow } from '../core/ledger.ts'

const done: CommandResult = {}

/** Makes a coin borrowable; interest is charged from the next minute 5 on (12.4). */
export function listLoan(state: EngineState, { coin, terms }: ListLoan): CommandResult {
  const known = state.coins.get(coin)
  if (known === undefined || !areLoanTerms(terms)) {
    return { problem: problem('commandRefused', known === undefined ? 'coin' : 'terms') }
  }
  known.loan = terms
  if (state.interestDueMs === Infinity) state.interestDueMs = nextInterestMs(state.timeMs)
  state.events.push({ kind: 'LoanListed', coin, terms })
  return done
}

const noSpotMargin: SpotMargin = { isOn: false, leverage: firstSpotLeverage }

/** Switches spot margin; off only without debt and without orders that may borrow (12.1). */
export function setSpotMargin(
  state: EngineState,
  { account: id, isOn }: SetSpotMargin,
): CommandResult {
  const account = state.accounts.get(id)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  const before = account.spotMargin ?? noSpotMargin
  const wrong = isOn ? isolatedProblem(state, account) : inUseProblem(account)
  if (wrong !== undefined) return { problem: wrong }
  return set(state, account, { ...before, isOn })
}

/** Spot margin and isolated positions exclude each other (12.1). */
function isolatedProblem(
  { rulesVersion }: EngineState,
  account: AccountState,
): Problem | undefined {
  // Before the third rules the idle side of a former position mode counted as well. A pair gets the
  // margin mode of the one-way position when it is first used.
  const isInForce = ({ market, idx }: PositionState): boolean => {
    if (rulesVersion.present < thirdRules) return true
    const isHedge = modeOf(account, market) === 'BothSide'
    if (idx !== 0) return isHedge
    return !isHedge || account.hedge?.pairs[market.index] === undefined
  }
  const isIsolated = allPositions(account).some(
    (position) => position?.isolated === true && isInForce(position),
  )
  return isIsolated ? problem('spotMarginIsolated') : undefined
}

const inUseProblem = (account: AccountState): Problem | undefined =>
  owesAnything(account) ? problem('spotMarginInUse') : undefined

/** Sets an account's spot leverage; its existing loans must fit (12.2). */
export function setSpotLeverage(
  state: EngineState,
  { account: id, coin, leverage }: SetSpotLeverage,
): CommandResult {
  const account = state.accounts.get(id)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  if (!isSpotLeverage(leverage)) {
    const range = { min: String(leastSpotLeverage), max: String(mostSpotLeverage) }
    return { problem: problem('spotLeverageOutOfRange', 'leverage', range) }
  }
  if (coin !== undefined && state.coins.get(coin)?.loan === undefined) {
    return { problem: problem('coinNotLent', 'coin', { coin }) }
  }
  const before = account.spotMargin ?? noSpotMargin
  const margined = accountMargin(account).initial
  const next = withSpotLeverage(before, leverage, coin)
  account.spotMargin = next
  const margin = accountMargin(account)
  account.spotMargin = before
  const facts = { coinBalance: coinOf(account, 'USDT'), settleCoin: 'USDT' }
  const excess = margin.initial > margined ? excessOf(facts, margin) : undefined
  if (excess !== undefined) {
    const rule = 'leverageInsufficientBalance'
    const e8 = (name: string) =>
      explainedE8(parseDecimal(excess[name] ?? '', 8) ?? 0n, excess['coin'])
    const numbers = {
      needed: e8('needed'),
      available: e8('available'),
      leverage: { value: BigInt(leverage), scale: 0 },
    }
    const explanation = { rule, compared: ['needed', '>', 'available'], numbers } as const
    return { problem: problem(rule, 'leverage', excess), explanation }
  }
  return set(state, account, next)
}

function set(state: EngineState, account: AccountState, spotMargin: SpotMargin): CommandResult {
  account.spotMargin = spotMargin
  markToCheck(account.risk)
  state.events.push({ kind: 'SpotMarginChanged', account: account.id, ...spotMargin })
  return done
}

/** Borrows coins into the wallet, within limit, pool and margin (12.2). */
export function borrowCoin(state: EngineState, command: BorrowCoin): CommandResult {
  const account = state.accounts.get(command.account)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  if (command.amount <= 0n) return { problem: problem('borrowAmountInvalid', 'amount') }
  if (!state.coins.has(command.coin)) {
    return { problem: problem('coinNotLent', 'coin', { coin: command.coin }) }
  }
  const wrong = borrowProblem(account, command.coin, command.amount)
  if (wrong !== undefined) return { problem: wrong }
  borrow(state, account, command.coin, command.amount)
  return done
}

/** Returns why an account may not borrow an additional amount of a coin. */
function borrowProblem(account: AccountState, coin: string, wanted: bigint): Problem | undefined {
  const coinBalance = coinOf(account, coin)
  const borrowing = { of: coinBalance, amount: wanted }
  const after = accountMargin(account, { borrowing })
  const now = borrowingOf(coinBalance)
  const owed = borrowed({ ...now, debt: now.debt + wanted, balance: now.balance + wanted })
  const wrong = lendingProblem(account, { coinBalance, owed, after })
  if (wrong !== undefined) return { ...wrong, field: wrong.field === 'qty' ? 'amount' : 'coin' }
  if (after.available >= 0n) return undefined
  return problem('insufficientBalance', 'amount', shortfallOf(after.initial, after.balance, 'USD'))
}

/** Returns the most that an account could borrow of a coin now; 0 if it may not borrow (12.2). */
export function mostBorrowed(account: AccountState, coin: string): Amount {
  const { loan, lent } = coinOf(account, coin).coin
  if (!mayBorrow(account) || loan === undefined) return amount(0n)
  let most = 0n
  const limit = borrowLimitAt(loan, feeLevelOf(account))
  let tooMuch = (limit < loan.supply - lent ? limit : loan.supply - lent) + 1n
  while (tooMuch - most > 1n) {
    const middle = (most + tooMuch) / 2n
    if (borrowProblem(account, coin, middle) === undefined) most = middle
    else tooMuch = middle
  }
  return amount(most)
}
