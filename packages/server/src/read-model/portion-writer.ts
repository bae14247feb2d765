// Portions of history, each recorded in one transaction, their SQL statements, and the writer for a
// file: row by row, with SQL that is compiled once.

import { formatDecimal } from '@basis/domain/numbers/fixed'
import type { Candle } from '@basis/domain/instrument/candle'
import type { CompiledQuery, Kysely } from 'kysely'
import type { Series } from './candles/candle-series.ts'
import { isOfClosingOrder, rowsOf, withFill, type StampedEvent } from './history-rows.ts'
import {
  columnsOf,
  isStateTable,
  primaryKeyOf,
  valuesOf,
  type CandleRow,
  type ClosedPnlRow,
  type CoinCostRow,
  type CreatedPriceRow,
  type EquityRow,
  type HistoryTables,
  type OpenInterestRow,
  type PublicLiquidationRow,
  type TradedVolumeRow,
} from './history-tables.ts'

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

/** A row and its table. */
type TableRow = {
  [Table in keyof HistoryTables]: { readonly table: Table; readonly row: HistoryTables[Table] }
}[keyof HistoryTables]

/** The statements that write rows; the SQL is compiled once per table, from its columns and key. */
export class RowStatements {
  readonly #db: Kysely<HistoryTables>
  readonly #compiled = new Map<keyof HistoryTables, CompiledQuery>()

  constructor(db: Kysely<HistoryTables>) {
    this.#db = db
  }

  /** Returns the statement that writes a row; in a table of states it replaces its predecessor. */
  writing(table: keyof HistoryTables, row: object): CompiledQuery {
    let compiled = this.#compiled.get(table)
    if (compiled === undefined) {
      compiled = this.#compile(table)
      this.#compiled.set(table, compiled)
    }
    return { ...compiled, parameters: valuesOf(table, row) }
  }

  #compile(table: keyof HistoryTables): CompiledQuery {
    const columns = columnsOf(table)
    const blank = Object.fromEntries(columns.map((column) => [column, 0]))
    // All tables are typed as one: their columns are known only at run time.
    const insert = this.#db.insertInto(table as 'trader').values(blank as HistoryTables['trader'])
    if (!isStateTable(table)) return insert.compile()
    const key = primaryKeyOf(table)
    const others = columns.filter((column) => !key.includes(column))
    return insert
      .onConflict((conflict) =>
        conflict
          .columns(key as 'account'[])
          .doUpdateSet((set) =>
            Object.fromEntries(
              others.map((column) => [column, set.ref(`excluded.${column}` as 'excluded.account')]),
            ),
          ),
      )
      .compile()
  }
}

/** Yields the rows of a portion other than those of its events. */
export function* rowsBesideEvents(portion: HistoryPortion): Generator<TableRow> {
  for (const candle of portion.candles) yield { table: 'candle', row: candleRow(candle) }
  for (const row of portion.openInterest) yield { table: 'openInterest', row }
  for (const row of portion.liquidations) yield { table: 'publicLiquidation', row }
  for (const row of portion.volumes) yield { table: 'tradedVolume', row }
  for (const row of portion.costs) yield { table: 'coinCost', row }
  for (const row of portion.createdPrices) yield { table: 'createdPrice', row }
  for (const row of portion.equity) yield { table: 'equity', row }
}

const candleRow = ({ symbol, source, stepMin, candle }: StoredCandle): CandleRow => ({
  ...candle,
  symbol,
  source,
  stepMin,
  turnover: formatDecimal(candle.turnover, 8),
})

export class RowWriter implements PortionWriter {
  readonly #statements: RowStatements
  readonly #db: Kysely<HistoryTables>

  constructor(statements: RowStatements, db: Kysely<HistoryTables>) {
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
        if (!isGrown) await transaction.executeQuery(this.#statements.writing(table, row))
      }
    }
    for (const { table, row } of rowsBesideEvents(portion)) {
      await transaction.executeQuery(this.#statements.writing(table, row))
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
