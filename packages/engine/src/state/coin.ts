// The exchange's record of a coin: its price and its value as collateral (rules 12.3).

import { amount, priceE8, type PriceE8 } from '@basis/domain/numbers/fixed'
import type { CollateralTier } from '@basis/domain/margin/collateral'
import type { LoanTerms } from '@basis/domain/margin/loans'

/** The price of one dollar, ×1e8. */
export const dollarE8 = 100_000_000

/**
 * Returns whether a coin is worth a dollar or has no price; if that changes, every account is
 * checked.
 */
export const isDollarCoin = ({ usdE8 }: Pick<CoinState, 'usdE8'>): boolean =>
  usdE8 === 0 || usdE8 === dollarE8

/** A coin's price in USD and its collateral tiers (12.3). */
export type CoinState = {
  usdE8: PriceE8
  tiers: readonly CollateralTier[]
  /** False for a coin that was never listed and is only referred to by name. */
  isListed: boolean
  /** Whether it counts as collateral; otherwise a credit of it counts 0. */
  isOn: boolean
  /** Whether it counts in full, at one dollar. */
  isDollar: boolean
  /** Whether no tier has a higher ratio than the one before it. */
  isFalling: boolean
  /** Its loan terms; replaced, never mutated (12.2). */
  loan: LoanTerms | undefined
  /** The principal of all loans; the sum over the accounts. */
  lent: bigint
}

/** An account's loan of a coin, and what its spot orders may borrow; 1e-8 (12.1). */
export type CoinLoan = {
  principal: bigint
  /** Charged and not yet paid. */
  interest: bigint
  /** The part of `locked` that belongs to orders that may borrow it. */
  reserved: bigint
  /** Since when the loan exceeds the limit; 0 while it does not (12.5). */
  overSinceMs: number
}

export const newLoan = (): CoinLoan => ({
  principal: 0n,
  interest: 0n,
  reserved: 0n,
  overSinceMs: 0,
})

/** The record of a coin without a listing and a price. */
export const unlistedCoin = (): CoinState => ({
  usdE8: priceE8(0),
  tiers: [],
  isListed: false,
  isOn: false,
  isDollar: false,
  isFalling: true,
  loan: undefined,
  lent: 0n,
})

/** Sets the tiers of a coin; without tiers it is not collateral. */
export function setTiers(coin: CoinState, tiers: readonly CollateralTier[]): void {
  coin.tiers = tiers
  coin.isOn = tiers.some(({ ratioE4 }) => ratioE4 > 0)
  coin.isFalling = tiers.every(({ ratioE4 }, k) => ratioE4 <= (tiers[k - 1]?.ratioE4 ?? 10_000))
  checkDollar(coin)
}

/** Sets the price of a coin. */
export function setUsd(coin: CoinState, usdE8: number): void {
  coin.usdE8 = priceE8(usdE8)
  checkDollar(coin)
}

function checkDollar(coin: CoinState): void {
  const [first] = coin.tiers
  const isWhole = first?.upTo === everything && first.ratioE4 === 10_000
  coin.isDollar = isWhole && coin.usdE8 === dollarE8
}

/** The tiers of a coin that counts at one ratio for any quantity. */
export const wholeTier = (ratioE4: number): readonly CollateralTier[] =>
  ratioE4 === 0 ? [] : [{ upTo: everything, ratioE4 }]

/**
 * The exchange's own balances of one coin. The treasury is what it paid beyond the insurance fund,
 * never above 0 (rules 14.1 step 8).
 */
export type VenueCoin = {
  deposits: bigint
  fees: bigint
  rounding: bigint
  treasury: bigint
  /** Interest paid on loans, and the net of the exchange's coin conversions (12.5). */
  interest: bigint
  conversionResult: bigint
}

export const newVenueCoin = (): VenueCoin => ({
  deposits: 0n,
  fees: 0n,
  rounding: 0n,
  treasury: 0n,
  interest: 0n,
  conversionResult: 0n,
})

/** A bound above any quantity of a coin. */
export const everything = amount(2n ** 120n)

/** Stablecoins count in full from the start; other coins are not collateral until listed. */
const firstCoins: readonly string[] = ['USDT', 'USDC']

export function newCoins(): Map<string, CoinState> {
  return new Map(
    firstCoins.map((name) => {
      const coin = unlistedCoin()
      setUsd(coin, dollarE8)
      setTiers(coin, wholeTier(10_000))
      return [name, coin]
    }),
  )
}
