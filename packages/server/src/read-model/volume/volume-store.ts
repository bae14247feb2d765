// Stored daily volumes of traders, as long as they count.

import { dayMs } from '@basis/domain/instrument/candle'
import type { CompiledQuery, Kysely } from 'kysely'
import { valuesOf, type HistoryTables, type TradedVolumeRow } from '../history-tables.ts'
import { volumeDays } from './traded-volume.ts'

/** The volumes of all traders, on the thread that owns the database. */
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

  /** Returns the upsert statement of a day. */
  writing(row: TradedVolumeRow): CompiledQuery {
    return { ...this.#upsert, parameters: valuesOf('tradedVolume', row) }
  }

  /** Returns all days of all traders that still count. */
  async all(nowMs: number): Promise<readonly TradedVolumeRow[]> {
    const from = nowMs - volumeDays * dayMs
    const rows = this.#db.selectFrom('tradedVolume').selectAll()
    return await rows.where('startMs', '>', from).execute()
  }

  /** Removes the days that no longer count. */
  async prune(nowMs: number): Promise<void> {
    const removing = this.#db.deleteFrom('tradedVolume')
    await removing.where('startMs', '<=', nowMs - (volumeDays + 1) * dayMs).execute()
  }
}
