// Conditions of portfolio margin: who may change into it, in the order in which they are refused
// (rules 10.1).

import { formatTrimmed, type Amount } from '../numbers/fixed.ts'
import { problem, type Problem } from '../instrument/problems.ts'

export const accountModes = ['Regular', 'Portfolio'] as const
export type AccountMode = (typeof accountModes)[number]

/** How an account margins in portfolio margin: do coins of the wallet hedge? */
export type Portfolio = { readonly hedgesSpot: boolean }

/** The least equity that may change into portfolio margin, 1e-8 USD: 1,000. */
export const leastPortfolioEquity = 100_000_000_000n as Amount

/** What of an account decides. */
export type Eligibility = {
  /** In USD, 1e-8, option value included. */
  readonly equity: Amount
  /** Is a symbol or a coin in hedge mode? */
  readonly isHedging: boolean
  /** Is a contract, with or without a position, on margin of its own? */
  readonly isIsolated: boolean
  /** Is there an option whose volatility is not known yet? */
  readonly isUnpriced: boolean
}

/** Returns why an account may not change into portfolio margin, whatever its margin would be. */
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
