// Coins accepted as collateral, each with its collateral ratio (rules 5.6, 12.3); USDT and USDC
// count in full and need no entry.

import { amount, unitE8 } from '@basis/domain/numbers/fixed'
import type { CollateralTier } from '@basis/domain/margin/collateral'

export type CollateralCoin = {
  readonly coin: string
  /** Of the first tier. */
  readonly ratioE4: number
  /**
   * Each slice of the quantity at its ratio, nothing beyond the last; absent if there are no tiers.
   */
  readonly tiers?: readonly CollateralTier[]
}

const tiers = (...rows: readonly (readonly [upTo: number, ratioE4: number])[]): CollateralTier[] =>
  rows.map(([upTo, ratioE4]) => ({ upTo: amount(BigInt(upTo) * unitE8), ratioE4 }))

const ofRatio = (ratioE4: number, coins: readonly string[]): CollateralCoin[] =>
  coins.map((coin) => ({ coin, ratioE4 }))

/** Every coin that an account can hold here: those of spot pairs and of inverse contracts. */
export const collateralCoins: readonly CollateralCoin[] = [
  {
    coin: 'BTC',
    ratioE4: 9_800,
    // As published (EX-12.3).
    tiers: tiers([10, 9_800], [20, 9_500], [30, 9_000], [40, 8_500], [50, 8_000]),
  },
  { coin: 'ETH', ratioE4: 9_800 },
  { coin: 'SOL', ratioE4: 9_500 },
  { coin: 'XRP', ratioE4: 9_000 },
  { coin: 'LTC', ratioE4: 9_000 },
  { coin: 'DOT', ratioE4: 8_500 },
  { coin: 'ADA', ratioE4: 8_500 },
  ...ofRatio(9_500, ['USDE', 'EUR', 'BNB']),
  ...ofRatio(9_000, ['BRL', 'DOGE', 'LINK', 'TRX', 'BCH']),
  ...ofRatio(8_000, ['AVAX', 'UNI', 'AAVE', 'SUI', 'NEAR', 'ATOM', 'ARB', 'TON', 'XLM', 'OP']),
  ...ofRatio(6_000, ['HBAR', 'ONDO', 'WIF', 'XEM', 'EOS']),
  // A leveraged token can lose most of its price in a day, so its ratio is zero.
  ...ofRatio(0, ['BTC3L', 'BTC3S', 'ETH3L', 'ETH3S']),
]
