// The journal's file: one SQLite row per batch, each with a checksum and a hash chained to the row
// before. Synchronous: owned by the worker in a running exchange, read by the inspector.

import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { messageOf } from '../../failures/thrown.ts'
import { chainOf, isWhole, noChain, packLines, unpackLines } from '../batch-bytes.ts'
import {
  JournalDamaged,
  JournalUnknown,
  unknownFormat,
  type JournalBeginning,
  type JournalPart,
} from '../journal.ts'
import { dataErrorOf, withDataErrors } from './data-errors.ts'
import { walTail } from './wal-tail.ts'

/** A pruned journal has format 2: a build that knows only format 1 would miss its beginning. */
const knownFormats = ['1', '2']
const prunedFormat = '2'
/** Rows deleted per transaction, so that commands do not wait long for it. */
const prunedAtOnce = 256
/** The approximate size of a portion read. */
const portionBytes = 1 << 20
const rowsPerRead = 4096
const baseFact = 'base'

const schema = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE batch (
    first_seq INTEGER PRIMARY KEY, count INTEGER NOT NULL, encoding INTEGER NOT NULL,
    crc INTEGER NOT NULL, chain BLOB NOT NULL, payload BLOB NOT NULL
  ) STRICT;
  CREATE TABLE tail (id INTEGER PRIMARY KEY CHECK (id = 1), last_seq INTEGER NOT NULL) STRICT;
  CREATE TABLE refused (seq INTEGER PRIMARY KEY, reason TEXT NOT NULL) STRICT;
  INSERT INTO tail VALUES (1, 0);
`

type Row = {
  readonly firstSeq: number
  readonly count: number
  readonly encoding: number
  readonly crc: number
  readonly chain: Uint8Array
  readonly payload: Uint8Array
}

export type StoreOptions = {
  /** Written into a new journal, for bug reports. */
  readonly build: string
  readonly readOnly?: boolean
}

/**
 * The rows of the journal; every method throws on failure, and after a failed append nothing
 * further is durable.
 */
export class JournalStore {
  readonly file: string
  /** Set if the last batch was torn by a crash and cut off: it was never acknowledged. */
  readonly torn: string | undefined
  readonly #db: DatabaseSync
  readonly #insert: StatementSync
  readonly #setTail: StatementSync
  readonly #select: StatementSync
  #lastSeq = 0
  #chain: Uint8Array = noChain
  /** Where the journal begins: the last deleted command and the chain's hash there. */
  #base: { readonly seq: number; readonly chain: Uint8Array } = { seq: 0, chain: noChain }

  constructor(file: string, options: StoreOptions) {
    this.file = file
    this.torn = options.readOnly === true ? undefined : this.#tornTail()
    this.#db = withDataErrors(
      file,
      () => new DatabaseSync(file, { readOnly: options.readOnly ?? false }),
    )
    try {
      if (options.readOnly !== true) this.#prepareFile(options.build)
      this.#assertKnown()
      this.#insert = this.#db.prepare('INSERT INTO batch VALUES (?, ?, ?, ?, ?, ?)')
      this.#setTail = this.#db.prepare('UPDATE tail SET last_seq = ? WHERE id = 1')
      this.#select = this.#db.prepare(
        `SELECT first_seq, count, encoding, crc, chain, payload FROM batch
         WHERE first_seq >= ? ORDER BY first_seq LIMIT ${rowsPerRead}`,
      )
      this.#findBase()
      this.#findTail()
    } catch (error) {
      this.#db.close()
      throw this.#named(error)
    }
  }

  get lastSeq(): number {
    return this.#lastSeq
  }

  /** The hash of all batches so far. */
  get chain(): Uint8Array {
    return this.#chain
  }

  /** The number of the last deleted command; 0 if none was deleted. */
  get prunedSeq(): number {
    return this.#base.seq
  }

  /** Writes consecutive parts in one synced transaction. */
  append(parts: readonly JournalPart[]): void {
    this.#db.exec('BEGIN IMMEDIATE')
    for (const part of parts) {
      if (part.firstSeq !== this.#lastSeq + 1) {
        throw new Error(`Command ${part.firstSeq} does not follow ${this.#lastSeq} in the journal`)
      }
      const packed = packLines(part.lines)
      const { encoding, crc, payload } = packed
      this.#chain = chainOf(this.#chain, part, packed)
      this.#insert.run(part.firstSeq, part.count, encoding, crc, this.#chain, payload)
      this.#lastSeq = part.firstSeq + part.count - 1
    }
    this.#setTail.run(this.#lastSeq)
    this.#db.exec('COMMIT')
  }

  /** Reads the portion that begins with the command of this number; undefined after the last. */
  read(fromSeq: number): JournalPart | undefined {
    if (fromSeq > this.#lastSeq) return undefined
    try {
      return this.#readPortion(fromSeq)
    } catch (error) {
      throw this.#named(error)
    }
  }

  /**
   * Deletes the oldest rows that end at or before this number, as many as fit in one transaction,
   * but never the newest row. Returns whether there are more.
   */
  prune(throughSeq: number): boolean {
    const select = this.#db.prepare(
      `SELECT first_seq, count, chain FROM batch
       WHERE first_seq <= ? ORDER BY first_seq LIMIT ${prunedAtOnce}`,
    )
    const through = Math.min(throughSeq, this.#lastSeq - 1)
    const rows = select.all(through).map((record) => rowOf(record))
    const doomed = rows.filter(({ firstSeq, count }) => firstSeq + count - 1 <= through)
    const last = doomed.at(-1)
    if (last === undefined) return false
    const base = { seq: last.firstSeq + last.count - 1, chain: last.chain }
    this.#db.exec('BEGIN IMMEDIATE')
    this.#db.prepare('DELETE FROM batch WHERE first_seq <= ?').run(last.firstSeq)
    this.setFact(baseFact, `${base.seq} ${Buffer.from(base.chain).toString('hex')}`)
    this.setFact('format', prunedFormat)
    this.#db.exec('COMMIT')
    this.#base = base
    return doomed.length === prunedAtOnce
  }

  /** Deletes all rows and restarts after a command, in one transaction. */
  beginAt({ seq, chain, facts }: JournalBeginning): void {
    this.#db.exec('BEGIN IMMEDIATE; DELETE FROM batch')
    this.#setTail.run(seq)
    this.setFact(baseFact, `${seq} ${chain}`)
    this.setFact('format', prunedFormat)
    for (const [name, value] of Object.entries(facts)) this.setFact(name, value)
    this.#db.exec('COMMIT')
    this.#findBase()
    this.#findTail()
  }

  refusals(): readonly (readonly [number, string])[] {
    const rows = this.#db.prepare('SELECT seq, reason FROM refused ORDER BY seq').all()
    return rows.map((row) => [Number(row['seq']), String(row['reason'])])
  }

  refuse(seq: number, reason: string): void {
    this.#db.prepare('INSERT OR IGNORE INTO refused VALUES (?, ?)').run(seq, reason)
  }

  facts(): readonly (readonly [string, string])[] {
    const rows = this.#db.prepare('SELECT name, value FROM meta').all()
    return rows.map((row) => [String(row['name']), String(row['value'])])
  }

  setFact(name: string, value: string): void {
    this.#db
      .prepare(
        'INSERT INTO meta VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      )
      .run(name, value)
  }

  close(): void {
    this.#db.close()
  }

  /** Must run before SQLite opens the file, because SQLite silently drops an invalid tail. */
  #tornTail(): string | undefined {
    const log = `${this.file}-wal`
    const tail = walTail(log)
    if (tail.kind === 'whole') return undefined
    const place = `byte ${tail.atByte} of ${log}`
    if (tail.kind === 'torn') return `the journal's torn end is cut off at ${place}`
    throw this.#damaged(place, 'whole batches follow a record that does not check out')
  }

  #prepareFile(build: string): void {
    // FULL: a commit returns once its record is on the disk. The journal is small writes, rarely
    // read.
    this.#db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    const tables = this.#db.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE type = 'table'")
    if (tables.get()?.['n'] !== 0) return
    this.#db.exec(`BEGIN IMMEDIATE; ${schema}`)
    this.setFact('format', '1')
    this.setFact('build', build)
    this.#db.exec('COMMIT')
  }

  #assertKnown(): void {
    const row = this.#db.prepare("SELECT value FROM meta WHERE name = 'format'").get()
    const found = row?.['value']
    if (knownFormats.includes(String(found))) return
    throw unknownFormat(this.file, String(found), knownFormats.join(', '))
  }

  #findBase(): void {
    const row = this.#db.prepare('SELECT value FROM meta WHERE name = ?').get(baseFact)
    if (row === undefined) return
    const [, seq, chain = ''] = /^(\d+) ([0-9a-f]{64})$/.exec(String(row['value'])) ?? []
    if (seq === undefined) throw this.#damaged('its base', 'it is not what was written')
    this.#base = { seq: Number(seq), chain: Buffer.from(chain, 'hex') }
  }

  #findTail(): void {
    // One query: between two, the exchange may write the next batch beside this reader.
    const row = this.#db
      .prepare(
        `SELECT tail.last_seq, newest.* FROM tail LEFT JOIN (
           SELECT first_seq, count, encoding, crc, chain, payload FROM batch
           ORDER BY first_seq DESC LIMIT 1) AS newest`,
      )
      .get()
    const stated = Number(row?.['last_seq'])
    const hasBatch = row !== undefined && row['first_seq'] !== null
    const last = hasBatch ? rowOf(row) : undefined
    const found = last === undefined ? this.#base.seq : last.firstSeq + last.count - 1
    if (found !== stated) {
      throw this.#damaged(`sequence ${found + 1}`, `it ends there, but it had ${stated} commands`)
    }
    this.#lastSeq = found
    this.#chain = last?.chain ?? this.#base.chain
  }

  #readPortion(fromSeq: number): JournalPart {
    if (fromSeq <= this.#base.seq) {
      throw this.#damaged(`sequence ${fromSeq}`, `commands up to ${this.#base.seq} are pruned`)
    }
    const before = this.#rowBefore(fromSeq)
    let chain = before?.chain ?? this.#base.chain
    let next = before === undefined ? this.#base.seq + 1 : before.firstSeq + before.count
    const firstSeq = next
    const texts: string[] = []
    let bytes = 0
    while (bytes < portionBytes && next <= this.#lastSeq) {
      let rows = 0
      for (const record of this.#select.iterate(next)) {
        const row = rowOf(record)
        const text = this.#verified(row, next, chain)
        chain = row.chain
        next = row.firstSeq + row.count
        texts.push(text)
        rows += 1
        bytes += text.length
        if (bytes >= portionBytes) break
      }
      if (rows === 0) throw this.#damaged(`sequence ${next}`, 'the rows from here on are missing')
    }
    return { firstSeq, count: next - firstSeq, lines: texts.join('\n') }
  }

  /** The last row that ends before the command; the row that holds it comes next. */
  #rowBefore(seq: number): Row | undefined {
    const select = this.#db.prepare(
      `SELECT first_seq, count, encoding, crc, chain, payload FROM batch
       WHERE first_seq <= ? ORDER BY first_seq DESC LIMIT 2`,
    )
    const rows = select.all(seq).map(rowOf)
    return rows.find((row) => row.firstSeq + row.count <= seq)
  }

  #verified(row: Row, expected: number, chain: Uint8Array): string {
    const place = `row ${row.firstSeq}, sequence ${expected}`
    if (row.firstSeq !== expected) {
      throw this.#damaged(place, `sequences ${expected} to ${row.firstSeq - 1} are missing`)
    }
    if (!isWhole(row)) throw this.#damaged(place, 'its checksum does not match')
    if (!chainOf(chain, row, row).equals(row.chain)) {
      throw this.#damaged(place, 'it does not follow the row before it')
    }
    return unpackLines(row)
  }

  #damaged(place: string, reason: string): JournalDamaged {
    return new JournalDamaged(
      `The journal ${this.file} is damaged at ${place}: ${reason}; restore the folder from a backup`,
    )
  }

  /** Reports corruption that SQLite finds as JournalDamaged, with the file's name. */
  #named(error: unknown): unknown {
    if (error instanceof JournalDamaged || error instanceof JournalUnknown) return error
    const reason = messageOf(error)
    const place = `some place after sequence ${this.#lastSeq}`
    const isForeign = /malformed|not a database|no such (table|column)|corrupt/.test(reason)
    return isForeign ? this.#damaged(place, reason) : dataErrorOf(error, this.file)
  }
}

function rowOf(record: Readonly<Record<string, unknown>>): Row {
  const { chain, payload } = record
  return {
    firstSeq: Number(record['first_seq']),
    count: Number(record['count']),
    encoding: Number(record['encoding']),
    crc: Number(record['crc']),
    chain: chain instanceof Uint8Array ? chain : noChain,
    payload: payload instanceof Uint8Array ? payload : noChain,
  }
}
