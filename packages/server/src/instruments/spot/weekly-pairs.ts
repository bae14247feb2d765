// A new pair each week, which opens by a call auction, and the delisting of the one from three
// weeks before: the changes of a running market.

import { dayMs } from '@basis/domain/instrument/candle'
import type { Listing } from '../contracts.ts'
import { startOfWeek, weekMs, weekOf } from '../weeks.ts'
import { auctionLongMs, pair, quoted } from './spot-pairs.ts'

const hourMs = 3_600_000

/** Announced on Monday, opened on Tuesday after an hour's auction, closed on a Thursday. */
const [announcedAt, opensAt] = [8 * hourMs, dayMs + 13 * hourMs] as const
/** How long before its opening a pair is announced. */
export const announcedAheadMs = opensAt - announcedAt
const closesAt = 3 * weekMs + 3 * dayMs + 14 * hourMs
/** How long before its closing orders can only be cancelled. */
export const cancelOnlyMs = hourMs

/** Coins that have a price here, and quote coins in which they are not listed yet. */
const coins = 'LTC LINK AVAX DOT UNI AAVE SUI TRX BCH NEAR ATOM ARB TON XLM HBAR ONDO WIF BNB'
const quoteCoins = ['EUR', 'USDC', 'BRL', 'USDE'] as const
/** One per week, in order; it takes over a year until one is listed again. */
const candidates = quoteCoins
  .flatMap((_, k) =>
    coins.split(' ').map((coin, i) => ({
      coin,
      quoteCoin: quoteCoins[(i + k) % quoteCoins.length] ?? 'EUR',
    })),
  )
  .filter(({ coin, quoteCoin }) => quoted[quoteCoin]?.includes(coin) !== true)

const recent = [3, 2, 1, 0] as const

/** Returns the weekly pairs listed at a time, oldest first. */
export function weeklyPairsAt(nowMs: number): readonly Listing[] {
  return recent.flatMap((ago) => {
    const week = weekOf(nowMs) - ago
    const startMs = startOfWeek(week)
    const closesMs = startMs + closesAt
    const isListed = nowMs >= startMs + announcedAt && nowMs < closesMs
    const chosen = candidates[week % candidates.length]
    if (!isListed || chosen === undefined) return []
    const launchMs = startMs + opensAt
    const { instrument, ...listing } = pair(chosen.coin, chosen.quoteCoin, launchMs)
    // A new exchange lists a pair as open if its launch has passed.
    const status = nowMs < launchMs ? instrument.status : 'Trading'
    return [{ ...listing, closesMs, instrument: { ...instrument, status } }]
  })
}

/** Returns when one of them is next announced, opened or closed, strictly after a time. */
export function nextWeeklyChange(nowMs: number): number {
  const moments = recent.flatMap((ago) => {
    const startMs = startOfWeek(weekOf(nowMs) - ago)
    const closesMs = startMs + closesAt
    return [
      startMs + announcedAt,
      startMs + opensAt - auctionLongMs,
      closesMs - cancelOnlyMs,
      closesMs,
    ]
  })
  const next = startOfWeek(weekOf(nowMs) + 1) + announcedAt
  return Math.min(next, ...moments.filter((moment) => moment > nowMs))
}
