// The collateral switch of an account's coins: a coin that is off backs no margin (rules 12.3).

import { problem, type Problem } from '@basis/domain/instrument/problems'
import { isAlwaysCollateral } from '@basis/domain/margin/collateral'
import type { SetCollateral } from '../../api/portfolio-commands.ts'
import { accountMargin } from '../../risk/account-margin.ts'
import { debtOf } from '../../risk/collateral.ts'
import { neededAmounts } from '../../risk/shortage.ts'
import { markToCheck } from '../../state/liquidation-index.ts'
import { coinOf, type AccountState, type CoinBalance, type EngineState } from '../../state/state.ts'
import type { CommandResult } from '../core/open-orders.ts'

/** Excludes a coin of an account from its collateral, or includes it again. */
export function setCollateral(state: EngineState, command: SetCollateral): CommandResult {
  const { account: id, coin, isOn } = command
  const account = state.accounts.get(id)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  if (!state.coins.has(coin)) return { problem: problem('coinUnknown', 'coin', { coin }) }
  const coinBalance = coinOf(account, coin)
  const wrong = isOn ? undefined : offProblem(account, coin, coinBalance)
  if (wrong !== undefined) return { problem: wrong }
  coinBalance.isOff = !isOn
  markToCheck(account.risk)
  state.events.push({ kind: 'CollateralChanged', account: account.id, coin, isOn })
  return {}
}

/**
 * Returns why a coin must stay collateral: it is a dollar coin, has a debt, or the account's
 * initial margin would not be covered without it.
 */
function offProblem(
  account: AccountState,
  coin: string,
  coinBalance: CoinBalance,
): Problem | undefined {
  if (isAlwaysCollateral(coin)) return problem('collateralAlwaysOn', 'coin', { coin })
  if (debtOf(coinBalance) > 0n || coinBalance.loan.reserved > 0n) {
    return problem('collateralOwed', 'coin', { coin })
  }
  const before = accountMargin(account).available
  const wasOff = coinBalance.isOff
  coinBalance.isOff = true
  const after = accountMargin(account)
  coinBalance.isOff = wasOff
  if (after.available >= 0n || after.available >= before) return undefined
  return problem('collateralNeeded', 'coin', {
    coin,
    ...neededAmounts(after.initial, after.balance),
  })
}
