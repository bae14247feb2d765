// Figures cached with a position: its margin, and the collateral loss of its spot orders.

import type { CollateralTier } from '@basis/domain/margin/collateral'

/** What margin an account's position and orders in one contract need now; 1e-8 settle coin. */
export type PositionMargin = {
  readonly position: bigint
  /** max(long side, short side) of position and orders (rules 6.3). */
  readonly initial: bigint
  readonly unrealised: bigint
  /** ≤ 0: the immediate loss of resting orders against the mark (rules 5.6). */
  readonly orderLoss: bigint
  /** Value of an option in portfolio margin, in which it backs margin; negative for a short. */
  readonly optionValue: bigint
  /** Added margin of an isolated position; 0 in cross margin. */
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

/** A loss of collateral, USD ×1e-8, and its inputs apart from the orders. */
export type SpotHaircut = {
  readonly loss: bigint
  readonly base: CollateralPart
  readonly quote: CollateralPart
}
/** A coin's inputs of a haircut; for a dollar coin the quantity does not matter and is 0. */
export type CollateralPart = {
  readonly carrying: bigint
  readonly usdE8: number
  readonly tiers: readonly CollateralTier[]
  readonly isOff: boolean
}
