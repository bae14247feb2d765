// The auditor's judgement of loans: their terms, switch and leverage, borrowing and repaying by
// hand, and orders that may borrow (rules 12.1, 12.2, 12.5).

import type { LoanTerms } from '@basis/domain/margin/loans'
import type { ProblemName } from '@basis/domain/instrument/problems'
import type { Command, PlaceOrder } from '@basis/engine/commands'
import type { AuditedState } from '../audited-state.ts'
import type { AuditedMarket } from '../prices.ts'
import { greater, lesser } from '../prices.ts'
import { lendingProblem } from '../affording.ts'
import type { Findings } from './findings.ts'
import type { World } from './request.ts'

type Of<K extends Command['kind']> = Extract<Command, { kind: K }>

const one = 100_000_000
/** The maximum of one conversion, USD. */
const mostConverted = 300_000n * 100_000_000n

const isAmount = (value: bigint, least: bigint): boolean => value >= least
const isShare = (value: number): boolean => Number.isSafeInteger(value) && value > 0 && value <= one

function areWhole({ hourlyE12, limit, supply, freeOfInterest, tiers }: LoanTerms): boolean {
  const isRate = Number.isSafeInteger(hourlyE12) && hourlyE12 >= 0
  const areAmounts = isAmount(limit, 1n) && isAmount(supply, 0n) && isAmount(freeOfInterest, 0n)
  const rises = tiers.every(({ upTo }, k) => upTo > (tiers[k - 1]?.upTo ?? 0n))
  const areShares = tiers.every(
    ({ initialE8, maintenanceE8 }) =>
      isShare(initialE8) && isShare(maintenanceE8) && maintenanceE8 <= initialE8,
  )
  return isRate && areAmounts && rises && areShares && tiers.length > 0 && tiers.length <= 20
}

export function judgeLoanListing(
  { audited }: World,
  { coin, terms }: Of<'ListLoan'>,
  findings: Findings,
): void {
  findings.add('commandRefused', !audited.coins.has(coin) || !areWhole(terms))
}

/** Has the account a debt, or an order that may borrow? */
const owes = ({ loans, orders }: AuditedState, account: number): boolean =>
  loans.owedBy(account).length > 0 ||
  orders.some((order) => order.account === account && order.isLeverage)

export function judgeSpotMargin(
  { audited }: World,
  { account, isOn }: Of<'SetSpotMargin'>,
  findings: Findings,
): void {
  findings.add('accountUnknown', !audited.accounts.has(account))
  findings.add('spotMarginIsolated', isOn && audited.isolatesSomewhere(account))
  findings.add('spotMarginInUse', !isOn && owes(audited, account))
}

export function judgeSpotLeverage(
  { audited }: World,
  { account, coin, leverage }: Of<'SetSpotLeverage'>,
  findings: Findings,
): void {
  const isKnown = audited.accounts.has(account)
  findings.add('accountUnknown', !isKnown)
  const isWhole = Number.isSafeInteger(leverage) && leverage >= 2 && leverage <= 10
  findings.add('spotLeverageOutOfRange', !isWhole)
  findings.add('coinNotLent', coin !== undefined && !audited.loans.terms.has(coin))
  if (!findings.isClean) return
  const before = audited.totals(account)
  const kept = audited.loans.settings.get(account)
  audited.loans.setLeverage(account, leverage, coin)
  const after = audited.totals(account)
  if (kept === undefined) audited.loans.settings.delete(account)
  else audited.loans.settings.set(account, kept)
  const isOver = after.initial > before.initial && after.initial > after.balance
  findings.add('leverageInsufficientBalance', isOver)
}

export function judgeBorrowing(
  { audited }: World,
  { account, coin, amount }: Of<'BorrowCoin'>,
  findings: Findings,
): void {
  findings.add('accountUnknown', !audited.accounts.has(account))
  findings.add('borrowAmountInvalid', amount <= 0n)
  if (!findings.isClean) return
  audited.lending = { account, coin, amount }
  const [after, owed] = [audited.totals(account), audited.borrowed(account, coin)]
  audited.lending = undefined
  const wrong = lendingProblem(audited, { account, coin, owed, after })
  findings.add(wrong)
  findings.add('insufficientBalance', wrong === undefined && after.balance < after.initial)
}

export function judgeRepaying(
  { audited }: World,
  { account, coin, amount, isConverting }: Of<'RepayLoan'>,
  findings: Findings,
): void {
  findings.add('accountUnknown', !audited.accounts.has(account))
  findings.add('borrowAmountInvalid', amount !== undefined && amount <= 0n)
  const debt = audited.loans.debt(account, coin)
  findings.add('nothingToRepay', debt === 0n)
  if (!findings.isClean) return
  const short = lesser(amount ?? debt, debt) - greater(0n, audited.own(account, coin))
  findings.add('repayBalanceShort', short > 0n && !isConverting)
  const isLarge = isConverting && short > 0n && audited.inUsd(coin, short) > mostConverted
  findings.add('repayConversionTooLarge', isLarge)
}

/** Only plain spot orders with borrowing enabled may, and only for collateral coins (12.1). */
export function judgeLeveraged(
  { loans, offCollateral }: AuditedState,
  { instrument, isSpot }: AuditedMarket,
  { account, isLeverage, plan, trigger, tpsl }: PlaceOrder,
  findings: Findings,
): void {
  if (isLeverage !== true) return
  const isPlain = isSpot && plan === undefined && trigger === undefined && tpsl === undefined
  findings.add('spotMarginPlainOnly', !isPlain)
  findings.add('spotMarginOff', !loans.isOn(account))
  const isOff = [instrument.baseCoin, instrument.quoteCoin].some((coin) =>
    offCollateral.has(`${account} ${coin}`),
  )
  findings.add('coinNotCollateral', isOff)
}

/** A coin that is owed, or that an order would borrow, must stay in the collateral (12.3). */
export function owedProblem(
  audited: AuditedState,
  account: number,
  coin: string,
): ProblemName | undefined {
  const isReserved = audited.orders.some((order) => {
    if (order.account !== account || !order.isLeverage) return false
    const { quoteCoin, baseCoin } = audited.market(order.symbol).instrument
    return coin === (order.sign === 1n ? quoteCoin : baseCoin)
  })
  return isReserved || audited.loans.debt(account, coin) > 0n ? 'collateralOwed' : undefined
}
