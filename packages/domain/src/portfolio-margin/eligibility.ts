// Conditions of portfolio margin: the checks of a change into it, in sequence (rules 10.1).

import { formatTrimmed, type Amount } from '../numbers/fixed.ts'
import { problem, type Problem } from '../instrument/problems.ts'

export const accountModes = ['Regular', 'Portfolio'] as const
export type AccountMode = (typeof accountModes)[number]

/** An account's portfolio margin setting: whether coins of the wallet hedge. */
export type Portfolio = { readonly hedgesSpot: boolean }

/** The minimum equity for portfolio margin, 1e-8 USD: 1,000. */
export const leastPortfolioEquity = 100_000_000_000n as Amount

/** The account figures that the checks read. */
export type Eligibility = {
  /** In USD, 1e-8, including option value. */
  readonly equity: Amount
  /** Whether a symbol or a coin is in hedge mode. */
  readonly isHedging: boolean
  /** Whether a contract is in isolated mode, with or without a position. */
  readonly isIsolated: boolean
  /** Whether the volatility of an option is not known yet. */
  readonly isUnpriced: boolean
}

/** Returns why an account may not change into portfolio margin; its margin is checked elsewhere. */
export function portfolioProblem(account: Eligibility): Problem | undefined {
  if (account.equity < leastPortfolioEquity) {
    return problem('portfolioNeedsEquity', 'mode', {
      equity: formatTrimmed(account.equity, 8),
      min: formatTrimmed(leastPortfolioEquity, 8),
    })
  }
  if (account.isHedging) return problem('portfolioNeedsOneWay', 'mode')
  if (account.isIsolated) return problem('portfolioNeedsCross', 'mode')
  return account.isUnpriced ? problem('portfolioUnpriced', 'mode') : undefined
}
