// The users' database on PostgreSQL, with change notifications between processes: each change is
// numbered in its own transaction, so that a reader after the last number misses none.

import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { messageOf } from '../../failures/thrown.ts'
import { PostgresPool, type Ask, type Row } from '../../postgres/postgres-pool.ts'
import { PostgresUnavailable } from '../../postgres/postgres-unavailable.ts'
import { PeopleUnavailable } from '../people-unavailable.ts'
import { preparePeople } from './people-schema.ts'

/** What a change concerns; its subject is an account, a key, a hash, a product or an alert. */
export type ChangeKind = 'user' | 'session' | 'apiKey' | 'guard' | 'alert'
type Change = { readonly kind: ChangeKind; readonly subject: string }

const channel = 'basis_people'
/** Notifications come at once; a lost one is made up for after this time. */
const readEveryMs = 400
const reconnectMs = 300
/** Interval at which this process reports that it is alive and obsolete rows are deleted. */
const sweepEveryMs = 3_000
const mostConnections = 8

type Listener = (subject: string) => void | Promise<void>

export class PeopleDatabase {
  /** The process's name in the settings, which stays the same over restarts. */
  readonly process: string
  readonly #pool: PostgresPool
  readonly #onNotice: (words: string) => void
  /** Distinguishes this process from an earlier one of the same name. */
  readonly #origin = randomUUID()
  readonly #listeners = new Map<ChangeKind, Listener>()
  readonly #sweeps: (() => Promise<void>)[] = []
  #client: Client | undefined
  #seen = 0
  #sweptMs = 0
  #isReading = false
  #isDue = false
  #isClosed = false
  #isAway = false
  #timer: NodeJS.Timeout | undefined

  private constructor(pool: PostgresPool, { process, onNotice }: PeopleOptions) {
    this.#pool = pool
    this.process = process
    this.#onNotice = onNotice
  }

  /** Connects, creates the tables and reads the last change number. Throws PostgresUnavailable. */
  static async open(url: string, options: PeopleOptions): Promise<PeopleDatabase> {
    const pool = new PostgresPool(url, { name: options.process, most: mostConnections })
    try {
      await preparePeople(pool, options.world)
      const opened = new PeopleDatabase(pool, options)
      const [row] = await pool.ask(`SELECT value FROM people.counters WHERE name = 'change'`)
      opened.#seen = Number(row?.['value'] ?? 0)
      return opened
    } catch (error) {
      await pool.close()
      throw error
    }
  }

  /** Runs one query. */
  ask(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return whileThere(this.#pool.ask(sql, values))
  }

  /** Runs several queries in one transaction. */
  together<Result>(act: (ask: Ask) => Promise<Result>): Promise<Result> {
    return whileThere(this.#pool.together(act))
  }

  /** Writes and, if a row was written, notifies every other process. */
  write(sql: string, values: readonly unknown[], change: Change): Promise<readonly Row[]> {
    return this.together(async (ask) => {
      const rows = await ask(`${sql} RETURNING *`, values)
      if (rows.length > 0) await this.notify(ask, change)
      return rows
    })
  }

  /** Notifies every other process of a change in the same transaction. */
  async notify(ask: Ask, { kind, subject }: Change): Promise<void> {
    // The counter's row stays locked until the commit: numbers are in commit order.
    await ask(
      `WITH turn AS (
         UPDATE people.counters SET value = value + 1 WHERE name = 'change' RETURNING value
       ), recorded AS (
         INSERT INTO people.changes (no, kind, subject, origin)
         SELECT value, $1, $2, $3 FROM turn
       ) SELECT pg_notify('${channel}', '') FROM turn`,
      [kind, subject, this.#origin],
    )
  }

  /** Sets the listener for changes of this kind by other processes, in order. */
  on(kind: ChangeKind, listener: Listener): void {
    this.#listeners.set(kind, listener)
  }

  /** Adds an operation that runs every few seconds while the server is reachable. */
  sweep(act: () => Promise<void>): void {
    this.#sweeps.push(act)
  }

  /** Starts reading changes; all listeners must have been added before. */
  start(): void {
    const read = async (): Promise<void> => {
      try {
        await this.#read()
      } catch (error) {
        this.#lose(error)
      }
      if (this.#isClosed) return
      this.#timer = setTimeout(
        () => void read(),
        this.#client === undefined ? reconnectMs : readEveryMs,
      )
      this.#timer.unref()
    }
    void read()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#client?.end().catch(() => undefined)
    await this.#pool.close()
  }

  async #read(): Promise<void> {
    this.#isDue = true
    if (this.#isReading) return
    this.#isReading = true
    try {
      // A notification during a read may be of a change that the read did not see.
      while (this.#isDue && !this.#isClosed) {
        this.#isDue = false
        await this.#readOn()
      }
      await this.#sweep()
    } finally {
      this.#isReading = false
    }
  }

  async #readOn(): Promise<void> {
    this.#client ??= await this.#listen()
    const { rows } = await this.#client.query<Row>(
      'SELECT no, kind, subject, origin FROM people.changes WHERE no > $1 ORDER BY no',
      [this.#seen],
    )
    for (const { no, kind, subject, origin } of rows) {
      if (origin !== this.#origin) {
        await this.#listeners.get(kind as ChangeKind)?.(String(subject))
      }
      this.#seen = Number(no)
    }
    if (this.#isAway) this.#onNotice('PostgreSQL can be reached again')
    this.#isAway = false
  }

  async #listen(): Promise<Client> {
    const client = this.#pool.newClient()
    // Errors of a connection that was given up must not affect its successor.
    client.on('error', (error) => void (this.#client === client && this.#lose(error)))
    client.on('notification', () => void this.#read().catch((error) => this.#lose(error)))
    await client.connect()
    await client.query(`LISTEN ${channel}`)
    return client
  }

  #lose(error: unknown): void {
    const client = this.#client
    this.#client = undefined
    client?.end().catch(() => undefined)
    if (this.#isAway || this.#isClosed) return
    this.#isAway = true
    const why = messageOf(error)
    this.#onNotice(`PostgreSQL cannot be reached, known sessions and trading continue: ${why}`)
  }

  async #sweep(): Promise<void> {
    const nowMs = performance.now()
    if (nowMs - this.#sweptMs < sweepEveryMs && this.#sweptMs > 0) return
    this.#sweptMs = nowMs
    await this.ask(
      `INSERT INTO people.processes VALUES ($1, now())
       ON CONFLICT (name) DO UPDATE SET seen_at = now()`,
      [this.process],
    )
    // A process that was away for longer than this must be restarted.
    await this.ask(`DELETE FROM people.changes WHERE made_at < now() - interval '7 days'`)
    for (const act of this.#sweeps) await act()
  }
}

export type PeopleOptions = {
  /** The name of the process in its cluster. */
  readonly process: string
  readonly world: string
  readonly onNotice: (words: string) => void
}

/** Converts an unreachable server into the error that callers expect. */
async function whileThere<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked
  } catch (error) {
    throw error instanceof PostgresUnavailable ? new PeopleUnavailable(error) : error
  }
}
