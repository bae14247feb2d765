// Stored candles: minutes of live trading and the longer steps folded from them, joined to the
// seed's past without a price gap.

import {
  bucketAfter,
  bucketStart,
  candleSources,
  dayMs,
  flatCandle,
  foldCandles,
  minuteMs,
  resolutionMs,
  resolutions,
  type Candle,
  type CandleSource,
  type Resolution,
} from '@basis/domain/instrument/candle'
import { sql, type Kysely } from 'kysely'
import { emptyColumns, followedBy, type CandleColumns } from '../ended-minutes.ts'
import { money } from '../history-rows.ts'
import type { CandleRow, HistoryTables } from '../history-tables.ts'
import type { SeedHistory } from '../seed/seed-history.ts'
import { SymbolWalk } from '../symbol-walk.ts'
import {
  candleSteps,
  followedLate,
  stepStart,
  type OpenSeries,
  type Series,
} from './candle-series.ts'

export type StoredCandleQuestion = {
  readonly symbol: string
  readonly source: CandleSource
  readonly resolution: Resolution
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  readonly limit: number
  /** The exchange's time: no candle begins after it. */
  readonly nowMs: number
  /** Nothing has been traded yet: only the seed's past exists. */
  readonly isNew?: boolean
}

/** The candles of all markets, on the thread that owns the database. */
export class CandleStore {
  readonly #db: Kysely<HistoryTables>
  readonly #seeds: ReadonlyMap<string, SeedHistory>
  readonly #walk: SymbolWalk

  constructor(db: Kysely<HistoryTables>, seeds: ReadonlyMap<string, SeedHistory>) {
    this.#db = db
    this.#seeds = seeds
    this.#walk = new SymbolWalk(db, 'candle')
  }

  /**
   * Returns the newest `limit` candles of the range, ascending and without gaps after the first
   * price; [] for a symbol without a price.
   */
  async candles(question: StoredCandleQuestion): Promise<readonly Candle[]> {
    const seed = this.#seeds.get(question.symbol)
    // A market listed during trading has no seed, only its stored past.
    const starts = bucketStarts(question, seed?.startMs ?? 0)
    const [first, last] = [starts[0], starts.at(-1)]
    if (first === undefined || last === undefined) return []
    const { resolution, source } = question
    const endMs = bucketAfter(resolution, last, 1)
    const past = new Map<number, Candle>()
    if (seed !== undefined && first < seed.endMs) {
      const asked = {
        resolution,
        fromMs: first,
        toMs: endMs,
        limit: starts.length,
        isIndex: source === 'index',
      }
      for (const candle of seed.candles(asked)) past.set(candle.startMs, sourced(candle, source))
    }
    const live =
      question.isNew === true
        ? new Map<number, Candle>()
        : await this.#liveBuckets(question, Math.max(first, 0), endMs)
    const isKnown = question.isNew === true && seed === undefined
    let close =
      isKnown || past.has(first) || live.has(first) ? 0 : await this.#closeBefore(question, first)
    return starts.flatMap((startMs) => {
      const candle = joined(past.get(startMs), live.get(startMs)) ?? flatCandle(startMs, close)
      close = candle.close
      return close === 0 ? [] : [candle]
    })
  }

  /**
   * Returns a symbol's currently open candles and its minutes of the last 24 hours that had a
   * price. It takes only four queries per symbol, as a start does this for every symbol.
   */
  async open(symbol: string, now: Pick<StoredCandleQuestion, 'nowMs' | 'isNew'>) {
    const { nowMs, isNew = false } = now
    const [hourMs, dayFromMs] = [stepStart(60, nowMs), stepStart(1440, nowMs)]
    const rows = isNew
      ? []
      : [
          ...(await this.#allSince(symbol, { stepMin: 60, fromMs: dayFromMs })),
          ...(await this.#allSince(symbol, { stepMin: 15, fromMs: hourMs })),
          ...(await this.#allSince(symbol, { stepMin: 1, fromMs: hourMs })),
        ]
    const series: OpenSeries[] = []
    for (const source of candleSources) {
      const own = rows.filter((row) => row.source === source)
      series.push(await this.#openSeries({ symbol, source }, own, now))
    }
    return { series, minutes: await this.#minutesOfDay(symbol, now) }
  }

  async #openSeries(
    series: Series,
    rows: readonly CandleRow[],
    { nowMs, isNew = false }: Pick<StoredCandleQuestion, 'nowMs' | 'isNew'>,
  ): Promise<OpenSeries> {
    const seed = this.#seeds.get(series.symbol)
    let close: number | undefined
    const display: (readonly [Resolution, Candle])[] = []
    for (const resolution of followedFromStart) {
      const startMs = bucketStart(resolution, nowMs)
      const asked = { resolution, fromMs: startMs, toMs: bucketAfter(resolution, startMs, 1) }
      const [seedCandle] =
        seed !== undefined && startMs < seed.endMs ? seed.candles({ ...asked, limit: 1 }) : []
      const past = seedCandle && sourced(seedCandle, series.source)
      const found = joined(past, liveSince(rows, startMs, nowMs))
      if (found !== undefined) {
        display.push([resolution, { ...found, startMs }])
        continue
      }
      // A bucket without a price opens at the last close before it.
      close ??= await this.#closeBefore({ ...series, isNew }, startMs)
      if (close > 0) display.push([resolution, flatCandle(startMs, close)])
    }
    const steps = (isNew ? [] : candleSteps).flatMap(({ stepMin }) => {
      const open = liveSince(rows, stepStart(stepMin, nowMs), nowMs)
      return open === undefined ? [] : [[stepMin, open] as const]
    })
    return { ...series, display, steps }
  }

  /** Minutes without a price are left out: the next candle opens at the last close. */
  async #minutesOfDay(
    symbol: string,
    { nowMs, isNew = false }: Pick<StoredCandleQuestion, 'nowMs' | 'isNew'>,
  ): Promise<CandleColumns> {
    const fromMs = stepStart(1, nowMs) - dayMs + minuteMs
    const past = this.#seeds.get(symbol)?.minutesFrom(fromMs) ?? emptyColumns(0)
    if (isNew) return past
    return followedBy(past, await this.#rows({ symbol, source: 'last' }, 1, fromMs, nowMs + 1))
  }

  /**
   * Returns the symbols that have candles, found by one index seek each; with `sinceMs`, only those
   * with a price since then. One statement: of all that were ever listed, most have ended.
   */
  async symbols(sinceMs = 0): Promise<readonly string[]> {
    const priced = sql`EXISTS (SELECT 1 FROM candle WHERE candle.symbol = known.symbol
      AND source = 'mark' AND step_min = 1 AND start_ms >= ${sinceMs})`
    const { rows } = await sql<{ readonly symbol: string }>`
      WITH RECURSIVE known (symbol) AS (
        SELECT min(symbol) FROM candle
        UNION ALL
        SELECT (SELECT min(candle.symbol) FROM candle WHERE candle.symbol > known.symbol)
        FROM known WHERE known.symbol IS NOT NULL
      )
      SELECT symbol FROM known
      WHERE symbol IS NOT NULL AND ${sinceMs === 0 ? sql`1 = 1` : priced}`.execute(this.#db)
    return rows.map(({ symbol }) => symbol)
  }

  /** Removes candles past their step's retention, of the next symbols. */
  async prune(nowMs: number): Promise<void> {
    for (const symbol of await this.#walk.next()) {
      for (const { stepMin, keptDays } of candleSteps) {
        await this.#db
          .deleteFrom('candle')
          .where('symbol', '=', symbol)
          .where('source', 'in', candleSources)
          .where('stepMin', '=', stepMin)
          .where('startMs', '<', nowMs - keptDays * dayMs)
          .execute()
      }
    }
  }

  /** Returns the part of the range's buckets that was traded live. */
  async #liveBuckets(
    question: StoredCandleQuestion,
    fromMs: number,
    endMs: number,
  ): Promise<Map<number, Candle>> {
    const { resolution, nowMs } = question
    const stepMin = stepOf(resolution)
    const buckets = new Map<number, Candle>()
    const add = (candles: readonly Candle[]): void => {
      for (const candle of candles) {
        const startMs = bucketStart(resolution, candle.startMs)
        const before = buckets.get(startMs)
        const whole = before === undefined ? candle : foldCandles(before, candle)
        buckets.set(startMs, { ...whole, startMs })
      }
    }
    const openFromMs = stepMin === 1 ? fromMs : Math.max(fromMs, stepStart(stepMin, nowMs))
    if (stepMin > 1) add(await this.#rows(question, stepMin, fromMs, Math.min(endMs, openFromMs)))
    // Of the still open step only the minutes are stored.
    add(await this.#rows(question, 1, openFromMs, endMs))
    return buckets
  }

  async #closeBefore(
    question: Series & Pick<StoredCandleQuestion, 'isNew'>,
    startMs: number,
  ): Promise<number> {
    const row = question.isNew === true ? undefined : await this.#lastMinute(question, startMs)
    if (row !== undefined) return row.close
    const seed = this.#seeds.get(question.symbol)
    const isIndex = question.source === 'index'
    return seed?.candles({ resolution: '1', toMs: startMs, limit: 1, isIndex })[0]?.close ?? 0
  }

  #lastMinute({ symbol, source }: Series, beforeMs: number) {
    return this.#db
      .selectFrom('candle')
      .select('close')
      .where('symbol', '=', symbol)
      .where('source', '=', source)
      .where('stepMin', '=', 1)
      .where('startMs', '<', beforeMs)
      .orderBy('startMs', 'desc')
      .limit(1)
      .executeTakeFirst()
  }

  /** Returns a step's rows of all three price sources. */
  #allSince(
    symbol: string,
    { stepMin, fromMs }: { readonly stepMin: number; readonly fromMs: number },
  ): Promise<CandleRow[]> {
    return this.#db
      .selectFrom('candle')
      .selectAll()
      .where('symbol', '=', symbol)
      .where('source', 'in', candleSources)
      .where('stepMin', '=', stepMin)
      .where('startMs', '>=', fromMs)
      .execute()
  }

  async #rows(series: Series, stepMin: number, fromMs: number, toMs: number): Promise<Candle[]> {
    if (fromMs >= toMs) return []
    const rows = await this.#db
      .selectFrom('candle')
      .select(['startMs', 'open', 'high', 'low', 'close', 'volumeLots', 'turnover'])
      .where('symbol', '=', series.symbol)
      .where('source', '=', series.source)
      .where('stepMin', '=', stepMin)
      .where('startMs', '>=', fromMs)
      .where('startMs', '<', toMs)
      .orderBy('startMs')
      .execute()
    return rows.map(candleOf)
  }
}

/** The other resolutions, loaded when the history is opened. */
const followedFromStart = resolutions.filter((each) => !followedLate.includes(each))

/**
 * Folds the candles since a time: ended hours, the ended quarter hours of the open hour, and the
 * minutes of the open quarter.
 */
function liveSince(rows: readonly CandleRow[], fromMs: number, nowMs: number): Candle | undefined {
  const [hourMs, quarterMs] = [stepStart(60, nowMs), stepStart(15, nowMs)]
  const isPart = ({ stepMin, startMs }: CandleRow): boolean =>
    startMs >= fromMs &&
    startMs <= nowMs &&
    (stepMin === 60 ? startMs < hourMs : startMs >= (stepMin === 15 ? hourMs : quarterMs))
  const parts = rows.filter(isPart).toSorted((a, b) => a.startMs - b.startMs)
  return parts.map(candleOf).reduce<Candle | undefined>((sum, each) => joined(sum, each), undefined)
}

/** The longest stored step that divides the resolution; days for weeks and months. */
function stepOf(resolution: Resolution): number {
  const lengthMin = (resolutionMs(resolution) ?? dayMs) / minuteMs
  const fitting = candleSteps.filter(({ stepMin }) => lengthMin % stepMin === 0)
  return fitting.at(-1)?.stepMin ?? 1
}

function bucketStarts(question: StoredCandleQuestion, earliestMs: number): number[] {
  const { resolution, nowMs, limit } = question
  const toMs = Math.min(question.toMs ?? nowMs + 1, nowMs + 1)
  const fromMs = Math.max(question.fromMs ?? earliestMs, bucketStart(resolution, earliestMs))
  const starts: number[] = []
  for (let at = bucketStart(resolution, toMs - 1); at >= fromMs && starts.length < limit;) {
    starts.push(at)
    at = bucketAfter(resolution, at, -1)
  }
  return starts.reverse()
}

/** Only trades have volume. */
const sourced = (candle: Candle, source: CandleSource): Candle =>
  source === 'last' ? candle : { ...candle, volumeLots: 0, turnover: 0n }

function joined(past: Candle | undefined, live: Candle | undefined): Candle | undefined {
  if (past === undefined || live === undefined) return past ?? live
  return foldCandles(past, live)
}

function candleOf(row: Omit<CandleRow, 'symbol' | 'source' | 'stepMin'>): Candle {
  const { startMs, open, high, low, close, volumeLots, turnover } = row
  return { startMs, open, high, low, close, volumeLots, turnover: money(turnover) }
}
