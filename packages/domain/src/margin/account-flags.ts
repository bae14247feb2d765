// The flags of an account that alter what it may ask for (spec 6): whether its positions stand on
// one unified margin.

import type { ContractKind } from '../instrument/contract.ts'

export type AccountFlags = {
  /** USDT and USDC contracts, and spot, stand on one margin. */
  readonly isUTA: boolean
  /** Inverse contracts do too. */
  readonly isUTA2: boolean
}

/** What every account of this exchange is. */
export const unifiedAccount: AccountFlags = { isUTA: true, isUTA2: true }

/**
 * Does the account's unified margin carry a contract? A stop-loss of such a position may lie beyond
 * its liquidation price, because that moves with the account (spec 5).
 */
export const isUnifiedFor = ({ isUTA, isUTA2 }: AccountFlags, kind: ContractKind): boolean =>
  isUTA2 || (isUTA && kind !== 'Inverse')
