// The history on PostgreSQL: one process writes it, under a lock, and every gateway reads it. Each
// version of the tables has its own schema, so that older gateways keep working.

import { CamelCasePlugin, Kysely, PostgresDialect, sql, type SqlBool } from 'kysely'
import { connectionPool, newConnection, postgresError } from '../../postgres/postgres-pool.ts'
import { HistoryStore, type HistoryStart, type StoreOptions } from '../history-store.ts'
import { addIndexes, makeTables, tablesVersion, type HistoryTables } from '../history-tables.ts'
import type { SeedHistory } from '../seed/seed-history.ts'
import { BulkWriter } from './bulk-writer.ts'

/** The history's database, and whether this process is its writer. */
export type HistoryServer = { readonly url: string; readonly isWriter: boolean }

const schema = `history_${tablesVersion}`
const makingLock = 7_310_016
const writingLock = 7_310_017
const writerConnections = 4
const readerConnections = 8
const lockEveryMs = 500

/** The tables belong to another exchange, or do not connect to this journal. */
class HistoryForeign extends Error {
  override readonly name = 'HistoryForeign'
}

type Opened = { readonly store: HistoryStore; readonly start: HistoryStart }

/**
 * Opens the history; the writer waits for the lock. Rejects with PostgresUnavailable, and with
 * HistoryForeign if it belongs to another exchange.
 */
export async function openPostgresHistory(
  { url, isWriter }: HistoryServer,
  options: StoreOptions,
  seeds: ReadonlyMap<string, SeedHistory>,
): Promise<Opened> {
  const pool = connectionPool(url, {
    name: isWriter ? 'basis history' : 'basis gateway',
    most: isWriter ? writerConnections : readerConnections,
    schema,
  })
  const db = tablesOver(pool)
  const turn = isWriter ? newConnection(url, 'basis history') : undefined
  const endTurn = async (): Promise<void> => {
    await turn?.end().catch(() => undefined)
  }
  try {
    if (turn !== undefined) await takeTurn(turn)
    await prepare(pool, db, options)
    // Creating an index keeps other writes waiting: only the writer may do so.
    if (isWriter) await buildIndexes(url)
    const store = new HistoryStore(db, seeds, {
      kind: isWriter ? 'writer' : 'reader',
      writerOf: (statements) => new BulkWriter(statements, pool),
      isOneOf: (symbols) => sql<SqlBool>`symbol = ANY(${symbols})`,
      onClose: endTurn,
      errorOf: postgresError,
    })
    // One consistent read of the database, as the writer may go on meanwhile.
    const start = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((moment) => new HistoryStore(moment, seeds).start())
    store.startAt(start.seq)
    return { store, start }
  } catch (error) {
    await db.destroy()
    await endTurn()
    throw postgresError(error)
  }
}

type Pool = ReturnType<typeof connectionPool>

const tablesOver = (pool: Pool): Kysely<HistoryTables> =>
  new Kysely({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })

/**
 * Creates the indexes that older tables lack. On large tables this takes minutes, so that over the
 * timed connections it would fail at every start.
 */
async function buildIndexes(url: string): Promise<void> {
  const db = tablesOver(
    connectionPool(url, { name: 'basis history', most: 1, schema, isUnlimited: true }),
  )
  try {
    await addIndexes(db)
  } finally {
    await db.destroy()
  }
}

/** Waits for the writer lock, which the connection holds until it ends. */
async function takeTurn(turn: ReturnType<typeof newConnection>): Promise<void> {
  // If the lock is lost, a second writer may start; the progress row then reveals it.
  turn.on('error', () => undefined)
  await turn.connect()
  for (;;) {
    const { rows } = await turn.query('SELECT pg_try_advisory_lock($1) AS mine', [writingLock])
    if (rows[0]?.mine === true) return
    await new Promise((resolve) => setTimeout(resolve, lockEveryMs))
  }
}

/** Creates missing tables and checks which exchange they belong to. */
async function prepare(
  pool: Pool,
  db: Kysely<HistoryTables>,
  { journalId, base }: StoreOptions,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [makingLock])
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
    const { rows } = await client.query('SELECT to_regclass($1) AS found', [`${schema}.progress`])
    if (rows[0]?.found === null) {
      await db.transaction().execute(async (transaction) => {
        await makeTables(transaction)
        const at = { seq: base.seq, timeMs: base.timeMs }
        const row = { id: 1, version: tablesVersion, journalId, ...at }
        await transaction.insertInto('progress').values(row).execute()
      })
    }
    await client.query('SELECT pg_advisory_unlock($1)', [makingLock])
  } finally {
    client.release()
  }
  const progress = await db.selectFrom('progress').selectAll().executeTakeFirstOrThrow()
  const place = `The history in BASIS_POSTGRES (schema ${schema})`
  if (progress.journalId !== journalId) {
    throw new HistoryForeign(`${place} belongs to another exchange: give each a database`)
  }
  if (progress.seq < base.seq) {
    throw new HistoryForeign(
      `${place} ends with command ${progress.seq}, the journal of this folder begins after ${base.seq}: start on a copy of a folder that holds more`,
    )
  }
}
