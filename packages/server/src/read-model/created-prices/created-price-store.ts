// Stored creation prices of open orders, one row per order.

import type { Kysely } from 'kysely'
import type { CreatedPriceRow, HistoryTables } from '../history-tables.ts'

/** The open orders of all traders, on the thread that owns the database. */
export class CreatedPriceStore {
  readonly #db: Kysely<HistoryTables>

  constructor(db: Kysely<HistoryTables>) {
    this.#db = db
  }

  /** Returns all open orders. */
  async open(): Promise<readonly CreatedPriceRow[]> {
    return await this.#db.selectFrom('createdPrice').selectAll().where('hasEnded', '=', 0).execute()
  }

  /** Removes ended orders. */
  async prune(): Promise<void> {
    await this.#db.deleteFrom('createdPrice').where('hasEnded', '=', 1).execute()
  }
}
