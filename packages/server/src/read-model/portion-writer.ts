// Portions of history, each recorded in one transaction, their SQL statements, and the writer for a
// file: row by row, with SQL that is compiled once.

import { formatDecimal } from '@basis/domain/numbers/fixed'
import type { Candle } from '@basis/domain/instrument/candle'
import type { CompiledQuery, Kysely } from 'kysely'
import type { Series } from './candle-store.ts'
import type { CostStore } from './costs/cost-store.ts'
import type { CreatedPriceStore } from './created-prices/created-price-store.ts'
import type { EquityStore } from './equity/equity-store.ts'
import { isOfClosingOrder, rowsOf, withFill, type StampedEvent } from './history-rows.ts'
import {
  columnsOf,
  valuesOf,
  type ClosedPnlRow,
  type CoinCostRow,
  type CreatedPriceRow,
  type EquityRow,
  type HistoryTables,
  type OpenInterestRow,
  type PublicLiquidationRow,
  type TradedVolumeRow,
} from './history-tables.ts'
import type { OpenInterestStore } from './open-interest-store.ts'
import type { LiquidationStore } from './positioning/liquidation-store.ts'
import type { VolumeStore } from './volume/volume-store.ts'

export type StoredCandle = Series & { readonly stepMin: number; readonly candle: Candle }

/** All rows up to and including `seq`. */
export type HistoryPortion = {
  readonly seq: number
  readonly timeMs: number
  readonly events: readonly StampedEvent[]
  readonly candles: readonly StoredCandle[]
  readonly openInterest: readonly OpenInterestRow[]
  readonly liquidations: readonly PublicLiquidationRow[]
  readonly volumes: readonly TradedVolumeRow[]
  readonly costs: readonly CoinCostRow[]
  readonly createdPrices: readonly CreatedPriceRow[]
  readonly equity: readonly EquityRow[]
}

/** The first step of a portion's transaction; rejects if writing is not allowed. */
export type FirstOfAll = (transaction: Kysely<HistoryTables>) => Promise<void>

export interface PortionWriter {
  /** Announces the portion after the current one, so that it can be encoded in advance. */
  readonly coming: (portion: HistoryPortion) => void
  /** Writes a portion's rows in one transaction that begins with `first`. */
  readonly write: (portion: HistoryPortion, first: FirstOfAll) => Promise<void>
}

type Statement = { readonly table: keyof HistoryTables; readonly query: CompiledQuery }

/** The stores that write their own rows. */
export type RowStores = {
  readonly openInterest: OpenInterestStore
  readonly publicLiquidations: LiquidationStore
  readonly volumes: VolumeStore
  readonly costs: CostStore
  readonly createdPrices: CreatedPriceStore
  readonly equity: EquityStore
}

export class PortionStatements {
  readonly #db: Kysely<HistoryTables>
  readonly #stores: RowStores
  readonly #inserts = new Map<keyof HistoryTables, CompiledQuery>()
  readonly #upsertCandle: CompiledQuery

  constructor(db: Kysely<HistoryTables>, stores: RowStores) {
    this.#db = db
    this.#stores = stores
    this.#upsertCandle = db
      .insertInto('candle')
      .values(blankRow('candle') as HistoryTables['candle'])
      .onConflict((conflict) =>
        conflict.columns(['symbol', 'source', 'stepMin', 'startMs']).doUpdateSet((set) => ({
          open: set.ref('excluded.open'),
          high: set.ref('excluded.high'),
          low: set.ref('excluded.low'),
          close: set.ref('excluded.close'),
          volumeLots: set.ref('excluded.volumeLots'),
          turnover: set.ref('excluded.turnover'),
        })),
      )
      .compile()
  }

  /** Returns an insert statement; the SQL is compiled once per table. */
  insert(table: keyof HistoryTables, row: object): CompiledQuery {
    let words = this.#inserts.get(table)
    if (words === undefined) {
      words = this.#db
        .insertInto(table as 'trader')
        .values(blankRow(table) as HistoryTables['trader'])
        .compile()
      this.#inserts.set(table, words)
    }
    return { ...words, parameters: valuesOf(table, row) }
  }

  /** Yields the upserts of a portion's rows other than its events. */
  *besides(portion: HistoryPortion): Generator<Statement> {
    const { openInterest, publicLiquidations, volumes, costs, createdPrices, equity } = this.#stores
    for (const candle of portion.candles) yield { table: 'candle', query: this.#candle(candle) }
    for (const sample of portion.openInterest) {
      yield { table: 'openInterest', query: openInterest.writing(sample) }
    }
    for (const row of portion.liquidations) {
      yield { table: 'publicLiquidation', query: publicLiquidations.writing(row) }
    }
    for (const day of portion.volumes) {
      yield { table: 'tradedVolume', query: volumes.writing(day) }
    }
    for (const coin of portion.costs) yield { table: 'coinCost', query: costs.writing(coin) }
    for (const row of portion.createdPrices) {
      yield { table: 'createdPrice', query: createdPrices.writing(row) }
    }
    for (const row of portion.equity) yield { table: 'equity', query: equity.writing(row) }
  }

  #candle({ symbol, source, stepMin, candle }: StoredCandle): CompiledQuery {
    const turnover = formatDecimal(candle.turnover, 8)
    const row = { ...candle, symbol, source, stepMin, turnover }
    return { ...this.#upsertCandle, parameters: valuesOf('candle', row) }
  }
}

export class RowWriter implements PortionWriter {
  readonly #statements: PortionStatements
  readonly #db: Kysely<HistoryTables>

  constructor(statements: PortionStatements, db: Kysely<HistoryTables>) {
    this.#statements = statements
    this.#db = db
  }

  /** Writing to a file is synchronous, so nothing can be prepared meanwhile. */
  coming(): void {}

  write(portion: HistoryPortion, first: FirstOfAll): Promise<void> {
    return this.#db.transaction().execute(async (transaction) => {
      await first(transaction)
      await this.#writeRows(transaction, portion)
    })
  }

  async #writeRows(transaction: Kysely<HistoryTables>, portion: HistoryPortion): Promise<void> {
    for (const event of portion.events) {
      for (const { table, row } of rowsOf(event)) {
        const isGrown = table === 'closedPnl' && (await addToClosing(transaction, row))
        if (!isGrown) await transaction.executeQuery(this.#statements.insert(table, row))
      }
    }
    for (const { query } of this.#statements.besides(portion)) {
      await transaction.executeQuery(query)
    }
  }
}

/** Adds a fill to its closing order's record; returns false if it is the first. */
async function addToClosing(db: Kysely<HistoryTables>, fill: ClosedPnlRow): Promise<boolean> {
  if (!isOfClosingOrder(fill)) return false
  const row = await db
    .selectFrom('closedPnl')
    .selectAll()
    .where('account', '=', fill.account)
    .where('orderId', '=', fill.orderId)
    .where('positionIdx', '=', fill.positionIdx)
    .where('side', '=', fill.side)
    .where('cause', '=', fill.cause)
    .executeTakeFirst()
  if (row === undefined) return false
  await db
    .updateTable('closedPnl')
    .set(withFill(row, fill))
    .where('seq', '=', row.seq)
    .where('place', '=', row.place)
    .execute()
  return true
}

function blankRow(table: keyof HistoryTables): object {
  return Object.fromEntries(columnsOf(table).map((column) => [column, 0]))
}
