// Leveraged tokens: a token's index moves by three times what its coin's index moves, up or down,
// at every index price (docs/rules/spot.md).

export type LeveragedToken = {
  readonly coin: string
  readonly name: string
  /** The coin whose index it multiplies (spec 3: ltUnderlying). */
  readonly underlying: string
  readonly direction: 'Long' | 'Short'
}

/** How many times the coin's return a token's is. */
const tokenLeverage = 3
/** Its index never falls below this share of what it was before one price of the coin. */
const leastShare = 0.05

export const leveragedTokens: readonly LeveragedToken[] = [
  { coin: 'BTC3L', name: 'Bitcoin 3x long', underlying: 'BTC', direction: 'Long' },
  { coin: 'BTC3S', name: 'Bitcoin 3x short', underlying: 'BTC', direction: 'Short' },
  { coin: 'ETH3L', name: 'Ethereum 3x long', underlying: 'ETH', direction: 'Long' },
  { coin: 'ETH3S', name: 'Ethereum 3x short', underlying: 'ETH', direction: 'Short' },
]

/** Returns the token of a coin's name; undefined for a coin that is none. */
export const tokenOf = (coin: string): LeveragedToken | undefined =>
  leveragedTokens.find((token) => token.coin === coin)

/** How many times a token's coin moves it: 3 or −3. */
export const leverageOf = ({ direction }: LeveragedToken): number =>
  direction === 'Long' ? tokenLeverage : -tokenLeverage

/**
 * Returns a token's index after its coin's has gone from one price to another: index × (1 ± 3 ×
 * return), and never less than a twentieth of what it was. A float: it is rounded to the tick
 * where it enters the exchange.
 */
export function tokenIndex(
  token: LeveragedToken,
  index: number,
  { before, now }: { readonly before: number; readonly now: number },
): number {
  return index * Math.max(leastShare, 1 + leverageOf(token) * (now / before - 1))
}
