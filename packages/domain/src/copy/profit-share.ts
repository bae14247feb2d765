// Profit shares of leaders: classic, by UTC day and week, or fund style, against a high-water mark
// (rules 16.4, 16.5).

import { dayMs } from '../instrument/candle.ts'
import { divRound, mulDiv, unitE8 } from '../numbers/fixed.ts'
import type { CopyFollowRecord } from './record.ts'

export const leaderRanks = ['Cadet', 'Bronze', 'Silver', 'Gold'] as const
export type LeaderRank = (typeof leaderRanks)[number]

/** The followers' money from which a rank is reached, whole USDT, and its profit share. */
const rankTable = [
  { rank: 'Gold', from: 1_000_000n, shareE4: 1500 },
  { rank: 'Silver', from: 100_000n, shareE4: 1200 },
  { rank: 'Bronze', from: 10_000n, shareE4: 1000 },
  { rank: 'Cadet', from: 0n, shareE4: 1000 },
] as const

/** More followers' money than this does not change the rank, USDT ×1e-8. */
export const highestRankFrom: bigint = rankTable[0].from * unitE8

/** Returns a leader's rank and profit share by its followers' money, USDT ×1e-8. */
export function rankOf(followed: bigint): {
  readonly rank: LeaderRank
  readonly shareE4: number
} {
  const { rank, shareE4 } = rankTable.find(({ from }) => followed >= from * unitE8) ?? rankTable[3]
  return { rank, shareE4 }
}

/** Returns the part of a day's net profit to set aside, rounded up; 0 for a loss. */
export const setAside = (net: bigint, shareE4: number): bigint =>
  net <= 0n ? 0n : mulDiv(net, BigInt(shareE4), 10_000n, 'up')

/** Returns the part of a follower's profit that is held in escrow until it is settled. */
export const asideOf = ({ days }: Pick<CopyFollowRecord, 'days'>): bigint =>
  days.reduce((sum, { aside }) => sum + aside, 0n)

/**
 * Settles days: the leader's share of their total, and the refund of what was set aside. EX-13.2
 */
export function settledShare(
  days: readonly { readonly net: bigint; readonly aside: bigint }[],
  shareE4: number,
): { readonly payable: bigint; readonly refund: bigint } {
  let net = 0n
  let aside = 0n
  for (const day of days) {
    net += day.net
    aside += day.aside
  }
  // If a wallet could not set everything aside, the leader gets at most what was set aside.
  const owed = setAside(net, shareE4)
  const payable = owed < aside ? owed : aside
  return { payable, refund: aside - payable }
}

/** A follower's fund shares, ×1e-8, and the high-water mark of their value. */
export type FundShare = { readonly shares: bigint; readonly markE8: bigint }

/** Returns the value of one share ×1e-8, rounded down; 1 if there are none. */
export const navE8 = (equity: bigint, shares: bigint): bigint =>
  shares <= 0n ? unitE8 : equity <= 0n ? 0n : mulDiv(equity, unitE8, shares, 'down')

/** Buys shares; the mark becomes the weighted mean of the old mark and the price. EX-13.3 */
export function investIn(share: FundShare, money: bigint, priceE8: bigint): FundShare {
  // A worthless fund restarts.
  if (priceE8 <= 0n || share.shares <= 0n) return { shares: money, markE8: unitE8 }
  const bought = mulDiv(money, unitE8, priceE8, 'down')
  const shares = share.shares + bought
  const markE8 = divRound(share.markE8 * share.shares + money * unitE8, shares, 'down')
  return { shares, markE8 }
}

/** Redeems shares; the mark stays. */
export function redeemFrom(share: FundShare, money: bigint, priceE8: bigint): FundShare {
  if (priceE8 <= 0n) return share
  const sold = mulDiv(money, unitE8, priceE8, 'up')
  return { ...share, shares: sold > share.shares ? 0n : share.shares - sold }
}

/** Returns the leader's fee above the mark, rounded up: (NAV − mark) × share × shares. */
export function fundFee({ shares, markE8 }: FundShare, priceE8: bigint, shareE4: number): bigint {
  if (priceE8 <= markE8) return 0n
  return mulDiv((priceE8 - markE8) * shares, BigInt(shareE4), unitE8 * 10_000n, 'up')
}

/**
 * Returns the mark after a fee was paid: the price, or, if the wallet could not pay all of the fee,
 * as far below the price as leaves the rest owed, rounded up so that no more is owed.
 */
export function markAfterFee(
  { shares, markE8 }: FundShare,
  priceE8: bigint,
  { unpaid, shareE4 }: { readonly unpaid: bigint; readonly shareE4: number },
): bigint {
  if (unpaid <= 0n || shares <= 0n || shareE4 <= 0) return priceE8
  const below = mulDiv(unpaid, unitE8 * 10_000n, shares * BigInt(shareE4), 'down')
  return priceE8 - below > markE8 ? priceE8 - below : markE8
}

export const dayOf = (timeMs: number): number => Math.floor(timeMs / dayMs)
export const dayStart = (day: number): number => day * dayMs

/** Day 2 after the epoch was a Saturday, day 4 a Monday. */
const isMonday = (day: number): boolean => (day - 4) % 7 === 0
const settlementHourMs = 3 * 3_600_000

/** Returns the next time after this one at which a day ends or a week is settled. */
export function nextShareMs(afterMs: number): number {
  const day = dayOf(afterMs)
  const settles = dayStart(day) + settlementHourMs
  return isMonday(day) && afterMs < settles ? settles : dayStart(day + 1)
}

/** Returns the day before which the week settled at this time ended; undefined if none is. */
export function settledBefore(atMs: number): number | undefined {
  const day = dayOf(atMs)
  return isMonday(day) && atMs === dayStart(day) + settlementHourMs ? day - 2 : undefined
}
