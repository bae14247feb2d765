// Changes of balances and their records: no other module changes a balance, except while it tries a
// hypothesis. Amounts are 1e-8 of the coin.

import { amount, type Amount } from '@basis/domain/numbers/fixed'
import type { OrderId, SymbolId } from '@basis/domain/numbers/brand'
import { dollarE8, isDollarCoin, newVenueCoin, type VenueCoin } from '../../state/coin.ts'
import type { WalletChanged } from '../../api/events.ts'
import { markToCheck, payFromSpareValue } from '../../state/liquidation-index.ts'
import { debtOf, ownBalance, ownLocks } from '../../risk/collateral.ts'
import { coinOf, type AccountState, type CoinBalance, type EngineState } from '../../state/state.ts'

export function venueCoinOf(state: EngineState, coin: string): VenueCoin {
  const found = state.venueCoins.get(coin)
  if (found !== undefined) return found
  const made = newVenueCoin()
  state.venueCoins.set(coin, made)
  return made
}

/** One ledger entry to be booked: change = cashFlow + funding − fee (rules 1.9). */
export type LedgerEntry = {
  readonly coin: string
  readonly cause: WalletChanged['cause']
  readonly cashFlow: bigint
  readonly funding?: bigint
  readonly fee?: bigint
  readonly symbol?: SymbolId
  readonly orderId?: OrderId
  readonly tradeId?: number
}

/** Updates the risk record of a well-margined account for a change of a balance. */
function recordChange(
  { risk }: AccountState,
  { coin }: CoinBalance,
  cause: LedgerEntry['cause'],
  change: bigint,
): void {
  // A contract trade's value is counted with its position (`markTraded`).
  if (cause === 'Trade' && coin.usdE8 === dollarE8) return
  // A spot trade moves dollars, and coins that a well-margined account counts as 0
  // (well-margined.ts).
  const isPlain = cause === 'SpotTrade' && (isDollarCoin(coin) || coin.isFalling)
  if (!isPlain) return markToCheck(risk)
  payFromSpareValue(risk, isDollarCoin(coin) && change < 0n ? -change : 0n)
}

/** Books an entry: changes the balance and emits the ledger record. */
export function bookEntry(state: EngineState, account: AccountState, entry: LedgerEntry): void {
  const funding = entry.funding ?? 0n
  const fee = entry.fee ?? 0n
  const change = entry.cashFlow + funding - fee
  const balance = coinOf(account, entry.coin)
  balance.balance += change
  balance.isBooked = true
  recordChange(account, balance, entry.cause, change)
  if (balance.balance < ownLocks(balance)) state.overdrawn.push(account)
  state.events.push({
    kind: 'WalletChanged',
    account: account.id,
    coin: entry.coin,
    cause: entry.cause,
    symbol: entry.symbol,
    orderId: entry.orderId,
    tradeId: entry.tradeId,
    cashFlow: amount(entry.cashFlow),
    funding: amount(funding),
    fee: amount(fee),
    change: amount(change),
    balance: amount(balance.balance),
  })
  const isIncoming = change > 0n && entry.cause !== 'Borrow'
  if (isIncoming && debtOf(balance) > 0n) repay(state, account, entry.coin, change)
}

/** Borrows coins into an account's wallet (rules 12.1). */
export function borrow(
  state: EngineState,
  account: AccountState,
  coin: string,
  value: bigint,
): void {
  const { loan, coin: lent } = coinOf(account, coin)
  loan.principal += value
  lent.lent += value
  bookEntry(state, account, { coin, cause: 'Borrow', cashFlow: value })
}

/**
 * Repays a loan with the coin itself, interest first, up to the debt and to the account's own
 * balance; returns the amount repaid (rules 12.5).
 */
export function repay(
  state: EngineState,
  account: AccountState,
  coin: string,
  most: bigint,
): bigint {
  const balance = coinOf(account, coin)
  const free = ownBalance(balance)
  const left = most < free ? most : free
  const interest = left < balance.loan.interest ? left : balance.loan.interest
  if (interest > 0n) {
    balance.loan.interest -= interest
    venueCoinOf(state, coin).interest += interest
    bookEntry(state, account, { coin, cause: 'Interest', cashFlow: -interest })
  }
  const rest = left - interest
  const principal = rest < balance.loan.principal ? rest : balance.loan.principal
  if (principal > 0n) {
    balance.loan.principal -= principal
    balance.coin.lent -= principal
    bookEntry(state, account, { coin, cause: 'Repay', cashFlow: -principal })
  }
  if (debtOf(balance) === 0n) balance.loan.overSinceMs = 0
  const paid = interest + principal
  return paid > 0n ? paid : 0n
}

/** Credits a deposit. */
export function deposit(
  state: EngineState,
  account: AccountState,
  coin: string,
  credit: Amount,
): void {
  venueCoinOf(state, coin).deposits += credit
  bookEntry(state, account, { coin, cause: 'Deposit', cashFlow: credit })
}

/** Debits a withdrawal. */
export function withdraw(
  state: EngineState,
  account: AccountState,
  coin: string,
  debit: Amount,
): void {
  venueCoinOf(state, coin).deposits -= debit
  bookEntry(state, account, { coin, cause: 'Withdrawal', cashFlow: -debit })
}

/** Collects a fee that an entry took from a balance. */
export function collectFee(state: EngineState, coin: string, fee: bigint): void {
  venueCoinOf(state, coin).fees += fee
}
