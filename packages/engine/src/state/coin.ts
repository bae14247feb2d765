// A coin as the exchange knows it: its price and what of it counts as collateral (rules 12.3).

import { amount, priceE8, type PriceE8 } from '@basis/domain/numbers/fixed'
import type { CollateralTier } from '@basis/domain/margin/collateral'
import type { LoanTerms } from '@basis/domain/margin/loans'

/** The price of a coin that is a dollar. */
export const dollarE8 = 100_000_000

/** Is a coin worth a dollar, or without a price? A change of that has every account checked. */
export const isDollarCoin = ({ usdE8 }: Pick<CoinState, 'usdE8'>): boolean =>
  usdE8 === 0 || usdE8 === dollarE8

/** What a coin is worth as collateral: its price in USD, and the tiers of what counts (12.3). */
export type CoinState = {
  usdE8: PriceE8
  tiers: readonly CollateralTier[]
  /** A coin that was never listed is known by name only, of whoever asked for it. */
  isListed: boolean
  /** Listed as collateral; a coin that is not counts nothing as a credit. */
  isOn: boolean
  /** Does it count in full, at one dollar? */
  isDollar: boolean
  /** Does no slice count more than the one before it? */
  isFalling: boolean
  /** At which terms it is lent; replaced, never changed (12.2). */
  loan: LoanTerms | undefined
  /** The principal of all loans; follows from the accounts. */
  lent: bigint
}

/** What an account owes of a coin, and what its spot orders may borrow; 1e-8 (12.1). */
export type CoinLoan = {
  principal: bigint
  /** Charged and not yet paid. */
  interest: bigint
  /** What of the locks belongs to orders that may borrow for it. */
  reserved: bigint
  /** Since when more is borrowed than the limit; 0 while it is not (12.5). */
  overSinceMs: number
}

export const newLoan = (): CoinLoan => ({
  principal: 0n,
  interest: 0n,
  reserved: 0n,
  overSinceMs: 0,
})

/** A coin that nobody has listed or priced. */
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

/** Sets the tiers of a coin; no tiers make it no collateral. */
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

/** The tiers of a coin that counts at one ratio, however much there is of it. */
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
  /** What loans have paid of interest, and what the conversion desk took in or gave out (12.5). */
  interest: bigint
  desk: bigint
}

export const newVenueCoin = (): VenueCoin => ({
  deposits: 0n,
  fees: 0n,
  rounding: 0n,
  treasury: 0n,
  interest: 0n,
  desk: 0n,
})

/** More than there can be of a coin. */
export const everything = amount(2n ** 120n)

/** Stablecoins count in full from the start; other coins are no collateral until listed. */
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
