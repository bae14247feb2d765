// Settles negative balances of flat accounts: first from their other coins, then from the insurance
// pool, then from the treasury (rules 5.8 step 7, 14.1; reliability M3, L10).

import { divRound, unitE8 } from '@basis/domain/numbers/fixed'
import { allPositions } from '../state/positions.ts'
import { inUsd, ofUsd, ownLocks } from '../risk/collateral.ts'
import { cancelAll } from '../trading/core/order-entry.ts'
import { byName, type AccountState, type EngineState } from '../state/state.ts'
import { settleLoans } from './repay-loans.ts'
import { giveFromFund, payDebt, refillPools } from './insurance-fund.ts'

/**
 * Settles every account that ended the command flat with a negative balance, whether liquidated or
 * closed at a loss beyond its equity: its free other coins pay first, then orders that it can no
 * longer pay are cancelled, then the fund covers what is still negative. An account with positions
 * is left alone (M3).
 */
export function settleNegativeBalances(state: EngineState): void {
  for (const account of state.overdrawn) settleIfBroke(state, account)
  for (const { sign, account } of state.changedPositions)
    if (sign === 0) settleIfBroke(state, account)
  state.overdrawn = []
  refillPools(state)
}

function settleIfBroke(state: EngineState, account: AccountState): void {
  if (account === state.fund || allPositions(account).some((held) => (held?.sign ?? 0) !== 0))
    return
  settleLoans(state, account)
  const coinBalances = [...account.coins.values()]
  if (coinBalances.some(({ balance }) => balance < 0n)) payFromOwnCoins(state, account)
  // Coins locked for spot orders are the account's: they are released before the fund pays.
  if (coinBalances.some((held) => held.balance < ownLocks(held))) {
    cancelAll(state, account, 'CancelAllBeforeLiq')
  }
  if (coinBalances.some(({ balance }) => balance < 0n)) coverLoss(state, account)
}

/** Covers the remaining debt of an account without positions from the fund (M3, L10). */
function coverLoss(state: EngineState, account: AccountState): void {
  payFromOwnCoins(state, account)
  for (const [name, { balance }] of byName(account.coins)) {
    if (balance < 0n) payDebt(state, account, name, -balance)
  }
}

/** Transfers the account's free other coins to the fund in exchange for the debt. */
function payFromOwnCoins(state: EngineState, account: AccountState): void {
  const coins = byName(account.coins)
  for (const [name, debt] of coins) {
    if (debt.balance >= 0n) continue
    for (const [other, credit] of coins) {
      if (debt.balance >= 0n) break
      const value = inUsd(credit.coin, credit.balance - credit.locked)
      if (value <= 0n || other === name) continue
      const owed = inUsd(debt.coin, -debt.balance)
      // A debt above the credit's value takes all of it; otherwise the debt's value in that coin,
      // rounded up.
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
