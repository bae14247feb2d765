// Coins as margin in USD (1e-8): collateral by tiers, and what spot orders take away of it
// (rules 5.6, 12.3, D-26).

import { amount, divRound, mulDiv, unitE8, type Amount, type PriceE8 } from '../numbers/fixed.ts'

/** Up to this quantity of a coin, 1e-8, each further unit counts at this ratio (four decimals). */
export type CollateralTier = { readonly upTo: Amount; readonly ratioE4: number }

const mostTiers = 20

/** Coins that no account can take out of its collateral (12.3). */
const alwaysCollateral: readonly string[] = ['USDT', 'USDC']

export const isAlwaysCollateral = (coin: string): boolean => alwaysCollateral.includes(coin)

/** Are these tiers of a coin: few, ascending, each with a ratio from 0 to 1? */
export const areCollateralTiers = (tiers: readonly CollateralTier[]): boolean =>
  tiers.length <= mostTiers &&
  tiers.every(({ upTo, ratioE4 }, k) => {
    const before = tiers[k - 1]?.upTo ?? 0n
    return upTo > before && Number.isSafeInteger(ratioE4) && ratioE4 >= 0 && ratioE4 <= 10_000
  })

export type CoinCollateral = {
  /** USD index price; 0 while there is none. */
  readonly usdE8: PriceE8
  /** Ascending; beyond the last one nothing counts. */
  readonly tiers: readonly CollateralTier[]
  /** Switched off, a credit counts nothing and a debt in full. */
  readonly isOn: boolean
}

const wholeE4 = 10_000n

/**
 * Returns an amount of a coin in USD as collateral, rounded down: each slice of a credit at its
 * ratio, a debt at 1 (5.6, 12.3). EX-12.3
 */
export function collateralValue(coin: CoinCollateral, quantity: Amount): Amount {
  const usd = BigInt(coin.usdE8)
  if (quantity <= 0n) return amount(mulDiv(quantity, usd, unitE8, 'down'))
  if (!coin.isOn) return amount(0n)
  // A dollar that counts in full: the most common coin, and nothing to be rounded.
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
 * Returns the most of a held quantity that may go without losing more collateral than `loss`, USD
 * 1e-8, rounded down: the slices that count least go first (12.3). Nothing for no loss but what
 * counts nothing.
 */
export function quantityForLoss(coin: CoinCollateral, held: Amount, loss: Amount): Amount {
  if (held <= 0n) return amount(0n)
  const usd = BigInt(coin.usdE8)
  if (!coin.isOn || usd === 0n) return held
  // Each slice by what a unit of it counts, the dearest first in the table.
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

/** A coin of a spot order: what the account has of it now, and what the order would move. */
export type OrderCoin = {
  readonly coin: CoinCollateral
  readonly held: Amount
  readonly moved: Amount
}

/**
 * Returns how much collateral a spot order takes away once it fills, never below 0 and rounded up:
 * what goes out against what comes in, each at the ratio of the slices it moves (5.6). EX-12.4
 */
export function haircutLoss(out: OrderCoin, into: OrderCoin): Amount {
  const lost =
    collateralValue(out.coin, out.held) -
    collateralValue(out.coin, amount(out.held - out.moved)) -
    collateralValue(into.coin, amount(into.held + into.moved)) +
    collateralValue(into.coin, into.held)
  return amount(lost > 0n ? lost : 0n)
}
