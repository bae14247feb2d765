// Invariants of loans between any two commands (rules 12, 14.2.3, 14.2.4).

import { debtOf } from '../risk/collateral.ts'
import { mayBorrow } from '../risk/loans.ts'
import { payCoin, spotHold } from '../risk/spot-hold.ts'
import { byName, type AccountState, type EngineState } from '../state/state.ts'

/** Returns a description of each broken invariant; empty if all hold. */
export function loanViolations(state: EngineState): readonly string[] {
  const faults: string[] = []
  for (const [coin, { lent }] of byName(state.coins)) {
    let principal = 0n
    for (const account of state.accounts.values()) {
      principal += account.coins.get(coin)?.loan.principal ?? 0n
    }
    if (principal !== lent) faults.push(`14.2.4 ${lent} ${coin} are lent, ${principal} owed`)
  }
  for (const account of state.accounts.values()) faults.push(...accountFaults(account))
  for (const [coin, coinBalance] of state.fund.coins) {
    if (debtOf(coinBalance) !== 0n) faults.push(`12.1 the fund owes ${coin}`)
  }
  const reserved = reservedBy(state)
  for (const account of state.accounts.values()) {
    for (const [coin, { loan }] of account.coins) {
      const orders = reserved.get(`${account.id} ${coin}`) ?? 0n
      if (orders === loan.reserved) continue
      faults.push(`12.1 ${account.id} reserves ${loan.reserved} ${coin}, its orders ${orders}`)
    }
  }
  const isCharged = state.interestDueMs > state.timeMs
  return isCharged ? faults : [...faults, '12.4 interest that is due was not charged']
}

/** Only accounts with spot margin have debts, and no debt is negative. */
function accountFaults(account: AccountState): string[] {
  const faults: string[] = []
  for (const [coin, coinBalance] of account.coins) {
    const { principal, interest } = coinBalance.loan
    if (principal < 0n || interest < 0n) faults.push(`12.1 ${account.id} is owed ${coin}`)
    if (debtOf(coinBalance) > 0n && !mayBorrow(account)) {
      faults.push(`12.1 ${account.id} owes ${coin} without spot margin`)
    }
  }
  return faults
}

function reservedBy(state: EngineState): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const order of state.orders.values()) {
    if (!order.isLeverage || order.slot < 0) continue
    const key = `${order.account.id} ${payCoin(order)}`
    sums.set(key, (sums.get(key) ?? 0n) + spotHold(order))
  }
  return sums
}
