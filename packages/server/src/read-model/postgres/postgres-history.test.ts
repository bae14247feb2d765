// One writer and its readers on one PostgreSQL: each command is recorded once, even if
// connections break and writers follow each other (docs/cluster.md).

import { setTimeout as delay } from 'node:timers/promises'
import { accountId } from '@basis/domain/numbers/brand'
import { amount } from '@basis/domain/numbers/fixed'
import type { WalletChanged } from '@basis/engine/events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clearHistory, nothingHappened } from '../../../testing/history-stores.ts'
import { startPostgres, type PostgresServer } from '../../../testing/postgres-server.ts'
import { foundPostgres } from '../../../testing/user-stores.ts'
import { PostgresPool } from '../../postgres/postgres-pool.ts'
import { HistoryLink } from '../history-link.ts'
import { tablesVersion } from '../history-tables.ts'
import type { HistoryPortion } from '../portion-writer.ts'
import { HistoryUnavailable, type LogRecord, type Page } from '../read-model.ts'

const account = accountId(7)
const credit: WalletChanged = {
  kind: 'WalletChanged',
  account,
  coin: 'USDT',
  cause: 'Deposit',
  cashFlow: amount(1n),
  funding: amount(0n),
  fee: amount(0n),
  change: amount(1n),
  balance: amount(1n),
}
/** Few rows are sent as arrays, many by COPY. */
const perPortion = 20
const perLargePortion = 300

/** The commands after `seq`, each with one credit. */
function portionAfter(seq: number, size = perPortion): HistoryPortion {
  const events = Array.from({ length: size }, (_, k) => ({
    seq: seq + 1 + k,
    timeMs: seq + 1 + k,
    place: 0,
    event: credit,
  }))
  return { ...nothingHappened, seq: seq + size, timeMs: seq + size, events }
}

describe.each(foundPostgres())('with the programs of %s', (programs) => {
  let server: PostgresServer
  let pool: PostgresPool
  let links: HistoryLink[] = []

  beforeAll(async () => {
    server = await startPostgres(programs)
    pool = new PostgresPool(server.url, { name: 'test', most: 2 })
  })
  afterAll(async () => {
    await pool.close()
    await server.stop()
  })
  beforeEach(() => clearHistory(server.url))
  afterEach(async () => {
    for (const link of links) await link.ask({ kind: 'close' }).catch(() => undefined)
    links = []
  })

  function open(isWriter: boolean, journalId = 'j', keepMs = Infinity): HistoryLink {
    const link = new HistoryLink({
      keepMs,
      file: '',
      journalId,
      lastSeq: Number.MAX_SAFE_INTEGER,
      base: { seq: 0, timeMs: 0 },
      simulationStartMs: 0,
      plans: [],
      server: { url: server.url, isWriter },
      seedModule: new URL('../../simulator/price-path.ts', import.meta.url).href,
    })
    links.push(link)
    return link
  }

  const write = (link: HistoryLink, seq: number, size = perPortion) =>
    link.ask({ kind: 'write', portion: portionAfter(seq, size) })
  const log = (link: HistoryLink, seenSeq = 0) =>
    link.ask({ kind: 'transactionLog', question: { account, limit: 200 } }, seenSeq) as Promise<
      Page<LogRecord>
    >
  async function recorded(): Promise<{ rows: number; seq: number }> {
    const [row] = await pool.ask(
      `SELECT (SELECT count(DISTINCT seq) FROM history_${tablesVersion}.wallet_log) AS rows, seq
       FROM history_${tablesVersion}.progress`,
    )
    return { rows: Number(row?.['rows']), seq: Number(row?.['seq']) }
  }

  test('a reader waits until the sequence number it has seen is recorded, but not without limit', async () => {
    const [writer, reader] = [open(true), open(false)]
    await writer.started
    await reader.started
    let page: Page<LogRecord>
    let seq = 0
    // A reader waits for a quarter of a second, in which a busy machine may not have written.
    do {
      const asked = log(reader, seq + perPortion)
      await delay(50)
      await write(writer, seq)
      seq += perPortion
      page = await asked
    } while (page.seq < seq)
    expect([page.rows.length, page.seq]).toEqual([Math.min(200, seq), seq])
    // A number that is never written is waited for only briefly.
    expect((await log(reader, seq + 10_000)).seq).toBe(seq)
  })

  test.each([
    ['portions', perPortion, 3],
    ['large portions', perLargePortion, 15],
  ])('connections that break while %s are written lose and repeat nothing', async (...given) => {
    const [, size, breakEveryMs] = given
    const writer = open(true)
    await writer.started
    // Without a limit a portion would be written only when it happens to fit between two breaks.
    const mostBreaksPerPortion = 2
    let [isOver, breaks, allowed] = [false, 0, 0]
    const breaking = (async () => {
      for (; !isOver; await delay(breakEveryMs)) {
        if (breaks >= allowed) continue
        const broken = await pool.ask(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'basis history' AND state <> 'idle'`,
        )
        breaks += broken.length
      }
    })()
    const fewest = 8
    // As in the read model: a portion is handed over while the one before is written. On a busy
    // machine many a portion is written before its connection is broken.
    const writes: Promise<unknown>[] = []
    while (writes.length < fewest || breaks < fewest) {
      allowed += mostBreaksPerPortion
      writes.push(write(writer, writes.length * size, size))
      await writes.at(-2)
    }
    await writes.at(-1)
    isOver = true
    await breaking
    const count = writes.length * size
    expect(await recorded()).toEqual({ rows: count, seq: count })
  })

  test('rows of large and small portions are stored alike, and a repeated portion adds none', async () => {
    const writer = open(true)
    await writer.started
    await write(writer, 0, perLargePortion)
    await write(writer, perLargePortion)
    const { rows } = await log(writer)
    const [few, many] = [rows[0], rows.at(-1)]
    expect(many).toEqual({ ...few, seq: many?.seq, timeMs: many?.timeMs })
    expect(many?.seq).toBeLessThanOrEqual(perLargePortion)
    await expect(write(writer, 0, perLargePortion)).rejects.toThrow(/came after/)
    const all = perLargePortion + perPortion
    expect(await recorded()).toEqual({ rows: all, seq: all })
  })

  test('portions that wait for each other are recorded in order, without loss', async () => {
    const writer = open(true)
    await writer.started
    const sizes = [perLargePortion, perPortion, perLargePortion, 1, perLargePortion]
    let seq = 0
    const writes = sizes.map((size) => {
      const written = write(writer, seq, size)
      seq += size
      return written
    })
    await Promise.all(writes)
    expect(await recorded()).toEqual({ rows: seq, seq })
  })

  test('texts with tabs, line ends and backslashes come back unchanged from a large portion', async () => {
    const writer = open(true)
    await writer.started
    const names = [
      'tab\there',
      'line\nhere',
      'return\rhere',
      'back\\slash',
      '\\N',
      '\\.',
      '',
      '\\t',
    ]
    const events = Array.from({ length: perLargePortion }, (_, k) => ({
      seq: 1 + k,
      timeMs: 1 + k,
      place: 0,
      // The name of a coin is any text to the tables, not only that of a listed coin.
      event: { ...credit, coin: `${names[k % names.length]}` },
    }))
    const seq = perLargePortion
    await writer.ask({ kind: 'write', portion: { ...nothingHappened, seq, timeMs: seq, events } })
    const { rows } = await log(writer)
    expect(rows.map(({ coin }) => coin)).toEqual(
      rows.map((row) => names[(row.seq - 1) % names.length]),
    )
    expect(rows.every((row) => row.symbol === undefined)).toBe(true)
  })

  test('old entries are pruned with each later portion, not once a minute', async () => {
    const writer = open(true, 'j', 1_000)
    await writer.started
    const late = 10_000_000
    await write(writer, 0, 12_000)
    for (let k = 0; k < 4; k += 1) {
      const portion = portionAfter(12_000 + k * perPortion)
      const events = portion.events.map((event) => ({ ...event, timeMs: late + k }))
      await writer.ask({ kind: 'write', portion: { ...portion, timeMs: late + k, events } })
    }
    await writer.ask({ kind: 'sync' })
    const seq = 12_000 + 4 * perPortion
    expect(await recorded()).toEqual({ rows: 4 * perPortion, seq })
  })

  test('a second writer waits for the lock and then continues; the former writer is refused', async () => {
    const former = open(true)
    expect((await former.started).seq).toBe(0)
    await write(former, 0)
    const next = open(true)
    let isNext = false
    const started = next.started.then((start) => {
      isNext = true
      return start.seq
    })
    await delay(700)
    expect(isNext).toBe(false)
    // The former one loses its lock unnoticed, as on a machine that is cut off.
    await pool.ask(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'basis history'
         AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted)`,
    )
    expect(await started).toBe(perPortion)
    await write(next, perPortion)
    await expect(write(former, perPortion)).rejects.toThrow(/another process has written/)
    expect(await recorded()).toEqual({ rows: 2 * perPortion, seq: 2 * perPortion })
  })

  test('while the server is down reads fail as unavailable, and writes are recorded after its start', async () => {
    const [writer, reader] = [open(true), open(false)]
    await Promise.all([writer.started, reader.started])
    await write(writer, 0)
    await server.signal('SIGQUIT')
    const waiting = write(writer, perPortion)
    await expect(log(reader)).rejects.toThrow(HistoryUnavailable)
    await server.start()
    await waiting
    expect(await recorded()).toEqual({ rows: 2 * perPortion, seq: 2 * perPortion })
    await expect
      .poll(() =>
        log(reader).then(
          ({ rows }) => rows.length,
          () => 0,
        ),
      )
      .toBe(40)
  })

  test('an index that older tables lack is created, however long that takes', async () => {
    await open(true).started
    await links.pop()?.ask({ kind: 'close' })
    const index = `history_${tablesVersion}.execution_of_link`
    const isThere = `SELECT to_regclass('${index}') IS NOT NULL AS there`
    expect(await pool.ask(isThere)).toEqual([{ there: true }])
    await pool.ask(`DROP INDEX ${index}`)
    // Stands for a large table: longer than any other request may take.
    const isFree = pool.together(async (ask) => {
      await ask(`LOCK TABLE history_${tablesVersion}.execution IN EXCLUSIVE MODE`)
      for (let k = 0; k < 6; k += 1) await ask('SELECT pg_sleep(1)')
    })
    const writer = open(true)
    await Promise.all([writer.started, isFree])
    expect(await pool.ask(isThere)).toEqual([{ there: true }])
  })

  test('the history of another exchange is refused', async () => {
    await open(true).started
    await expect(open(false, 'other').started).rejects.toThrow(/another exchange/)
  })
})
