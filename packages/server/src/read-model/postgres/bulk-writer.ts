// Writes a portion's rows to PostgreSQL in bulk: one statement per table with an array per column,
// or COPY. The next portion is encoded while the server works on the current one.

import { CamelCasePlugin, CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { copyPieces, copyRows } from '../../postgres/copy-rows.ts'
import { isOfClosingOrder, rowsOf, withFill } from '../history-rows.ts'
import {
  columnTypesOf,
  isStateTable,
  primaryKeyOf,
  type ClosedPnlRow,
  type HistoryTables,
} from '../history-tables.ts'
import {
  rowsBesideEvents,
  type FirstOfAll,
  type HistoryPortion,
  type PortionWriter,
  type RowStatements,
} from '../portion-writer.ts'

/** The rows of one table, with the SQL of their single-row statement. */
type Group = {
  readonly words: string
  /** Whether a row replaces the existing one of the same key. */
  readonly isReplacing: boolean
  readonly rows: Map<string | number, readonly unknown[]>
}

/** Above this many rows of a table, COPY's two round trips pay off. */
const mostByArrays = 200

/** Encoded rows of one table: a single statement, or a COPY and its text. */
type ReadyRows =
  | { readonly query: CompiledQuery }
  | { readonly statement: string; readonly pieces: readonly string[] }

/** What of a portion needs no stored data, and the fills to be added to stored records. */
type Ready = { readonly tables: readonly ReadyRows[]; readonly closings: readonly ClosedPnlRow[] }

/** A transaction and its connection. */
type Place = {
  readonly transaction: Kysely<HistoryTables>
  readonly client: PoolClient
}

export class BulkWriter implements PortionWriter {
  readonly #statements: RowStatements
  readonly #pool: Pool
  /** The portion after the current one, and what of it is encoded. */
  #coming: HistoryPortion | undefined
  #ready: { readonly portion: HistoryPortion; readonly made: Ready } | undefined
  /** The server is working on the current portion, so this thread is free. */
  #isServersTurn = false

  constructor(statements: RowStatements, pool: Pool) {
    this.#statements = statements
    this.#pool = pool
  }

  coming(portion: HistoryPortion): void {
    this.#coming ??= portion
    if (this.#isServersTurn) this.#makeReady()
  }

  async write(portion: HistoryPortion, first: FirstOfAll): Promise<void> {
    const made = this.#ready?.portion === portion ? this.#ready.made : this.#make(portion)
    if (this.#coming === portion) this.#coming = undefined
    const client = await this.#pool.connect()
    // COPY is the driver's, not Kysely's: both use this one connection.
    const db = new Kysely<HistoryTables>({
      dialect: new PostgresDialect({
        pool: { connect: async () => client, end: async () => undefined, options: {} },
      }),
      plugins: [new CamelCasePlugin()],
    })
    try {
      await db.transaction().execute(async (transaction) => {
        await first(transaction)
        await this.#send({ transaction, client }, made)
      })
    } finally {
      this.#isServersTurn = false
    }
    // Kept until it is committed: after a lost connection it is written again.
    if (this.#ready?.portion === portion) this.#ready = undefined
  }

  async #send({ transaction, client }: Place, { tables, closings }: Ready): Promise<void> {
    const grown = await grownClosings(transaction, closings)
    const [last, ...others] = [...tables, ...this.#ofClosings(grown)].toReversed()
    const send = async (rows: ReadyRows, onSent: () => void): Promise<void> => {
      if ('pieces' in rows) await copyRows(client, rows.statement, rows.pieces, onSent)
      else await transaction.executeQuery(rows.query)
    }
    for (const rows of others.toReversed()) await send(rows, () => undefined)
    if (last === undefined) return
    await send(last, () => {
      this.#isServersTurn = true
      this.#makeReady()
    })
  }

  #ofClosings(rows: readonly ClosedPnlRow[]): readonly ReadyRows[] {
    const groups: Groups = new Map()
    for (const row of rows) add(groups, 'closedPnl', this.#statements.writing('closedPnl', row))
    return readyOf(groups)
  }

  #makeReady(): void {
    const portion = this.#coming
    if (portion === undefined || this.#ready?.portion === portion) return
    try {
      this.#ready = { portion, made: this.#make(portion) }
    } catch {
      // Writing the portion tries again and reports the failure.
    }
  }

  #make(portion: HistoryPortion): Ready {
    const groups: Groups = new Map()
    const closings: ClosedPnlRow[] = []
    for (const event of portion.events) {
      for (const { table, row } of rowsOf(event)) {
        if (table === 'closedPnl') closings.push(row)
        else add(groups, table, this.#statements.writing(table, row))
      }
    }
    for (const { table, row } of rowsBesideEvents(portion)) {
      add(groups, table, this.#statements.writing(table, row))
    }
    return { tables: readyOf(groups), closings }
  }
}

type Groups = Map<keyof HistoryTables, Group>

function add(groups: Groups, table: keyof HistoryTables, { sql, parameters }: CompiledQuery): void {
  let group = groups.get(table)
  if (group === undefined) {
    group = { words: sql, isReplacing: isStateTable(table), rows: new Map() }
    groups.set(table, group)
  }
  // Of two writes of one row the later one wins: a statement may not touch a row twice.
  const key = group.isReplacing ? keyOf(table, parameters) : group.rows.size
  group.rows.set(key, parameters)
}

/** COPY goes last, so that the server has the most work at the end. */
function readyOf(groups: Groups): readonly ReadyRows[] {
  const ready = [...groups].map(([table, group]): ReadyRows => {
    if (group.rows.size <= mostByArrays || group.isReplacing) return { query: bulkOf(table, group) }
    return { statement: copyOf(group), pieces: [...copyPieces(group.rows.values())] }
  })
  return ready.toSorted((a, b) => Number('pieces' in a) - Number('pieces' in b))
}

function keyOf(table: keyof HistoryTables, parameters: readonly unknown[]): string {
  const columns = Object.keys(columnTypesOf(table))
  return primaryKeyOf(table)
    .map((column) => String(parameters[columns.indexOf(column)]))
    .join(' ')
}

const copyOf = ({ words }: Group): string =>
  words.replace(/^insert into (.*) values \(.*$/, 'copy $1 from stdin')

/** The bulk statement, with arrays in place of single values. */
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
 * Returns the closed-PnL records with these fills added, one per closing order; their stored rows
 * are deleted, to be inserted again.
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

/** Key of what one closing order closed of one position. */
const closingKey = ({ account, orderId, positionIdx, side, cause }: ClosedPnlRow): string =>
  `${account} ${orderId} ${positionIdx} ${side} ${cause}`
