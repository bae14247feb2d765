// Stored daily volumes of traders, as long as they count.

import { dayMs } from '@basis/domain/instrument/candle'
import type { Kysely } from 'kysely'
import type { HistoryTables, TradedVolumeRow } from '../history-tables.ts'
import { volumeDays } from './traded-volume.ts'

/** The volumes of all traders, on the thread that owns the database. */
export class VolumeStore {
  readonly #db: Kysely<HistoryTables>

  constructor(db: Kysely<HistoryTables>) {
    this.#db = db
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
