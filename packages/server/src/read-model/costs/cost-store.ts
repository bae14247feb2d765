// Stored costs of traders' coins, one row per coin.

import type { CompiledQuery, Kysely } from 'kysely'
import { valuesOf, type CoinCostRow, type HistoryTables } from '../history-tables.ts'

/** The costs of all traders, on the thread that owns the database. */
export class CostStore {
  readonly #db: Kysely<HistoryTables>
  readonly #upsert: CompiledQuery

  constructor(db: Kysely<HistoryTables>) {
    this.#db = db
    this.#upsert = db
      .insertInto('coinCost')
      .values({ account: 0, coin: '', qty: '', cost: '', realised: '' })
      .onConflict((conflict) =>
        conflict.columns(['account', 'coin']).doUpdateSet((set) => ({
          qty: set.ref('excluded.qty'),
          cost: set.ref('excluded.cost'),
          realised: set.ref('excluded.realised'),
        })),
      )
      .compile()
  }

  /** Returns the upsert statement of a coin. */
  writing(row: CoinCostRow): CompiledQuery {
    return { ...this.#upsert, parameters: valuesOf('coinCost', row) }
  }

  async all(): Promise<readonly CoinCostRow[]> {
    return await this.#db.selectFrom('coinCost').selectAll().execute()
  }
}
