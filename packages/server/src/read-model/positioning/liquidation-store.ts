// Stored liquidations of the whole market: each of the newest, and sums over time for a year.

import { bucketStart, dayMs, resolutionMs } from '@basis/domain/instrument/candle'
import type { Kysely } from 'kysely'
import type { HistoryTables, PublicLiquidationRow } from '../history-tables.ts'
import type { LiquidationSum } from '../read-model.ts'
import type { StoredOpenInterestQuestion } from '../open-interest-store.ts'
import type { SeedHistory } from '../seed/seed-history.ts'

const keptDays = 400
/** Number of liquidations loaded at a restart. */
const newestRead = 200

export class LiquidationStore {
  readonly #db: Kysely<HistoryTables>
  readonly #seeds: ReadonlyMap<string, SeedHistory>

  constructor(db: Kysely<HistoryTables>, seeds: ReadonlyMap<string, SeedHistory>) {
    this.#db = db
    this.#seeds = seeds
  }

  /** Oldest first. */
  async newest(): Promise<readonly PublicLiquidationRow[]> {
    const rows = await this.#db
      .selectFrom('publicLiquidation')
      .selectAll()
      .orderBy('seq', 'desc')
      .orderBy('place', 'desc')
      .limit(newestRead)
      .execute()
    return rows.reverse()
  }

  /** The newest `limit` buckets of the range, ascending, without those that had no liquidations. */
  async sums(question: StoredOpenInterestQuestion): Promise<readonly LiquidationSum[]> {
    const { symbol, resolution, nowMs, limit } = question
    const lengthMs = resolutionMs(resolution) ?? dayMs
    const toMs = Math.min(question.toMs ?? nowMs + 1, nowMs + 1)
    const oldest = bucketStart(resolution, toMs - 1) - (limit - 1) * lengthMs
    const fromMs = Math.max(question.fromMs ?? 0, oldest)
    const rows = await this.#db
      .selectFrom('publicLiquidation')
      .select((of) => [
        of('timeMs', '-', of('timeMs', '%', lengthMs)).as('startMs'),
        'side',
        of.fn.sum<number>('qtyLots').as('lots'),
        of.fn.sum<number>('valueE4').as('valueE4'),
      ])
      .where('symbol', '=', symbol)
      .where('timeMs', '>=', fromMs)
      .where('timeMs', '<', toMs)
      .groupBy(['startMs', 'side'])
      .execute()
    const sums = new Map<number, LiquidationSum>()
    for (const sum of this.#seeds.get(symbol)?.liquidations({ ...question, fromMs, toMs }) ?? []) {
      if (sum.longLots + sum.shortLots > 0) sums.set(sum.startMs, sum)
    }
    for (const { startMs, side, lots, valueE4 } of rows) {
      const none = { startMs, longLots: 0, shortLots: 0, longValueE4: 0, shortValueE4: 0 }
      const before = sums.get(startMs) ?? none
      const isLong = side === 'Buy'
      sums.set(startMs, {
        ...before,
        ...(isLong
          ? { longLots: before.longLots + lots, longValueE4: before.longValueE4 + valueE4 }
          : { shortLots: before.shortLots + lots, shortValueE4: before.shortValueE4 + valueE4 }),
      })
    }
    return [...sums.values()].toSorted((a, b) => a.startMs - b.startMs)
  }

  async prune(nowMs: number): Promise<void> {
    await this.#db
      .deleteFrom('publicLiquidation')
      .where('timeMs', '<', nowMs - keptDays * dayMs)
      .execute()
  }
}
