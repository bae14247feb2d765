// Stored samples of open interest: every five minutes for a month, the last of every hour for
// longer.

import { bucketStart, dayMs, minuteMs, resolutionMs } from '@basis/domain/instrument/candle'
import type { Kysely } from 'kysely'
import type { HistoryTables, OpenInterestRow } from './history-tables.ts'
import { sampleMs, samplesKept } from './open-interest.ts'
import type { SeedHistory } from './seed/seed-history.ts'
import { SymbolWalk } from './symbol-walk.ts'
import type { OpenInterestPoint, OpenInterestQuestion } from './read-model.ts'

const everySampleDays = 30
const everyHourDays = 400
const hourMs = 60 * minuteMs

export type StoredOpenInterestQuestion = OpenInterestQuestion & {
  readonly limit: number
  /** The exchange's time: the current bucket ends now. */
  readonly nowMs: number
}

/** The samples of all contracts, on the thread that owns the database. */
export class OpenInterestStore {
  readonly #db: Kysely<HistoryTables>
  readonly #seeds: ReadonlyMap<string, SeedHistory>
  readonly #walk: SymbolWalk

  constructor(db: Kysely<HistoryTables>, seeds: ReadonlyMap<string, SeedHistory>) {
    this.#db = db
    this.#seeds = seeds
    this.#walk = new SymbolWalk(db, 'openInterest')
  }

  /** Returns the newest samples of a symbol, ascending. */
  async newest(symbol: string): Promise<readonly OpenInterestRow[]> {
    const rows = await this.#db
      .selectFrom('openInterest')
      .selectAll()
      .where('symbol', '=', symbol)
      .orderBy('startMs', 'desc')
      .limit(samplesKept)
      .execute()
    return rows.reverse()
  }

  /**
   * Returns the newest `limit` points of the range, ascending: the open interest at each bucket's
   * end, for the current bucket that of now. Points before the start come from the seed.
   */
  async points(question: StoredOpenInterestQuestion): Promise<readonly OpenInterestPoint[]> {
    const { symbol, resolution, nowMs, limit } = question
    const lengthMs = resolutionMs(resolution) ?? dayMs
    const stepMs = lengthMs % hourMs === 0 ? hourMs : sampleMs
    const rows = await this.#db
      .selectFrom('openInterest')
      .select(['startMs', 'lots', 'longE6'])
      .where('symbol', '=', symbol)
      .where('startMs', '>=', question.fromMs ?? 0)
      .where('startMs', '<', question.toMs ?? nowMs + 1)
      .where((is) =>
        stepMs === sampleMs
          ? is('startMs', '>=', 0)
          : is.or([is('endsHour', '=', 1), is('startMs', '>=', nowMs - hourMs)]),
      )
      .orderBy('startMs', 'desc')
      // The current hour has all of its samples.
      .limit(limit * (lengthMs / stepMs) + hourMs / sampleMs)
      .execute()
    const points = new Map<number, OpenInterestPoint>()
    for (const { startMs, lots, longE6 } of rows) {
      const bucket = bucketStart(resolution, startMs)
      if (points.has(bucket)) continue
      const timeMs = Math.min(bucket + lengthMs, nowMs)
      points.set(bucket, { timeMs, lots, ...(longE6 === null ? {} : { longE6 }) })
    }
    const known = [...points.values()].slice(0, limit).reverse()
    const room = limit - known.length
    const seed = this.#seeds.get(symbol)
    if (room === 0 || seed === undefined) return known
    const [oldest = question.toMs ?? nowMs + 1] = [...points.keys()].slice(-1)
    return [...seed.openInterest({ ...question, toMs: oldest, limit: room }), ...known]
  }

  /** Removes samples past their retention, of the next symbols. */
  async prune(nowMs: number): Promise<void> {
    for (const symbol of await this.#walk.next()) {
      const removing = this.#db.deleteFrom('openInterest').where('symbol', '=', symbol)
      await removing.where('startMs', '<', nowMs - everyHourDays * dayMs).execute()
      await removing
        .where('startMs', '<', nowMs - everySampleDays * dayMs)
        .where('endsHour', '=', 0)
        .execute()
    }
  }
}
