// The missing amount of an account that cannot carry a change, of its margin or of the coin that an
// isolated position uses (rules 5.6), and how problems describe it and an exceeded risk limit.

import { formatTrimmed } from '@basis/domain/numbers/fixed'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { ofUsd } from './collateral.ts'
import type { AccountMargin } from './account-margin.ts'
import type { CoinBalance, PositionState } from '../state/state.ts'

/** The account's figures before or after a change. */
export type Means = {
  readonly margin: Pick<AccountMargin, 'available' | 'initial' | 'orderLoss'>
  /** The settle coin's balance less locks and isolated margin. */
  readonly free: bigint
}

/**
 * Returns the needed and the available amount of the exceeded limit, `needed` always the greater:
 * for an isolated position first its coin, else the account's margin in that coin, rounded so that
 * the comparison holds; in USD if the coin has no price. The parts of `needed` that are not margin
 * are added if not 0: the immediate loss of the orders, and the lost collateral.
 */
export function shortageOf(
  { coinBalance, settleCoin, isolated }: Facts,
  before: Means,
  after: Means,
): Record<string, string> {
  if (isolated && after.free < 0n)
    return shortfallOf(before.free - after.free, before.free, settleCoin)
  const { unit, up, down } = unitOf({ coinBalance, settleCoin })
  const { available } = before.margin
  const added = after.margin.initial - before.margin.initial
  const missing = available - after.margin.available
  // With a negative balance all of the added margin is missing, whatever the change releases.
  if (missing <= 0n && added > 0n) return shortfallOf(up(added), 0n, unit)
  if (missing <= 0n) return shortfallOf(before.free - after.free, 0n, settleCoin)
  const lost = before.margin.orderLoss - after.margin.orderLoss
  return {
    ...shortfallOf(up(missing), down(available), unit),
    ...part('orderLoss', up(lost)),
    ...part('lostCollateral', up(missing - added - lost)),
  }
}

/**
 * Returns an account's total initial margin and its margin balance, in the same units, if its
 * initial margin rate is above 100 % (rules 4.5), else undefined.
 */
export function excessOf(
  facts: Omit<Facts, 'isolated'>,
  { initial, balance }: Pick<AccountMargin, 'initial' | 'balance'>,
): Record<string, string> | undefined {
  if (initial === 0n || initial <= balance) return undefined
  const { unit, up, down } = unitOf(facts)
  return shortfallOf(up(initial), down(balance), unit)
}

/** Both amounts as a problem names them; a negative balance counts as none available. */
export const neededAmounts = (needed: bigint, available: bigint): Record<string, string> => ({
  needed: formatTrimmed(needed, 8),
  available: formatTrimmed(available > 0n ? available : 0n, 8),
})

/** The same with their coin. */
export const shortfallOf = (
  needed: bigint,
  available: bigint,
  coin: string,
): Record<string, string> => ({ ...neededAmounts(needed, available), coin })

/** Returns the problem of a position whose value would exceed the maximum at its leverage (4.3). */
export const riskLimitProblem = (
  { market, maxValue, leverageE2 }: PositionState,
  value: bigint,
): Problem =>
  problem('riskLimitExceeded', 'qty', {
    value: formatTrimmed(value, 8),
    max: formatTrimmed(maxValue, 8),
    coin: market.instrument.settleCoin,
    leverage: formatTrimmed(BigInt(leverageE2), 2),
  })

/** The coin in which USD amounts are reported: needed amounts rounded up, available ones down. */
function unitOf({ coinBalance: { coin }, settleCoin }: Omit<Facts, 'isolated'>): {
  readonly unit: string
  readonly up: (usd: bigint) => bigint
  readonly down: (usd: bigint) => bigint
} {
  if (coin.usdE8 === 0) return { unit: 'USD', up: (usd) => usd, down: (usd) => usd }
  return {
    unit: settleCoin,
    up: (usd) => -ofUsd(coin, -usd),
    down: (usd) => ofUsd(coin, usd),
  }
}

const part = (name: string, value: bigint): Record<string, string> =>
  value === 0n ? {} : { [name]: formatTrimmed(value, 8) }

type Facts = {
  readonly coinBalance: CoinBalance
  readonly settleCoin: string
  readonly isolated: boolean
}
