// History generated from the seed on demand: candles of every resolution of one market before the
// start. Larger candles are folded from minutes; folded hours and days are cached.

import {
  bucketAfter,
  bucketStart,
  dayMs,
  minuteMs,
  minutesPerDay,
  type Candle,
  type Resolution,
} from '@basis/domain/instrument/candle'
import {
  createPriceDays,
  emptyDay,
  type DayMinutes,
  type PriceDays,
  type PricePathOptions,
} from './price-days.ts'
import { coinProfile } from './coin-profiles.ts'
import { emptyColumns, type CandleColumns } from '../read-model/ended-minutes.ts'
import { createSeedFunding } from './seed-funding.ts'
import { createSeedInterest } from './seed-interest.ts'

export type CandleQuestion = {
  readonly resolution: Resolution
  /** Candles that start here or later. */
  readonly fromMs?: number
  /** Candles that start before this moment. */
  readonly toMs?: number
  /** At most this many, 1,000 when left out. */
  readonly limit?: number
  /** Of the index, which excludes the premium. */
  readonly isIndex?: boolean
}

export type PricePath = {
  /** History covers the minutes from here… */
  readonly startMs: number
  /** …to here, the minute of the start, when the index is the start price. */
  readonly endMs: number
  /**
   * Returns candles in order of time. Of more than `limit` the newest are kept, unless only
   * `fromMs` is given: then the first. The candle that contains the start has only its minutes
   * before it: live trading is folded onto it (`foldCandles`).
   */
  readonly candles: (question: CandleQuestion) => Candle[]
  /** Returns the minutes that begin at a time or later, in columns. */
  readonly minutesFrom: (fromMs: number) => CandleColumns
  /** Funding rates before the start, newest first; none without funding. */
  readonly fundingRates: ReturnType<typeof createSeedFunding>
  /** Open interest and liquidations before the start; none without a population. */
  readonly openInterest: ReturnType<typeof createSeedInterest>['openInterest']
  readonly liquidations: ReturnType<typeof createSeedInterest>['liquidations']
  /**
   * Folds up to this many days not needed so far, newest first, and returns how many are left:
   * called when idle, it makes later requests cheap. A day costs about 0.3 ms.
   */
  readonly prepare: (days: number) => number
}

const defaultLimit = 1000
/** A day of minutes takes 58 kB; sixteen serve a screen of 15-minute candles. */
const minuteDaysKept = 16
const hoursPerDay = 24
const hourMs = dayMs / hoursPerDay

/** Returns the history of one market; see `PricePathOptions`. Equal options give equal candles. */
export function createPricePath(options: PricePathOptions): PricePath {
  const days = createPriceDays(options)
  const archive = createArchive(days)
  let indexArchive: Archive | undefined
  const archiveOf = (isIndex: boolean): Archive => {
    if (!isIndex || options.funding === undefined) return archive
    const { funding: _, ...index } = options
    return (indexArchive ??= createArchive(createPriceDays(index)))
  }
  const endMs = days.endMs - days.startMs
  const candles = (question: CandleQuestion): Candle[] => {
    const { resolution, isIndex = false } = question
    return bucketStarts(days, question).map((startMs) => {
      const from = Math.max(startMs, days.startMs)
      const to = Math.min(bucketAfter(resolution, startMs, 1), days.endMs)
      const span = { fromMs: from - days.startMs, toMs: to - days.startMs, endMs }
      return foldSpan(archiveOf(isIndex), span).result(startMs)
    })
  }
  const hours = (fromMs: number, toMs: number): Candle[] =>
    candles({ resolution: '60', fromMs, toMs, limit: Math.ceil((toMs - fromMs) / hourMs) + 1 })
  const span = { startMs: days.startMs, endMs: days.endMs }
  const { funding, population = [] } = options
  const fundingRates = createSeedFunding({ ...options, ...span, funding, hours })
  const { coin, symbol = coin, dailyTurnover = coinProfile(coin).dailyTurnover } = options
  const interest = createSeedInterest({
    ...options,
    ...span,
    symbol,
    dailyTurnover,
    population,
    hours,
  })
  const minutesFrom = (fromMs: number): CandleColumns => minutesOf(days, archive, fromMs)
  return { ...span, ...interest, candles, minutesFrom, fundingRates, prepare: archive.prepare }
}

function minutesOf(days: PriceDays, archive: Archive, fromMs: number): CandleColumns {
  const minuteOf = (timeMs: number): number => Math.ceil((timeMs - days.startMs) / minuteMs)
  const first = Math.max(0, minuteOf(fromMs))
  const end = minuteOf(days.endMs)
  const columns = emptyColumns(Math.max(0, end - first))
  for (let at = first; at < end;) {
    const number = Math.floor(at / minutesPerDay)
    const day = archive.passingDay(number)
    for (let i = at - number * minutesPerDay; i < day.count; i += 1, at += 1) {
      const place = at - first
      columns.startMs[place] = days.startMs + at * minuteMs
      columns.open[place] = i === 0 ? day.firstOpen : (day.close[i - 1] ?? 0)
      columns.high[place] = day.high[i] ?? 0
      columns.low[place] = day.low[i] ?? 0
      columns.close[place] = day.close[i] ?? 0
      columns.volumeLots[place] = day.volumeLots[i] ?? 0
      columns.turnover[place] = BigInt(day.turnover[i] ?? 0)
    }
  }
  return columns
}

/** The start times of the requested buckets, in order. */
function bucketStarts(days: PriceDays, question: CandleQuestion): number[] {
  const { resolution, fromMs, toMs, limit = defaultLimit } = question
  if (days.dayCount === 0) return []
  const first = bucketStart(resolution, days.startMs)
  const last = bucketStart(resolution, days.endMs - 1)
  let lower = first
  if (fromMs !== undefined && fromMs > first) {
    const holding = bucketStart(resolution, fromMs)
    lower = holding === fromMs ? holding : bucketAfter(resolution, holding, 1)
  }
  const upper = toMs === undefined ? last : Math.min(last, bucketStart(resolution, toMs - 1))
  const starts: number[] = []
  if (fromMs !== undefined && toMs === undefined) {
    for (let at = lower; at <= upper && starts.length < limit;) {
      starts.push(at)
      at = bucketAfter(resolution, at, 1)
    }
    return starts
  }
  for (let at = upper; at >= lower && starts.length < limit;) {
    starts.push(at)
    at = bucketAfter(resolution, at, -1)
  }
  return starts.reverse()
}

/** A candle being folded; turnover is summed in floats while exact, then in a bigint. */
class Fold {
  #open = 0
  #high = 0
  #low = Number.POSITIVE_INFINITY
  #close = 0
  #volumeLots = 0
  #turnover = 0n
  #pending = 0

  minutes(day: DayMinutes, from: number, to: number): void {
    if (this.#close === 0) this.#open = from === 0 ? day.firstOpen : (day.close[from - 1] ?? 0)
    for (let i = from; i < to; i += 1) {
      this.#high = Math.max(this.#high, day.high[i] ?? 0)
      this.#low = Math.min(this.#low, day.low[i] ?? 0)
      this.#volumeLots += day.volumeLots[i] ?? 0
      const turnover = day.turnover[i] ?? 0
      if (this.#pending + turnover > Number.MAX_SAFE_INTEGER) {
        this.#turnover += BigInt(this.#pending)
        this.#pending = 0
      }
      this.#pending += turnover
    }
    this.#close = day.close[to - 1] ?? 0
  }

  candle(part: Candle): void {
    if (this.#close === 0) this.#open = part.open
    this.#high = Math.max(this.#high, part.high)
    this.#low = Math.min(this.#low, part.low)
    this.#close = part.close
    this.#volumeLots += part.volumeLots
    this.#turnover += part.turnover
  }

  result(startMs: number): Candle {
    return {
      startMs,
      open: this.#open,
      high: this.#high,
      low: this.#low,
      close: this.#close,
      volumeLots: this.#volumeLots,
      turnover: this.#turnover + BigInt(this.#pending),
    }
  }
}

/** Cached data: the minutes of a few days, and the hours of every day requested so far. */
type Archive = {
  readonly minutes: (day: number) => DayMinutes
  /** The same, to be read at once: the next call may overwrite it. */
  readonly passingDay: (day: number) => DayMinutes
  /** The candle of an hour, counted from the start of history. */
  readonly hour: (hour: number) => Candle
  readonly prepare: (days: number) => number
}

/** Values per hour: open, high, low, close, volume; the turnover has a column of its own. */
const hourWidth = 5

/** The day that was computed last, of any market. */
const passing = emptyDay()

function createArchive(days: PriceDays): Archive {
  const recent = new Map<number, DayMinutes>()
  const hours = new Float64Array(days.dayCount * hoursPerDay * hourWidth)
  const turnovers = new BigInt64Array(days.dayCount * hoursPerDay)
  const isFolded = new Uint8Array(days.dayCount)
  let prepared = days.dayCount

  const minutes = (day: number): DayMinutes => {
    const known = recent.get(day)
    let made = known
    if (made === undefined) {
      const oldest = recent.size < minuteDaysKept ? undefined : recent.entries().next().value
      if (oldest !== undefined) recent.delete(oldest[0])
      made = oldest?.[1] ?? emptyDay()
      days.fill(day, made)
    }
    // Reinserted, so that the map stays in order of last use.
    recent.delete(day)
    recent.set(day, made)
    return made
  }

  // A year of daily candles must not evict the minutes on the screen from the cache.
  const passingDay = (day: number): DayMinutes => {
    const known = recent.get(day)
    if (known === undefined) days.fill(day, passing)
    return known ?? passing
  }

  const foldDay = (day: number): void => {
    if (isFolded[day] === 1) return
    const source = passingDay(day)
    for (let from = 0; from < source.count; from += 60) {
      const fold = new Fold()
      fold.minutes(source, from, Math.min(from + 60, source.count))
      const { open, high, low, close, volumeLots, turnover } = fold.result(0)
      const hour = day * hoursPerDay + from / 60
      hours.set([open, high, low, close, volumeLots], hour * hourWidth)
      turnovers[hour] = turnover
    }
    isFolded[day] = 1
  }

  const hour = (number: number): Candle => {
    foldDay(Math.floor(number / hoursPerDay))
    const at = number * hourWidth
    return {
      startMs: days.startMs + number * hourMs,
      open: hours[at] ?? 0,
      high: hours[at + 1] ?? 0,
      low: hours[at + 2] ?? 0,
      close: hours[at + 3] ?? 0,
      volumeLots: hours[at + 4] ?? 0,
      turnover: turnovers[number] ?? 0n,
    }
  }

  const prepare = (count: number): number => {
    for (let left = count; left > 0 && prepared > 0;) {
      prepared -= 1
      if (isFolded[prepared] === 1) continue
      foldDay(prepared)
      left -= 1
    }
    return prepared
  }

  return { minutes, passingDay, hour, prepare }
}

/** Folds the minutes from `fromMs` to `toMs`, both counted from the start of history. */
function foldSpan(archive: Archive, span: { fromMs: number; toMs: number; endMs: number }): Fold {
  const fold = new Fold()
  const { toMs } = span
  for (let at = span.fromMs; at < toMs;) {
    const hourEnd = (Math.floor(at / hourMs) + 1) * hourMs
    // The last hour of history may be incomplete: a span to the end of history may use it as is.
    const isWhole = at % hourMs === 0 && (hourEnd <= toMs || toMs === span.endMs)
    const until = Math.min(hourEnd, toMs)
    if (isWhole) {
      fold.candle(archive.hour(at / hourMs))
    } else {
      const day = Math.floor(at / dayMs)
      const first = Math.round((at - day * dayMs) / minuteMs)
      fold.minutes(archive.minutes(day), first, first + Math.round((until - at) / minuteMs))
    }
    at = until
  }
  return fold
}
