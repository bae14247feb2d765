// Stored volumes of traders by days, as long as they count.

import { dayMs } from '@basis/domain/instrument/candle'
import type { CompiledQuery, Kysely } from 'kysely'
import { valuesOf, type HistoryTables, type TradedVolumeRow } from '../history-tables.ts'
import { volumeDays } from './traded-volume.ts'

/** The volumes of all traders on the thread that owns the database. */
export class VolumeStore {
  readonly #db: Kysely<HistoryTables>
  readonly #upsert: CompiledQuery

  constructor(db: Kysely<HistoryTables>) {
    this.#db = db
    this.#upsert = db
      .insertInto('tradedVolume')
      .values({ account: 0, startMs: 0, spot: '', derivatives: '' })
      .onConflict((conflict) =>
        conflict.columns(['account', 'startMs']).doUpdateSet((set) => ({
          spot: set.ref('excluded.spot'),
          derivatives: set.ref('excluded.derivatives'),
        })),
      )
      .compile()
  }

  /** Returns the statement that stores a day in place of what it was before. */
  writing(row: TradedVolumeRow): CompiledQuery {
    return { ...this.#upsert, parameters: valuesOf('tradedVolume', row) }
  }

  /** Returns every day of every trader that still counts. */
  async all(nowMs: number): Promise<readonly TradedVolumeRow[]> {
    const from = nowMs - volumeDays * dayMs
    const rows = this.#db.selectFrom('tradedVolume').selectAll()
    return await rows.where('startMs', '>', from).execute()
  }

  /** Removes the days that count no more. */
  async prune(nowMs: number): Promise<void> {
    const removing = this.#db.deleteFrom('tradedVolume')
    await removing.where('startMs', '<=', nowMs - (volumeDays + 1) * dayMs).execute()
  }
}
