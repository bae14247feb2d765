// Commands of portfolio margin, collateral and market-maker protection: plain data.

import type { AccountId } from '@basis/domain/numbers/brand'
import type { MmpTerms } from '@basis/domain/options/mmp'
import type { AccountMode } from '@basis/domain/portfolio-margin/eligibility'

/** Sets regular or portfolio margin for an account (rules 10.1). */
export type SetAccountMode = {
  readonly kind: 'SetAccountMode'
  readonly account: AccountId
  readonly mode: AccountMode
}

/**
 * Sets the market-maker protection of an account's options of one base coin; a window of 0 removes
 * it (rules 9.6).
 */
export type SetMmp = MmpTerms & { readonly kind: 'SetMmp'; readonly account: AccountId }

/** Ends the freeze of market-maker protection early, so that protected orders may enter again. */
export type ResetMmp = {
  readonly kind: 'ResetMmp'
  readonly account: AccountId
  readonly baseCoin: string
}

/** Switches spot hedging in portfolio margin on or off (rules 10.2). */
export type SetSpotHedging = {
  readonly kind: 'SetSpotHedging'
  readonly account: AccountId
  readonly isOn: boolean
}

/** Includes a coin of the account in its collateral, or excludes it (rules 12.3). */
export type SetCollateral = {
  readonly kind: 'SetCollateral'
  readonly account: AccountId
  readonly coin: string
  readonly isOn: boolean
}

export type PortfolioCommand = SetAccountMode | SetSpotHedging | SetCollateral | SetMmp | ResetMmp
