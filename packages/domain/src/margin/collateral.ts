// Coins as margin in USD (1e-8): collateral by tiers, and the collateral that spot orders take away
// (rules 5.6, 12.3, D-26).

import {
  amount,
  divRound,
  mulDiv,
  unitE8,
  wholeE4,
  type Amount,
  type PriceE8,
} from '../numbers/fixed.ts'

/** Units of a coin up to this quantity, 1e-8, count at this ratio (four decimals). */
export type CollateralTier = { readonly upTo: Amount; readonly ratioE4: number }

const mostTiers = 20

/** Coins that no account can disable as collateral (12.3). */
const alwaysCollateral: readonly string[] = ['USDT', 'USDC']

export const isAlwaysCollateral = (coin: string): boolean => alwaysCollateral.includes(coin)

/** Whether collateral tiers are valid: few, ascending, each with a ratio from 0 to 1. */
export const areCollateralTiers = (tiers: readonly CollateralTier[]): boolean =>
  tiers.length <= mostTiers &&
  tiers.every(({ upTo, ratioE4 }, k) => {
    const before = tiers[k - 1]?.upTo ?? 0n
    return upTo > before && Number.isSafeInteger(ratioE4) && ratioE4 >= 0 && ratioE4 <= 10_000
  })

export type CoinCollateral = {
  /** USD index price; 0 while there is none. */
  readonly usdE8: PriceE8
  /** Ascending; the quantity beyond the last one counts 0. */
  readonly tiers: readonly CollateralTier[]
  /** If off, a positive balance counts 0 and a debt in full. */
  readonly isOn: boolean
}

/**
 * Returns the collateral value of a coin quantity in USD, rounded down: each slice of a positive
 * quantity at its ratio, a debt at 1 (5.6, 12.3). EX-12.3
 */
export function collateralValue(coin: CoinCollateral, quantity: Amount): Amount {
  const usd = BigInt(coin.usdE8)
  if (quantity <= 0n) return amount(mulDiv(quantity, usd, unitE8, 'down'))
  if (!coin.isOn) return amount(0n)
  // Fast path of the most common coin: USD price 1 and ratio 1, without rounding.
  const [first] = coin.tiers
  const isWhole = usd === unitE8 && first?.ratioE4 === 10_000 && quantity <= first.upTo
  if (isWhole) return quantity
  let below = 0n
  let counted = 0n
  for (const { upTo, ratioE4 } of coin.tiers) {
    const top = quantity < upTo ? quantity : upTo
    if (top > below) counted += (top - below) * BigInt(ratioE4)
    below = upTo
    if (quantity <= upTo) break
  }
  return amount(divRound(counted * usd, unitE8 * wholeE4, 'down'))
}

/**
 * Returns the largest part of a held quantity that can be removed without losing more collateral
 * than `loss`, USD 1e-8, rounded down: the slices with the lowest ratio go first (12.3). Without a
 * loss only the quantity that counts 0 can go.
 */
export function quantityForLoss(coin: CoinCollateral, held: Amount, loss: Amount): Amount {
  if (held <= 0n) return amount(0n)
  const usd = BigInt(coin.usdE8)
  if (!coin.isOn || usd === 0n) return held
  // The slices, those of the last tier, which count least, first.
  const slices: { readonly size: bigint; readonly ratio: bigint }[] = []
  let below = 0n
  for (const { upTo, ratioE4 } of coin.tiers) {
    const top = held < upTo ? held : upTo
    if (top > below) slices.unshift({ size: top - below, ratio: BigInt(ratioE4) })
    below = upTo
  }
  let removed = held > below ? held - below : 0n
  let left = loss > 0n ? loss * unitE8 * wholeE4 : 0n
  for (const { size, ratio } of slices) {
    const worth = ratio * usd
    const part = worth === 0n || size * worth <= left ? size : left / worth
    removed += part
    if (part < size) break
    left -= size * worth
  }
  return amount(removed)
}

/** One coin of a spot order: the account's quantity now, and the quantity that the order moves. */
export type OrderCoin = {
  readonly coin: CoinCollateral
  readonly held: Amount
  readonly moved: Amount
}

/**
 * Returns the collateral that a spot order loses once it fills, at least 0, rounded up: the
 * outgoing minus the incoming coin, each at the ratios of the slices it moves (5.6). EX-12.4
 */
export function haircutLoss(out: OrderCoin, into: OrderCoin): Amount {
  const lost =
    collateralValue(out.coin, out.held) -
    collateralValue(out.coin, amount(out.held - out.moved)) -
    collateralValue(into.coin, amount(into.held + into.moved)) +
    collateralValue(into.coin, into.held)
  return amount(lost > 0n ? lost : 0n)
}
