// The initial margin that coins need once a waiting order locks them: of the loans that would
// replace them (rules 12.1), and of a portfolio whose coins no longer hedge (10.2).

import { problem, type Problem } from '@basis/domain/instrument/problems'
import { accountMargin } from './account-margin.ts'
import { ofUsd, type SpotWhatIf } from './collateral.ts'
import { loanMarginOf } from './loans.ts'
import { portfolioMarginOf } from './portfolio-margin.ts'
import { shortfallOf } from './shortage.ts'
import { coinOf, type AccountState } from '../state/state.ts'

/**
 * Returns why an account may not lock more of a coin: it would need more margin than it has. The
 * order needs margin `besides`, which it has.
 */
export function lockProblem(
  account: AccountState,
  coin: string,
  { more, besides = 0n }: { readonly more: bigint; readonly besides?: bigint },
): Problem | undefined {
  const out = coinOf(account, coin)
  const { available } = accountMargin(account)
  const margin = (what: SpotWhatIf): bigint =>
    loanMarginOf(account, what).initial + portfolioMarginOf(account, what).initial
  // Only what is paid counts: locked coins are still collateral.
  const added = margin({ draft: { out, paid: more, into: out, got: 0n } }) - margin({})
  const whole = added + besides
  if (added <= 0n || whole <= available) return undefined
  const [needed, there] = [-ofUsd(out.coin, -whole), ofUsd(out.coin, available)]
  return problem('insufficientBalance', 'qty', shortfallOf(needed, there, coin))
}
