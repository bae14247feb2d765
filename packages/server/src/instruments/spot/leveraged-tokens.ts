// Leveraged tokens: at every index price a token's index moves by three times its coin's return, up
// or down (docs/rules/spot.md).

export type LeveragedToken = {
  readonly coin: string
  readonly name: string
  /** The coin whose index it multiplies (spec 3: ltUnderlying). */
  readonly underlying: string
  readonly direction: 'Long' | 'Short'
}

/** A token's multiple of its coin's return. */
const tokenLeverage = 3
/** At one price of the coin, a token's index never falls below this share of its previous value. */
const leastShare = 0.05

export const leveragedTokens: readonly LeveragedToken[] = [
  { coin: 'BTC3L', name: 'Bitcoin 3x long', underlying: 'BTC', direction: 'Long' },
  { coin: 'BTC3S', name: 'Bitcoin 3x short', underlying: 'BTC', direction: 'Short' },
  { coin: 'ETH3L', name: 'Ethereum 3x long', underlying: 'ETH', direction: 'Long' },
  { coin: 'ETH3S', name: 'Ethereum 3x short', underlying: 'ETH', direction: 'Short' },
]

/** Returns the token of this name; undefined if the coin is not a token. */
export const tokenOf = (coin: string): LeveragedToken | undefined =>
  leveragedTokens.find((token) => token.coin === coin)

/** The multiple with its sign: 3 or −3. */
export const leverageOf = ({ direction }: LeveragedToken): number =>
  direction === 'Long' ? tokenLeverage : -tokenLeverage

/**
 * Returns a token's index after its coin's index has moved: index × (1 ± 3 × return), but at least
 * a twentieth of its previous value. A float: it is rounded to the tick when it enters the
 * exchange.
 */
export function tokenIndex(
  token: LeveragedToken,
  index: number,
  { before, now }: { readonly before: number; readonly now: number },
): number {
  return index * Math.max(leastShare, 1 + leverageOf(token) * (now / before - 1))
}
