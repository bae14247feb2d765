// Which coins count as collateral and at which share of their price (domain.md 5.6, 12.3); USDT and
// USDC count in full and need no entry.

export type CollateralCoin = { readonly coin: string; readonly ratioE4: number }

/** Every coin that an account can hold here: the coins of spot pairs and of inverse contracts. */
export const collateralCoins: readonly CollateralCoin[] = [
  { coin: 'BTC', ratioE4: 9_800 },
  { coin: 'ETH', ratioE4: 9_800 },
  { coin: 'SOL', ratioE4: 9_500 },
  { coin: 'XRP', ratioE4: 9_000 },
  { coin: 'LTC', ratioE4: 9_000 },
  { coin: 'DOT', ratioE4: 8_500 },
  { coin: 'ADA', ratioE4: 8_500 },
]
