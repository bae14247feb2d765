// Commands of portfolio margin, collateral and market-maker protection: plain data.

import type { AccountId } from '@basis/domain/numbers/brand'
import type { MmpTerms } from '@basis/domain/options/mmp'
import type { AccountMode } from '@basis/domain/portfolio-margin/eligibility'

/** Margins an account by its positions, or as a portfolio (rules 10.1). */
export type SetAccountMode = {
  readonly kind: 'SetAccountMode'
  readonly account: AccountId
  readonly mode: AccountMode
}

/**
 * Sets the market-maker protection of an account's options of one coin, or with a window of 0 ends
 * it (rules 9.6).
 */
export type SetMmp = MmpTerms & { readonly kind: 'SetMmp'; readonly account: AccountId }

/** Lets orders under protection enter again before their time. */
export type ResetMmp = {
  readonly kind: 'ResetMmp'
  readonly account: AccountId
  readonly baseCoin: string
}

/** Lets coins of the wallet hedge in portfolio margin, or no longer (rules 10.2). */
export type SetSpotHedging = {
  readonly kind: 'SetSpotHedging'
  readonly account: AccountId
  readonly isOn: boolean
}

/** Lets a coin of the account carry margin, or no longer (rules 12.3). */
export type SetCollateral = {
  readonly kind: 'SetCollateral'
  readonly account: AccountId
  readonly coin: string
  readonly isOn: boolean
}

export type PortfolioCommand = SetAccountMode | SetSpotHedging | SetCollateral | SetMmp | ResetMmp
