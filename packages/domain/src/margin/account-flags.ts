// Account flags that change what an account may request (spec 6): which of its positions share the
// unified margin.

import type { ContractKind } from '../instrument/contract.ts'

export type AccountFlags = {
  /** USDT and USDC contracts, and spot, share one margin. */
  readonly isUTA: boolean
  /** Inverse contracts share it too. */
  readonly isUTA2: boolean
}

/** The flags of every account of this exchange. */
export const unifiedAccount: AccountFlags = { isUTA: true, isUTA2: true }

/**
 * Whether a contract is in the account's unified margin. A stop-loss of such a position may lie
 * beyond its liquidation price, because that price moves with the account (spec 5).
 */
export const isUnifiedFor = ({ isUTA, isUTA2 }: AccountFlags, kind: ContractKind): boolean =>
  isUTA2 || (isUTA && kind !== 'Inverse')
