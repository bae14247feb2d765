// Rows of a portion as PostgreSQL takes them fastest: one statement a table, each column an array.

import { CompiledQuery, type Kysely } from 'kysely'
import { isOfClosingOrder, rowsOf, withFill } from '../history-rows.ts'
import {
  columnTypesOf,
  primaryKeyOf,
  type ClosedPnlRow,
  type HistoryTables,
} from '../history-tables.ts'
import type { HistoryPortion, PortionStatements, PortionWriter } from '../portion-writer.ts'

/** The rows of one table, in the words of their single statement. */
type Group = { readonly words: string; readonly rows: Map<string, readonly unknown[]> }

export class BulkWriter implements PortionWriter {
  readonly #statements: PortionStatements

  constructor(statements: PortionStatements) {
    this.#statements = statements
  }

  async write(transaction: Kysely<HistoryTables>, portion: HistoryPortion): Promise<void> {
    const groups = new Map<keyof HistoryTables, Group>()
    const add = (table: keyof HistoryTables, { sql, parameters }: CompiledQuery): void => {
      const group = groups.get(table) ?? { words: sql, rows: new Map() }
      groups.set(table, group)
      // Of two writes of one row the later one counts: a statement may not touch a row twice.
      const isReplacing = sql.includes('on conflict')
      const key = isReplacing ? keyOf(table, parameters) : String(group.rows.size)
      group.rows.set(key, parameters)
    }
    const closings: ClosedPnlRow[] = []
    for (const event of portion.events) {
      for (const { table, row } of rowsOf(event)) {
        if (table === 'closedPnl') closings.push(row)
        else add(table, this.#statements.insert(table, row))
      }
    }
    for (const row of await grownClosings(transaction, closings)) {
      add('closedPnl', this.#statements.insert('closedPnl', row))
    }
    for (const { table, query } of this.#statements.besides(portion)) add(table, query)
    for (const [table, group] of groups) {
      await transaction.executeQuery(bulkOf(table, group))
    }
  }
}

function keyOf(table: keyof HistoryTables, parameters: readonly unknown[]): string {
  const columns = Object.keys(columnTypesOf(table))
  return primaryKeyOf(table)
    .map((column) => String(parameters[columns.indexOf(column)]))
    .join(' ')
}

/** The single statement with arrays in the place of its values. */
function bulkOf(table: keyof HistoryTables, { words, rows }: Group): CompiledQuery {
  const types = Object.values(columnTypesOf(table))
  const arrays = types.map((type, k) => `$${k + 1}::${type}[]`).join(', ')
  const all = [...rows.values()]
  return CompiledQuery.raw(
    words.replace(/ values \([^)]*\)/, ` select * from unnest(${arrays})`),
    types.map((_, k) => all.map((row) => row[k])),
  )
}

/**
 * Returns the records of closings with these fills added, one for each closing order; what was
 * stored of them is removed, to be written anew.
 */
async function grownClosings(
  transaction: Kysely<HistoryTables>,
  fills: readonly ClosedPnlRow[],
): Promise<readonly ClosedPnlRow[]> {
  const ofOrders = fills.filter(isOfClosingOrder)
  const grown = new Map<string, ClosedPnlRow>()
  if (ofOrders.length > 0) {
    const asked = CompiledQuery.raw(
      `delete from closed_pnl where (account, order_id) in
         (select * from unnest($1::bigint[], $2::bigint[])) returning *`,
      [ofOrders.map(({ account }) => account), ofOrders.map(({ orderId }) => orderId)],
    )
    const stored = await transaction.executeQuery<ClosedPnlRow>(
      asked as CompiledQuery<ClosedPnlRow>,
    )
    for (const row of stored.rows) grown.set(closingKey(row), row)
  }
  for (const [k, fill] of fills.entries()) {
    const key = isOfClosingOrder(fill) ? closingKey(fill) : `alone ${k}`
    const before = grown.get(key)
    grown.set(key, before === undefined ? fill : { ...before, ...withFill(before, fill) })
  }
  return [...grown.values()]
}

/** What one closing order closed of one position. */
const closingKey = ({ account, orderId, positionIdx, side, cause }: ClosedPnlRow): string =>
  `${account} ${orderId} ${positionIdx} ${side} ${cause}`
