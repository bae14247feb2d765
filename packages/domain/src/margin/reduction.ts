// Quantities that a liquidation closes at a time: down to the next lower tier, and in slices in the
// lowest one (rules 5.5 step 3, 5.8 step 4).

import { contractValue, type ContractKind } from '../instrument/contract.ts'
import { amount, divRound, qtyLots, unitE8 } from '../numbers/fixed.ts'
import type { PriceE8, PriceTicks, QtyLots } from '../numbers/fixed.ts'
import type { RiskTier } from '../instrument/instrument.ts'
import type { PriceBand } from '../orders/order-rules.ts'

export type Reducible = {
  readonly kind: ContractKind
  readonly sizeLots: QtyLots
  readonly lotSizeE8: number
  readonly mark: PriceE8
  /** Ascending by limit. */
  readonly tiers: readonly RiskTier[]
}

/**
 * Returns the lots to close so that a position's value at mark falls to the limit of the next lower
 * tier, rounded up to a lot: (value − limit) ÷ M, for inverse contracts (value − limit) × M. 0 in
 * the lowest tier. EX-5.8
 */
export function lotsToLowerTier(position: Reducible): QtyLots {
  const { kind, sizeLots, lotSizeE8, mark, tiers } = position
  const lot = BigInt(lotSizeE8)
  const qty = BigInt(sizeLots) * lot
  const value = contractValue(kind, amount(qty), mark)
  const found = tiers.findIndex(({ limit }) => value <= limit)
  const tier = found < 0 ? tiers.length - 1 : found
  const lower = tiers[tier - 1]
  if (lower === undefined || sizeLots === 0) return qtyLots(0)
  const price = BigInt(mark)
  const excess =
    kind === 'Linear'
      ? divRound(qty * price - lower.limit * unitE8, price * lot, 'up')
      : divRound(qty * unitE8 - lower.limit * price, unitE8 * lot, 'up')
  const lots = excess < 1n ? 1n : excess
  return lots > BigInt(sizeLots) ? sizeLots : qtyLots(Number(lots))
}

/** A tier-1 position is reduced by this fraction of its initial size at a time: 20 % (D-28). */
const sliceParts = 5

/** Returns the next slice of a position in the lowest tier, rounded up to a lot (5.8 step 4). */
export const lotsOfSlice = (initialLots: QtyLots, sizeLots: QtyLots): QtyLots =>
  qtyLots(Math.min(sizeLots, Math.ceil(initialLots / sliceParts)))

/**
 * Returns the limit price of a reducing order: the band's price or the bankruptcy price, whichever
 * is less aggressive (5.5). `sign` is the position's: a long is sold.
 */
export const reductionLimit = (
  sign: 1 | -1,
  band: PriceBand,
  bankruptcyTicks: PriceTicks,
): PriceTicks =>
  sign === 1
    ? (Math.max(band.minSellTicks, bankruptcyTicks) as PriceTicks)
    : (Math.min(band.maxBuyTicks, bankruptcyTicks) as PriceTicks)
