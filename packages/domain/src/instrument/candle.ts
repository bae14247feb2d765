// Candles: the thirteen resolutions, the start of their buckets, and the merging of candles.

/** Spec 9: minutes, then day, week (from Monday) and calendar month, all in UTC. */
export const resolutions = [
  '1',
  '3',
  '5',
  '15',
  '30',
  '60',
  '120',
  '240',
  '360',
  '720',
  '1D',
  '1W',
  '1M',
] as const
export type Resolution = (typeof resolutions)[number]

/** The prices for which candles are kept. */
export const candleSources = ['last', 'mark', 'index'] as const
export type CandleSource = (typeof candleSources)[number]

/** One candle; prices in ticks, volume in lots, turnover in 1e-8 quote. */
export type Candle = {
  readonly startMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volumeLots: number
  readonly turnover: bigint
}

export const minuteMs = 60_000
export const dayMs = 86_400_000
export const minutesPerDay = dayMs / minuteMs
const weekMs = 7 * dayMs
/** 1970-01-05, the first Monday of the epoch. */
const firstMondayMs = 4 * dayMs

/** The bucket's length; undefined for months, whose length varies. */
export function resolutionMs(resolution: Resolution): number | undefined {
  if (resolution === '1D') return dayMs
  if (resolution === '1W') return weekMs
  if (resolution === '1M') return undefined
  return minutesOf[resolution] * minuteMs
}

const minutesOf: Record<Exclude<Resolution, '1D' | '1W' | '1M'>, number> = {
  '1': 1,
  '3': 3,
  '5': 5,
  '15': 15,
  '30': 30,
  '60': 60,
  '120': 120,
  '240': 240,
  '360': 360,
  '720': 720,
}

/** Returns the start of the bucket that holds the moment. */
export function bucketStart(resolution: Resolution, timeMs: number): number {
  const length = resolutionMs(resolution)
  if (length === undefined) return monthStart(monthIndex(timeMs))
  if (length === weekMs) {
    return timeMs - ((((timeMs - firstMondayMs) % weekMs) + weekMs) % weekMs)
  }
  return timeMs - (((timeMs % length) + length) % length)
}

/**
 * Returns the start of the bucket `steps` after the one that starts at `startMs` (may be negative).
 */
export function bucketAfter(resolution: Resolution, startMs: number, steps: number): number {
  const length = resolutionMs(resolution)
  return length === undefined ? monthStart(monthIndex(startMs) + steps) : startMs + steps * length
}

/** Returns the candle of a bucket without a trade. */
export const flatCandle = (startMs: number, price: number): Candle => ({
  startMs,
  open: price,
  high: price,
  low: price,
  close: price,
  volumeLots: 0,
  turnover: 0n,
})

/** Merges two consecutive candles into one that starts with the first. */
export function foldCandles(first: Candle, second: Candle): Candle {
  return {
    startMs: first.startMs,
    open: first.open,
    high: Math.max(first.high, second.high),
    low: Math.min(first.low, second.low),
    close: second.close,
    volumeLots: first.volumeLots + second.volumeLots,
    turnover: first.turnover + second.turnover,
  }
}

/** Returns the civil date (UTC) of a time without using Date; months count from 0. */
export function civilDate(timeMs: number): {
  readonly year: number
  readonly month: number
  readonly day: number
} {
  // Days are counted from 0000-03-01, so that the leap day is the last of its year.
  const z = Math.floor(timeMs / dayMs) + 719_468
  const era = Math.floor(z / 146_097)
  const dayOfEra = z - era * 146_097
  const leapless = dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524)
  const yearOfEra = Math.floor((leapless - Math.floor(dayOfEra / 146_096)) / 365)
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 2 : marchMonth - 10
  return {
    year: yearOfEra + era * 400 + (month <= 1 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  }
}

/** Months since 1970-01 of a moment. */
function monthIndex(timeMs: number): number {
  const { year, month } = civilDate(timeMs)
  return (year - 1970) * 12 + month
}

function monthStart(index: number): number {
  const year = 1970 + Math.floor(index / 12)
  const month = index - (year - 1970) * 12
  const marchYear = month <= 1 ? year - 1 : year
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * (month > 1 ? month - 2 : month + 10) + 2) / 5)
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return (era * 146_097 + dayOfEra - 719_468) * dayMs
}
