// Stored equity of traders: every five minutes for a week, hourly for 400 days, daily forever.

import { dayMs } from '@basis/domain/instrument/candle'
import type { Kysely } from 'kysely'
import type { EquityRow, HistoryTables } from '../history-tables.ts'
import type { EquityPoint, EquityQuestion } from '../read-model.ts'
import { equityKeptDays, equityStep } from './equity-history.ts'

export type StoredEquityQuestion = EquityQuestion & {
  /** The exchange's time. */
  readonly nowMs: number
}

const mostPoints = 1_000

/** The equity of all traders, on the thread that owns the database. */
export class EquityStore {
  readonly #db: Kysely<HistoryTables>

  constructor(db: Kysely<HistoryTables>) {
    this.#db = db
  }

  /**
   * Returns the samples since a time, ascending, preceded by the level at that time. A level holds
   * until the next sample.
   */
  async points({ account, fromMs, nowMs }: StoredEquityQuestion): Promise<readonly EquityPoint[]> {
    const ofAccount = this.#db
      .selectFrom('equity')
      .select(['timeMs', 'equity', 'putIn', 'growth'])
      .where('account', '=', account)
    const before =
      fromMs === undefined
        ? undefined
        : await ofAccount
            .where('timeMs', '<=', fromMs)
            .orderBy('timeMs', 'desc')
            .limit(1)
            .executeTakeFirst()
    const first = before ?? (await ofAccount.orderBy('timeMs').limit(1).executeTakeFirst())
    if (first === undefined) return []
    const beginsMs = Math.max(first.timeMs, fromMs ?? 0)
    const rows = await ofAccount
      .where('timeMs', '>', beginsMs)
      .where('stepMin', '>=', equityStep(nowMs - beginsMs, mostPoints))
      .orderBy('timeMs', 'desc')
      .limit(mostPoints)
      .execute()
    return [{ ...first, timeMs: beginsMs }, ...rows.reverse()]
  }

  /** Returns the last stored sample of each account. */
  async newest(): Promise<readonly EquityRow[]> {
    const last = this.#db
      .selectFrom('equity')
      .select(({ fn }) => ['account as of', fn.max('timeMs').as('at')])
      .groupBy('account')
      .as('last')
    return this.#db
      .selectFrom('equity')
      .innerJoin(last, (join) =>
        join.onRef('last.of', '=', 'equity.account').onRef('last.at', '=', 'equity.timeMs'),
      )
      .selectAll('equity')
      .execute()
  }

  /** Removes the samples of each interval that are past its retention. */
  async prune(nowMs: number): Promise<void> {
    for (const [stepMin, days] of Object.entries(equityKeptDays)) {
      await this.#db
        .deleteFrom('equity')
        .where('stepMin', '=', Number(stepMin))
        .where('timeMs', '<', nowMs - days * dayMs)
        .execute()
    }
  }
}
