// The missing amount of an account that cannot carry a change: of its margin, or of the coin that
// an isolated position holds, whichever limit is broken (rules 5.6).

import { formatTrimmed } from '@basis/domain/numbers/fixed'
import { ofUsd } from './collateral.ts'
import type { AccountMargin } from './account-margin.ts'
import type { CoinBalance } from '../state/state.ts'

/** The account as it is, or as it would be. */
export type Means = Pick<AccountMargin, 'available' | 'initial' | 'orderLoss'> & {
  /** Of the settle coin what neither locks nor isolated positions hold. */
  readonly free: bigint
}

/**
 * Returns what was needed and available of the limit that is broken, `needed` always the greater:
 * of an isolated position first its coin, else the account's margin in that coin, rounded so that
 * the comparison holds; in USD where the coin has no price. What of `needed` is no margin stands
 * beside it where there is any: what the orders would lose at once, and what collateral would go.
 */
export function shortageOf(
  { coinBalance, settleCoin, isolated }: Facts,
  before: Means,
  after: Means,
): Record<string, string> {
  const shortfallOf = (needed: bigint, available: bigint, coin: string) => ({
    needed: formatTrimmed(needed, 8),
    available: formatTrimmed(available > 0n ? available : 0n, 8),
    coin,
  })
  if (isolated && after.free < 0n)
    return shortfallOf(before.free - after.free, before.free, settleCoin)
  const { coin } = coinBalance
  const [unit, up, down] =
    coin.usdE8 === 0
      ? ['USD', (usd: bigint) => usd, (usd: bigint) => usd]
      : [settleCoin, (usd: bigint) => -ofUsd(coin, -usd), (usd: bigint) => ofUsd(coin, usd)]
  const added = after.initial - before.initial
  const missing = before.available - after.available
  // Who has less than nothing lacks all that is asked for anew, whatever the change sets free.
  if (missing <= 0n && added > 0n) return shortfallOf(up(added), 0n, unit)
  if (missing <= 0n) return shortfallOf(before.free - after.free, 0n, settleCoin)
  const lost = before.orderLoss - after.orderLoss
  return {
    ...shortfallOf(up(missing), down(before.available), unit),
    ...part('orderLoss', up(lost)),
    ...part('lostCollateral', up(missing - added - lost)),
  }
}

const part = (name: string, value: bigint): Record<string, string> =>
  value === 0n ? {} : { [name]: formatTrimmed(value, 8) }

type Facts = {
  readonly coinBalance: CoinBalance
  readonly settleCoin: string
  readonly isolated: boolean
}
