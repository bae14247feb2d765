// Accounts that ended flat and owe something: their other coins go first, then the insurance pool
// pays, then the treasury (rules 5.8 step 7, 14.1; reliability M3, L10).

import { divRound, unitE8 } from '@basis/domain/numbers/fixed'
import { allPositions } from '../state/positions.ts'
import { inUsd, ofUsd, ownLocks } from '../risk/collateral.ts'
import { cancelAll } from '../trading/core/order-entry.ts'
import { byName, type AccountState, type EngineState } from '../state/state.ts'
import { settleLoans } from './repay-loans.ts'
import { giveFromFund, payDebt, refillPools } from './insurance-fund.ts'

/**
 * Settles with every account that ended the command flat and owes something, whether it was
 * liquidated or closed at a loss greater than its means: its other coins pay as far as they are
 * free, then orders that it could not pay any more are cancelled, then what is still below zero is
 * paid for it. One with positions left is carried by them (M3).
 */
export function settleNegativeBalances(state: EngineState): void {
  for (const account of state.overdrawn) settleIfBroke(state, account)
  for (const { sign, account } of state.touched) if (sign === 0) settleIfBroke(state, account)
  state.overdrawn = []
  refillPools(state)
}

function settleIfBroke(state: EngineState, account: AccountState): void {
  if (account === state.fund || allPositions(account).some((held) => (held?.sign ?? 0) !== 0))
    return
  settleLoans(state, account)
  const coinBalances = [...account.coins.values()]
  if (coinBalances.some(({ balance }) => balance < 0n)) payFromOwnCoins(state, account)
  // What is locked for spot orders is money of the account's: it is freed before others pay.
  if (coinBalances.some((held) => held.balance < ownLocks(held))) {
    cancelAll(state, account, 'CancelAllBeforeLiq')
  }
  if (coinBalances.some(({ balance }) => balance < 0n)) coverLoss(state, account)
}

/**
 * Leaves no debt behind an account without positions: what is still owed the fund pays (M3, L10).
 */
function coverLoss(state: EngineState, account: AccountState): void {
  payFromOwnCoins(state, account)
  for (const [name, { balance }] of byName(account.coins)) {
    if (balance < 0n) payDebt(state, account, name, -balance)
  }
}

/** Gives the account's other coins, as far as they are free, to the fund for what it owes. */
function payFromOwnCoins(state: EngineState, account: AccountState): void {
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
      giveFromFund(state, account, other, -given)
      giveFromFund(state, account, name, paid)
    }
  }
}
