// The value of a quantity of a coin as collateral (docs/rules/collateral.md; rules 5.6, 12.3).

// Each slice counts at its own ratio, nothing beyond the last slice, a debt in full.

import { floorDiv, lesser } from './prices.ts'

const one = 100_000_000n

export type Collateral = {
  /** USD ×1e8. */
  readonly usd: bigint
  readonly tiers: readonly { readonly upTo: bigint; readonly ratioE4: bigint }[]
}

/** A single tier with one ratio. */
export const collateralTiersOf = (ratioE4: number): Collateral['tiers'] => [
  { upTo: 1n << 200n, ratioE4: BigInt(ratioE4) },
]

/** USD 1e-8, rounded down once. EX-12.3 */
export function countedOf(coin: Collateral | undefined, quantity: bigint): bigint {
  if (coin === undefined) return 0n
  if (quantity <= 0n) return floorDiv(quantity * coin.usd, one)
  let from = 0n
  let weighed = 0n
  for (const { upTo, ratioE4 } of coin.tiers) {
    const to = lesser(quantity, upTo)
    if (to > from) weighed += (to - from) * ratioE4
    from = upTo
  }
  return floorDiv(weighed * coin.usd, one * 10_000n)
}
