// A new pair each week, which opens by a call auction, and the end of the one that was listed three
// weeks before: what changes about a market while it runs.

import { dayMs } from '@basis/domain/instrument/candle'
import type { Listing } from '../contracts.ts'
import { startOfWeek, weekMs, weekOf } from '../weeks.ts'
import { auctionLongMs, pair, quoted } from './spot-pairs.ts'

const hourMs = 3_600_000

/** Announced on Monday, opened on Tuesday after an hour's auction, closed on a Thursday. */
const [announcedAt, opensAt] = [8 * hourMs, dayMs + 13 * hourMs] as const
/** So long before it opens a pair is announced. */
export const announcedAheadMs = opensAt - announcedAt
const closesAt = 3 * weekMs + 3 * dayMs + 14 * hourMs
/** Before it closes its orders may only be cancelled. */
export const cancelOnlyMs = hourMs

/** Coins that have a price here, and quote coins over which they are not listed yet. */
const coins = 'LTC LINK AVAX DOT UNI AAVE SUI TRX BCH NEAR ATOM ARB TON XLM HBAR ONDO WIF BNB'
const quoteCoins = ['EUR', 'USDC', 'BRL', 'USDE'] as const
/** In the order of the weeks; over a year passes until one comes again. */
const candidates = quoteCoins
  .flatMap((_, k) =>
    coins.split(' ').map((coin, i) => ({
      coin,
      quoteCoin: quoteCoins[(i + k) % quoteCoins.length] ?? 'EUR',
    })),
  )
  .filter(({ coin, quoteCoin }) => quoted[quoteCoin]?.includes(coin) !== true)

const recent = [3, 2, 1, 0] as const

/** Returns the pairs of the last weeks that are listed at a moment, the oldest first. */
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
    // A fresh exchange finds it open where its launch is past.
    const status = nowMs < launchMs ? instrument.status : 'Trading'
    return [{ ...listing, closesMs, instrument: { ...instrument, status } }]
  })
}

/** Returns when one of them is announced, opens or ends next, strictly after a moment. */
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
