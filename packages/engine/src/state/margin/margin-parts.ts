// Figures that are kept with a position: its margin, and what its spot orders take of collateral.

import type { CollateralTier } from '@basis/domain/margin/collateral'

/** What margin an account's position and orders in one contract need now; 1e-8 settle coin. */
export type PositionMargin = {
  readonly position: bigint
  /** max(long side, short side) of position and orders (rules 6.3). */
  readonly initial: bigint
  readonly unrealised: bigint
  /** ≤ 0: what resting orders would lose at once at the mark (rules 5.6). */
  readonly orderLoss: bigint
  /** Of an option in portfolio margin, where it carries margin; below 0 where short. */
  readonly optionValue: bigint
  /** Of an isolated position; 0 where the margin is cross. */
  readonly extra: bigint
  readonly isolated: boolean
}

export const noMargin: PositionMargin = {
  position: 0n,
  initial: 0n,
  unrealised: 0n,
  orderLoss: 0n,
  optionValue: 0n,
  extra: 0n,
  isolated: false,
}

/** A loss of collateral, USD ×1e-8, and what it was computed from beside the orders. */
export type SpotHaircut = {
  readonly loss: bigint
  readonly base: CollateralPart
  readonly quote: CollateralPart
}
/** A coin's share in a haircut; of a dollar the quantity makes no difference and is 0. */
export type CollateralPart = {
  readonly carrying: bigint
  readonly usdE8: number
  readonly tiers: readonly CollateralTier[]
  readonly isOff: boolean
}
