// What is missing where an account cannot carry something: of the limit that it breaks, which is
// the account's margin, or the coin that an isolated position holds (domain.md 5.6).

import { formatTrimmed } from '@basis/domain/numbers/fixed'
import { ofUsd } from './collateral.ts'
import type { CoinBalance } from '../state/state.ts'

/** The account as it is, or as it would be. */
export type Means = {
  /** MB − HL + OL − IM, USD. */
  readonly available: bigint
  /** Of the settle coin what neither locks nor isolated positions hold. */
  readonly free: bigint
}

/**
 * Returns what was needed and available of the limit that is broken, `needed` always the greater:
 * of an isolated position first its coin, else the account's margin in that coin, rounded so that
 * the comparison holds; in USD where the coin has no price.
 */
export function shortageOf(
  { pot, settleCoin, isolated }: Facts,
  before: Means,
  after: Means,
): { readonly needed: string; readonly available: string; readonly coin: string } {
  const told = (needed: bigint, available: bigint, coin: string) => ({
    needed: formatTrimmed(needed, 8),
    available: formatTrimmed(available > 0n ? available : 0n, 8),
    coin,
  })
  if (isolated && after.free < 0n) return told(before.free - after.free, before.free, settleCoin)
  const gone = before.available - after.available
  const { coin } = pot
  if (coin.usdE8 === 0) return told(gone, before.available, 'USD')
  return told(-ofUsd(coin, -gone), ofUsd(coin, before.available), settleCoin)
}

type Facts = {
  readonly pot: CoinBalance
  readonly settleCoin: string
  readonly isolated: boolean
}
