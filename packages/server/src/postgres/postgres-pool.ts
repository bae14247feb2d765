// Connections to PostgreSQL: whole numbers come as numbers, nothing waits for ever, and a server
// that is away is told apart from a question that is wrong.

import { Client, DatabaseError, Pool, types, type ClientConfig, type PoolClient } from 'pg'
import { PostgresUnavailable } from './postgres-unavailable.ts'

const connectWithinMs = 2_000
const answerWithinMs = 5_000
/** After a connection has failed, nobody waits for the next one for so long. */
const restMs = 300
const int8 = 20
const numeric = 1700

export type Row = Record<string, unknown>
export type Ask = (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>

/** SQLSTATE classes of servers that stop, start, or have no room: not the question's fault. */
const unavailableStates = /^(?:08|53|57P|58|25006|40)/

/** Returns PostgresUnavailable for a server that is away, and any other error as it came. */
export function postgresError(error: unknown): unknown {
  // The driver throws plain errors for what is between us and the server, the system its own.
  const isPlain = error instanceof Error && Object.getPrototypeOf(error) === Error.prototype
  const isAway =
    isPlain ||
    (error instanceof Error && 'syscall' in error) ||
    error instanceof AggregateError ||
    (error instanceof DatabaseError && unavailableStates.test(error.code ?? ''))
  return isAway ? new PostgresUnavailable(error) : error
}

/** How every connection of ours is made. */
function connectionSettings(url: string, name: string): ClientConfig {
  return {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
    types: {
      // Every whole number of ours is a safe integer.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8 || oid === numeric ? Number : types.getTypeParser(oid, format),
    },
  }
}

/** A connection of its own, for what is held as long as the process lives. */
export const newConnection = (url: string, name: string): Client =>
  new Client(connectionSettings(url, name))

/** A pool of connections for whoever writes its own questions; in a schema where one is named. */
export function connectionPool(
  url: string,
  {
    name,
    most,
    schema,
  }: { readonly name: string; readonly most: number; readonly schema?: string },
): Pool {
  const pool = new Pool({
    ...connectionSettings(url, name),
    ...(schema === undefined ? {} : { options: `-c search_path=${schema}` }),
    max: most,
    idleTimeoutMillis: 60_000,
  })
  // A connection that breaks while nobody uses it is replaced when the next one is wanted.
  pool.on('error', () => undefined)
  // One that breaks in use fails its question besides; unheard, it would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

const askerOf =
  (client: PoolClient): Ask =>
  async (sql, values = []) =>
    (await client.query<Row>(sql, [...values])).rows

export class PostgresPool {
  readonly #pool: Pool
  /** A connection of its own, for what listens. */
  readonly newClient: () => Client
  #restUntilMs = 0
  #restCause: unknown

  constructor(url: string, { name, most }: { readonly name: string; readonly most: number }) {
    this.newClient = () => newConnection(url, name)
    this.#pool = connectionPool(url, { name, most })
  }

  /** Asks one question. Rejects with PostgresUnavailable, or the server's own DatabaseError. */
  readonly ask: Ask = (sql, values = []) =>
    this.#withClient((client) => askerOf(client)(sql, values))

  /** Does several things as one, or none of them. */
  together<Result>(act: (ask: Ask) => Promise<Result>): Promise<Result> {
    return this.#withClient(async (client) => {
      await client.query('BEGIN')
      try {
        const result = await act(askerOf(client))
        await client.query('COMMIT')
        return result
      } catch (error) {
        // A connection that cannot even roll back is thrown away below.
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
      const told = postgresError(error)
      // A late answer must not be taken for the next question's.
      client.release(told instanceof PostgresUnavailable)
      throw told
    }
  }
}
