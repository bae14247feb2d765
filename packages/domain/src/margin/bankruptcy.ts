// Bankruptcy prices of cross positions: the account's balance is divided among its positions, and
// each position's share determines its bankruptcy value (rules 5.2, D-24).

import { valueSide, type ContractKind } from '../instrument/contract.ts'
import { amount, divRound, mulDiv, priceE8, priceTicks, unitE8 } from '../numbers/fixed.ts'
import type { Amount, PriceE8, PriceTicks } from '../numbers/fixed.ts'

/**
 * Divides a margin balance among positions by their maintenance margins, rounded down; the last one
 * gets the remainder, so that the sum is exact. Without a positive balance all shares are 0.
 */
export function marginShares(balance: Amount, maintenances: readonly Amount[]): readonly Amount[] {
  const whole = balance > 0n ? balance : 0n
  const total = maintenances.reduce((sum, each) => sum + each, 0n)
  let left = whole
  return maintenances.map((each, k) => {
    const isLast = k === maintenances.length - 1
    const share = isLast || total === 0n ? left : (whole * each) / total
    left -= share
    return amount(share)
  })
}

/**
 * As `marginShares`, for a balance that may be negative: then each position carries its share of
 * the debt, and its bankruptcy price lies on the other side of the mark (5.2, D-24).
 */
export function signedShares(balance: Amount, maintenances: readonly Amount[]): readonly Amount[] {
  if (balance >= 0n) return marginShares(balance, maintenances)
  return marginShares(amount(-balance), maintenances).map((share) => amount(-share))
}

/**
 * Returns the value at which a position has lost its share, at least 0: M q − s c, or Q/M + s c.
 */
export function bankruptcyValue(position: {
  readonly kind: ContractKind
  readonly sign: 1 | -1
  readonly markValue: Amount
  /** In the settle coin. */
  readonly share: Amount
}): Amount {
  const { kind, sign, markValue, share } = position
  const value = markValue - BigInt(valueSide(kind, sign)) * share
  return amount(value > 0n ? value : 0n)
}

/** Returns the price of a value with 8 decimals, half-up; undefined if there is none. */
export function priceOfValueE8(
  kind: ContractKind,
  qty: Amount,
  value: Amount,
): PriceE8 | undefined {
  if (qty <= 0n || value <= 0n) return undefined
  const price =
    kind === 'Linear'
      ? mulDiv(value, unitE8, qty, 'nearest')
      : mulDiv(qty, unitE8, value, 'nearest')
  return price > 0n && price <= BigInt(Number.MAX_SAFE_INTEGER) ? priceE8(Number(price)) : undefined
}

/**
 * Returns a liquidation or bankruptcy price in whole ticks, rounded to the conservative side: up
 * for a long, down for a short (0.3). EX-5.1, EX-5.5
 */
export const conservativeTicks = (sign: 1 | -1, price: PriceE8, tickSizeE8: number): PriceTicks =>
  priceTicks(Number(divRound(BigInt(price), BigInt(tickSizeE8), sign === 1 ? 'up' : 'down')))
