// Stored creation prices of open orders, one row per order.

import type { CompiledQuery, Kysely } from 'kysely'
import { valuesOf, type CreatedPriceRow, type HistoryTables } from '../history-tables.ts'

/** The open orders of all traders, on the thread that owns the database. */
export class CreatedPriceStore {
  readonly #db: Kysely<HistoryTables>
  readonly #upsert: CompiledQuery

  constructor(db: Kysely<HistoryTables>) {
    this.#db = db
    this.#upsert = db
      .insertInto('createdPrice')
      .values({ orderId: 0, lastTicks: 0, hasEnded: 0 })
      .onConflict((conflict) =>
        conflict.column('orderId').doUpdateSet((set) => ({
          hasEnded: set.ref('excluded.hasEnded'),
        })),
      )
      .compile()
  }

  /** Returns the statement that stores an order or marks it as ended. */
  writing(row: CreatedPriceRow): CompiledQuery {
    return { ...this.#upsert, parameters: valuesOf('createdPrice', row) }
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
