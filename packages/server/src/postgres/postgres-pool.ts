// Connections to PostgreSQL: integers are returned as numbers, requests have a timeout unless their
// pool has none, and an unreachable server is distinguished from a failed query.

import { Client, DatabaseError, Pool, types, type ClientConfig, type PoolClient } from 'pg'
import { PostgresUnavailable } from './postgres-unavailable.ts'

const connectWithinMs = 2_000
const answerWithinMs = 5_000
/** After a failed connection, requests fail immediately for this long. */
const restMs = 300
const int8 = 20
const numeric = 1700

export type Row = Record<string, unknown>
export type Ask = (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>

/**
 * SQLSTATE classes of a server that stops, starts or is out of resources: not the query's fault.
 */
const unavailableStates = /^(?:08|53|57P|58|25006|40)/

/** Returns PostgresUnavailable for an unreachable server, any other error unchanged. */
export function postgresError(error: unknown): unknown {
  // The driver throws plain errors for the connection, the system its own types.
  const isPlain = error instanceof Error && Object.getPrototypeOf(error) === Error.prototype
  const isAway =
    isPlain ||
    (error instanceof Error && 'syscall' in error) ||
    error instanceof AggregateError ||
    (error instanceof DatabaseError && unavailableStates.test(error.code ?? ''))
  return isAway ? new PostgresUnavailable(error) : error
}

/** The configuration of all our connections. */
function connectionSettings(url: string, name: string): ClientConfig {
  return {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
    types: {
      // All our integers are safe integers.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8 || oid === numeric ? Number : types.getTypeParser(oid, format),
    },
  }
}

/** A dedicated connection, for what is held for the process's lifetime. */
export const newConnection = (url: string, name: string): Client =>
  new Client(connectionSettings(url, name))

type PoolTerms = {
  readonly name: string
  readonly most: number
  /** Where names without a schema are looked up. */
  readonly schema?: string
  /** Whether requests take as long as they need, as those that build an index. */
  readonly isUnlimited?: boolean
}

/** A pool of connections for callers with queries of their own. */
export function connectionPool(
  url: string,
  { name, most, schema, isUnlimited = false }: PoolTerms,
): Pool {
  const pool = new Pool({
    ...connectionSettings(url, name),
    // The driver takes 0 for no timeout.
    ...(isUnlimited ? { query_timeout: 0 } : {}),
    ...(schema === undefined ? {} : { options: `-c search_path=${schema}` }),
    max: most,
    idleTimeoutMillis: 60_000,
  })
  // An idle connection that breaks is replaced at the next request.
  pool.on('error', () => undefined)
  // If it breaks in use, its query fails anyway; an unhandled event would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

const askerOf =
  (client: PoolClient): Ask =>
  async (sql, values = []) =>
    (await client.query<Row>(sql, [...values])).rows

export class PostgresPool {
  readonly #pool: Pool
  /** A dedicated connection for LISTEN. */
  readonly newClient: () => Client
  #restUntilMs = 0
  #restCause: unknown

  constructor(url: string, { name, most }: { readonly name: string; readonly most: number }) {
    this.newClient = () => newConnection(url, name)
    this.#pool = connectionPool(url, { name, most })
  }

  /** Runs one query. Rejects with PostgresUnavailable, or the server's own DatabaseError. */
  readonly ask: Ask = (sql, values = []) =>
    this.#withClient((client) => askerOf(client)(sql, values))

  /** Runs several queries in one transaction. */
  together<Result>(act: (ask: Ask) => Promise<Result>): Promise<Result> {
    return this.#withClient(async (client) => {
      await client.query('BEGIN')
      try {
        const result = await act(askerOf(client))
        await client.query('COMMIT')
        return result
      } catch (error) {
        // A connection that cannot even roll back is discarded below.
        await client.query('ROLLBACK')
        throw error
      }
    })
  }

  close(): Promise<void> {
    return this.#pool.end()
  }

  async #withClient<Result>(act: (client: PoolClient) => Promise<Result>): Promise<Result> {
    if (performance.now() < this.#restUntilMs) throw new PostgresUnavailable(this.#restCause)
    const client = await this.#pool.connect().catch((error: unknown) => {
      this.#restUntilMs = performance.now() + restMs
      this.#restCause = error
      throw postgresError(error)
    })
    try {
      const result = await act(client)
      client.release()
      return result
    } catch (error) {
      const failure = postgresError(error)
      // A late answer must not be taken for that of the next query.
      client.release(failure instanceof PostgresUnavailable)
      throw failure
    }
  }
}
