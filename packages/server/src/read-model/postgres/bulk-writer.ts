// Rows of a portion as PostgreSQL takes them fastest: one statement a table, each column an array.

import { CamelCasePlugin, CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { copyRows } from '../../postgres/copy-rows.ts'
import { isOfClosingOrder, rowsOf, withFill } from '../history-rows.ts'
import {
  columnTypesOf,
  primaryKeyOf,
  type ClosedPnlRow,
  type HistoryTables,
} from '../history-tables.ts'
import type {
  FirstOfAll,
  HistoryPortion,
  PortionStatements,
  PortionWriter,
} from '../portion-writer.ts'

/** The rows of one table, in the words of their single statement. */
type Group = {
  readonly words: string
  /** Whether a row takes the place of the one that is there. */
  readonly isReplacing: boolean
  readonly rows: Map<string | number, readonly unknown[]>
}

/** More rows of a table are worth the two journeys to the server that COPY takes. */
const mostByArrays = 200

export class BulkWriter implements PortionWriter {
  readonly #statements: PortionStatements
  readonly #pool: Pool

  constructor(statements: PortionStatements, pool: Pool) {
    this.#statements = statements
    this.#pool = pool
  }

  async write(portion: HistoryPortion, first: FirstOfAll): Promise<void> {
    const client = await this.#pool.connect()
    // COPY is of the driver, not of Kysely: both speak on this one connection.
    const db = new Kysely<HistoryTables>({
      dialect: new PostgresDialect({
        pool: { connect: async () => client, end: async () => undefined, options: {} },
      }),
      plugins: [new CamelCasePlugin()],
    })
    await db.transaction().execute(async (transaction) => {
      await first(transaction)
      await this.#writeRows(transaction, client, portion)
    })
  }

  async #writeRows(
    transaction: Kysely<HistoryTables>,
    client: PoolClient,
    portion: HistoryPortion,
  ): Promise<void> {
    const groups = new Map<keyof HistoryTables, Group>()
    const add = (table: keyof HistoryTables, { sql, parameters }: CompiledQuery): void => {
      let group = groups.get(table)
      if (group === undefined) {
        group = { words: sql, isReplacing: sql.includes('on conflict'), rows: new Map() }
        groups.set(table, group)
      }
      // Of two writes of one row the later one counts: a statement may not touch a row twice.
      const key = group.isReplacing ? keyOf(table, parameters) : group.rows.size
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
      if (group.rows.size > mostByArrays && !group.isReplacing) {
        await copyRows(client, copyOf(group), group.rows.values())
      } else await transaction.executeQuery(bulkOf(table, group))
    }
  }
}

function keyOf(table: keyof HistoryTables, parameters: readonly unknown[]): string {
  const columns = Object.keys(columnTypesOf(table))
  return primaryKeyOf(table)
    .map((column) => String(parameters[columns.indexOf(column)]))
    .join(' ')
}

const copyOf = ({ words }: Group): string =>
  words.replace(/^insert into (.*) values \(.*$/, 'copy $1 from stdin')

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
