// A Kysely dialect for Node's built-in SQLite: a driver with one connection that caches its
// prepared statements.

import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import { asError } from '../failures/thrown.ts'

/** Prepared statements kept; the queries for history pages always have the same text. */
const statementsKept = 200

/**
 * Returns the dialect for a file. WAL with normal sync: a power failure may lose the newest rows,
 * which are rebuilt from the journal, but never corrupts the file.
 */
export function sqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new PlatformDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class PlatformDriver implements Driver {
  readonly #file: string
  #connection: PlatformConnection | undefined
  /** Requests for the connection wait for the one before. */
  #turn: Promise<void> = Promise.resolve()
  #giveBack: () => void = () => undefined

  constructor(file: string) {
    this.#file = file
  }

  init(): Promise<void> {
    const db = new DatabaseSync(this.#file)
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY')
    this.#connection = new PlatformConnection(db)
    return Promise.resolve()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#turn
    const mine = Promise.withResolvers<void>()
    this.#turn = mine.promise
    await before
    if (this.#connection === undefined) throw new Error('The history is closed')
    this.#giveBack = mine.resolve
    return this.#connection
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  releaseConnection(): Promise<void> {
    this.#giveBack()
    return Promise.resolve()
  }

  destroy(): Promise<void> {
    this.#connection?.close()
    this.#connection = undefined
    return Promise.resolve()
  }
}

class PlatformConnection implements DatabaseConnection {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return Promise.resolve(this.#execute<Row>(query))
    } catch (error) {
      return Promise.reject(asError(error))
    }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query)
  }

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }

  #execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const statement = this.#prepared(sql)
    const values = parameters as readonly SQLInputValue[]
    if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] }
    const { changes } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const made = this.#db.prepare(sql)
    const oldest = this.#statements.keys().next()
    if (this.#statements.size >= statementsKept && oldest.done !== true) {
      this.#statements.delete(oldest.value)
    }
    this.#statements.set(sql, made)
    return made
  }
}
