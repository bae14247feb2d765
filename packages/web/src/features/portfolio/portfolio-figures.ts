// Figures of the portfolio page: months and days in UTC, and exact sums of the exchange's records.

import { amount, divRound, zero, type Amount } from '@basis/domain/numbers/fixed'
import { decodeAmount } from '@basis/protocol/order'
import type { WireFunding } from '@basis/protocol/account'
import type { WireClosedPnl } from '@basis/protocol/position'
import type { CallAnswer } from '@basis/protocol/calls'
import type { CoinBalance, Wallet } from '../../stores/wallet.ts'

const DAY_MS = 86_400_000
const WEEK_DAYS = 7
// The weekday of 1 January 1970, a Thursday; weeks begin on Monday.
const EPOCH_WEEKDAY = 3

/** From the month's first ms, inclusive, to that of the next month, in UTC. */
export type Month = { readonly fromMs: number; readonly toMs: number }

/** Returns the UTC month of a time, or the one `later` months after it. */
export function monthAt(timeMs: number, later = 0): Month {
  const date = new Date(timeMs)
  const first = (months: number): number => Date.UTC(date.getUTCFullYear(), months, 1)
  const month = date.getUTCMonth() + later
  return { fromMs: first(month), toMs: first(month + 1) }
}

export type Day = {
  /** The start of the day, in UTC. */
  readonly fromMs: number
  /** The closed P&L of the day, net of fees and funding; 1e-8 of the coin. */
  readonly pnl: Amount
  readonly count: number
}

/** Returns all days of a month with their closed P&L; records of other months are ignored. */
export function daysOf({ fromMs, toMs }: Month, records: readonly WireClosedPnl[]): Day[] {
  const days = Array.from({ length: (toMs - fromMs) / DAY_MS }, (_day, at) => ({
    fromMs: fromMs + at * DAY_MS,
    pnl: zero,
    count: 0,
  }))
  for (const { closedAtE3, closedPnl } of records) {
    const day = days[Math.floor((closedAtE3 - fromMs) / DAY_MS)]
    if (day === undefined) continue
    day.pnl = amount(day.pnl + decodeAmount(closedPnl))
    day.count += 1
  }
  return days
}

/** Returns the total of the days. */
export const totalOf = (days: readonly Day[]): Amount =>
  amount(days.reduce((sum, { pnl }) => sum + pnl, 0n))

/** Returns a month's days by weeks from Monday to Sunday; undefined for days of other months. */
export function weeksOf({ fromMs }: Month, days: readonly Day[]): (Day | undefined)[][] {
  const before = (fromMs / DAY_MS + EPOCH_WEEKDAY) % WEEK_DAYS
  return Array.from({ length: Math.ceil((before + days.length) / WEEK_DAYS) }, (_week, week) =>
    Array.from({ length: WEEK_DAYS }, (_day, day) => days[week * WEEK_DAYS + day - before]),
  )
}

/** Returns the running total at the end of each day that has begun, after an initial zero. */
export function cumulativePnl(days: readonly Day[], nowMs: number): Amount[] {
  const sums = [zero]
  for (const { fromMs, pnl } of days) {
    if (fromMs <= nowMs) sums.push(amount((sums.at(-1) ?? zero) + pnl))
  }
  return sums
}

/** Returns the largest gains and the largest losses, at most `most` of each. */
export function bestAndWorst(records: readonly WireClosedPnl[], most: number) {
  const sorted = records
    .map((record) => ({ record, pnl: decodeAmount(record.closedPnl) }))
    .toSorted((a, b) => (a.pnl > b.pnl ? -1 : a.pnl < b.pnl ? 1 : 0))
  return {
    best: sorted.filter(({ pnl }) => pnl > zero).slice(0, most),
    worst: sorted
      .filter(({ pnl }) => pnl < zero)
      .toReversed()
      .slice(0, most),
  }
}

/** Returns the funding received and paid, both as positive amounts. */
export function fundingTotals(payments: readonly WireFunding[]) {
  let [received, paid] = [0n, 0n]
  for (const { fundingFee } of payments) {
    const payment = decodeAmount(fundingFee)
    if (payment > zero) received += payment
    else paid -= payment
  }
  return { received: amount(received), paid: amount(paid) }
}

/**
 * Returns the coins with a value, largest first, each with its share of all positive values, in E4
 * rounded down; a debt has none.
 */
export function allocation(coins: readonly CoinBalance[]) {
  const owned = coins.reduce((sum, { usdValue }) => (usdValue > zero ? sum + usdValue : sum), 0n)
  return coins
    .filter(({ usdValue }) => usdValue !== zero)
    .toSorted((a, b) => (a.usdValue > b.usdValue ? -1 : a.usdValue < b.usdValue ? 1 : 0))
    .map(({ coin, equity, usdValue }) => ({
      coin,
      equity,
      usdValue,
      shareE4: usdValue > zero ? Number(divRound(usdValue * 10_000n, owned, 'down')) : undefined,
    }))
}

/** Returns a key that changes with the coins' balances and not with prices. */
export const balancesOf = ({ coins }: Wallet): string =>
  coins.map(({ coin, balance }) => `${coin} ${balance}`).join()

/** The account's value by place, 1e-8 USD. */
export type Funds = Record<'total' | 'unified' | 'funding' | 'bots' | 'copy', Amount>

/**
 * Returns an answer's funds with the trading wallet at its current value. `equity` is undefined if
 * funds were moved since the answer: mixing old and new figures would count them twice.
 */
export function fundsNow(funds: CallAnswer<'funds'>, equity: Amount | undefined): Funds {
  const [total, answered] = [decodeAmount(funds.total), decodeAmount(funds.unified)]
  const unified = equity ?? answered
  return {
    total: amount(total - answered + unified),
    unified,
    funding: decodeAmount(funds.funding),
    bots: decodeAmount(funds.bots),
    copy: decodeAmount(funds.copy),
  }
}
