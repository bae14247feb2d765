// The history's database: large sequence numbers, and how long each table is kept.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { amount, priceE8 } from '@basis/domain/numbers/fixed'
import type { WalletChanged } from '@basis/engine/events'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { historyPlaces, nothingHappened } from '../../testing/history-stores.ts'
import { PostgresPool } from '../postgres/postgres-pool.ts'
import { openHistoryStore, type HistoryStore } from './history-store.ts'
import { tablesVersion } from './history-tables.ts'
import { openPostgresHistory } from './postgres/postgres-history.ts'
import type { LogRecord, SettlementQuestion } from './read-model.ts'

let folder = ''
let open: () => Promise<HistoryStore>
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'basis-store-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const options = () => ({
  file: join(folder, 'history.db'),
  journalId: 'j',
  lastSeq: Number.MAX_SAFE_INTEGER,
  base: { seq: 0, timeMs: 0 },
  simulationStartMs: 0,
})

const credit = (balance: bigint): WalletChanged => ({
  kind: 'WalletChanged',
  account: accountId(7),
  coin: 'USDT',
  cause: 'Deposit',
  cashFlow: amount(1n),
  funding: amount(0n),
  fee: amount(0n),
  change: amount(1n),
  balance: amount(balance),
})

describe.each(historyPlaces)('in $name', (tried) => {
  beforeEach(async () => {
    const server = await tried.prepare()
    open = async () => {
      const opened =
        server === undefined
          ? await openHistoryStore(options(), new Map())
          : await openPostgresHistory(server, options(), new Map())
      return opened.store
    }
  })
  afterAll(() => tried.stop())

  test('P7: pages miss and repeat nothing, however many commands and events there have been', async () => {
    const store = await open()
    // So large that one number could not hold both sequence and place.
    const firstSeq = 2 ** 52
    const events = [0, 1, 2].flatMap((command) =>
      [0, 1, 70_000].map((place, k) => ({
        seq: firstSeq + command,
        timeMs: command,
        place,
        event: credit(BigInt(3 * command + k)),
      })),
    )
    await store.write({
      seq: firstSeq + 2,
      timeMs: 2,
      ...nothingHappened,
      events,
    })
    const found: LogRecord[] = []
    let cursor: string | undefined
    do {
      const page = await store.transactionLog({
        account: accountId(7),
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      })
      found.push(...page.rows)
      cursor = page.next
    } while (cursor !== undefined)
    expect(found.map(({ balance }) => Number(balance))).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0])
    await store.close()
  })

  test('a question may name more markets than a database takes values: options are listed daily', async () => {
    const store = await open()
    const listed = Array.from({ length: 70_000 }, (_, k) => symbolId(`BTC-${k}-C`))
    const events = ['BTC-0-C', 'BTC-69999-C', 'ETH-1-C'].map((symbol, place) => ({
      seq: 1,
      timeMs: 1,
      place,
      event: { ...credit(BigInt(place)), symbol: symbolId(symbol) },
    }))
    await store.write({ seq: 1, timeMs: 1, ...nothingHappened, events })
    const { rows } = await store.transactionLog({ account: accountId(7), symbols: listed })
    expect(rows.map(({ symbol }) => symbol)).toEqual(['BTC-69999-C', 'BTC-0-C'])
    await store.close()
  })

  test('public deliveries and trades are found by market, and an account finds only its own', async () => {
    const store = await open()
    const symbols = ['BTC-1-C', 'BTC-2-C', 'BTC-3-C'].map(symbolId)
    const delivered = symbols.map((symbol, place) => ({
      seq: 1,
      timeMs: 1,
      place,
      event: { kind: 'Delivered', symbol, priceE8: priceE8(place), samples: 1, atMs: 1 } as const,
    }))
    await store.write({ seq: 1, timeMs: 1, ...nothingHappened, events: delivered })
    const of = async (question: Partial<SettlementQuestion<'Delivered'>>) => {
      const page = await store.settlements({ ...question, kind: 'Delivered' })
      return page.rows.map(({ symbol }) => symbol)
    }
    expect(await of({})).toEqual(['BTC-3-C', 'BTC-2-C', 'BTC-1-C'])
    expect(await of({ symbols: [symbolId('BTC-2-C')] })).toEqual(['BTC-2-C'])
    expect(await of({ symbols: symbols.slice(0, 2) })).toEqual(['BTC-2-C', 'BTC-1-C'])
    expect(await of({ symbol: symbolId('BTC-3-C'), limit: 1 })).toEqual(['BTC-3-C'])
    expect(await of({ account: accountId(7) })).toEqual([])
    await store.close()
  })

  test('a window of time has all its rows, wherever it begins and ends', async () => {
    const store = await open()
    // Several commands at one time, several rows of one command, and numbers without a row.
    const times = [10, 10, 20, 30, 30, 30, 50]
    const events = times.flatMap((timeMs, k) =>
      [0, 3].map((place) => ({ seq: 3 * k + 1, timeMs, place, event: credit(BigInt(k)) })),
    )
    await store.write({ seq: 25, timeMs: 60, ...nothingHappened, events })
    for (const fromMs of [0, 10, 11, 20, 30, 31, 50, 51, 99]) {
      for (const toMs of [undefined, 10, 30, 51]) {
        const within = times.flatMap((timeMs, k) =>
          timeMs >= fromMs && timeMs < (toMs ?? Infinity) ? [k, k] : [],
        )
        const asked = { account: accountId(7), fromMs, ...(toMs === undefined ? {} : { toMs }) }
        const { rows } = await store.transactionLog(asked)
        expect(rows.map(({ balance }) => Number(balance))).toEqual(within.toReversed())
      }
    }
    await store.close()
  })

  test('entries of accounts older than the given time are pruned, newer ones stay', async () => {
    const store = await open()
    const [account, day] = [accountId(7), 86_400_000]
    const nowMs = 500 * day
    const daysAgo = [401, 400.5, 399, 1]
    const events = daysAgo.map((days, k) => ({
      seq: k + 1,
      timeMs: nowMs - days * day,
      place: 0,
      event: credit(BigInt(days * 10)),
    }))
    await store.write({ seq: 4, timeMs: nowMs, ...nothingHappened, events })
    const balances = async (): Promise<readonly number[]> =>
      (await store.transactionLog({ account, limit: 50 })).rows.map((row) => Number(row.balance))
    await store.prune(nowMs)
    expect(await balances()).toEqual([10, 3990, 4005, 4010])
    expect(await store.pruneEntries(nowMs - 400 * day)).toBe(false)
    expect(await balances()).toEqual([10, 3990])
    expect(await store.pruneEntries(nowMs - day / 2)).toBe(false)
    expect(await balances()).toEqual([])
    await store.close()
  })

  test('old entries are pruned 5,000 at a time, and each call returns whether more are left', async () => {
    const store = await open()
    const [count, nowMs] = [12_000, 86_400_000]
    const events = Array.from({ length: count }, (_, k) => ({
      seq: k + 1,
      timeMs: k < 11_000 ? 0 : nowMs,
      place: 0,
      event: credit(BigInt(k)),
    }))
    await store.write({ seq: count, timeMs: nowMs, ...nothingHappened, events })
    const isMore: boolean[] = []
    for (let k = 0; k < 3; k += 1) isMore.push(await store.pruneEntries(nowMs))
    expect(isMore).toEqual([true, true, false])
    const kept: number[] = []
    let cursor: string | undefined
    do {
      const asked = {
        account: accountId(7),
        limit: 200,
        ...(cursor === undefined ? {} : { cursor }),
      }
      const page = await store.transactionLog(asked)
      kept.push(...page.rows.map(({ seq }) => seq))
      cursor = page.next
    } while (cursor !== undefined)
    expect(kept).toEqual(Array.from({ length: 1_000 }, (_, k) => count - k))
    await store.close()
  })

  test('each pruning walks through a part of the markets, however many have ever been listed', async () => {
    const store = await open()
    const [day, count] = [86_400_000, 150]
    const nowMs = 500 * day
    const old = { open: 1, high: 1, low: 1, close: 1, volumeLots: 0, turnover: 0n }
    const candles = Array.from({ length: count }, (_, k) => ({
      symbol: `BTC-${k}-C`,
      source: 'mark' as const,
      stepMin: 1,
      candle: { ...old, startMs: nowMs - 40 * day },
    }))
    await store.write({ seq: 1, timeMs: nowMs, ...nothingHappened, candles })
    const left: number[] = []
    for (let k = 0; k < 3; k += 1) {
      await store.prune(nowMs)
      left.push((await store.candles.symbols()).length)
    }
    expect(left).toEqual([50, 0, 0])
    const again = { seq: 2, timeMs: nowMs, ...nothingHappened, candles: candles.slice(0, 9) }
    await store.write(again)
    await store.prune(nowMs)
    expect(await store.candles.symbols()).toEqual([])
    await store.close()
  })

  test('a start reads the markets that had a price within the last day', async () => {
    const store = await open()
    const price = { open: 1, high: 1, low: 1, close: 1, volumeLots: 0, turnover: 0n }
    const candle = (symbol: string, startMs: number, source: 'mark' | 'index' = 'mark') =>
      ({ symbol, source, stepMin: 1, candle: { ...price, startMs } }) as const
    const candles = [
      candle('BTC-1-C', 0),
      candle('BTC-2-C', 60_000),
      candle('BTC-2-C', 120_000),
      candle('BTC-3-C', 60_000, 'index'),
      candle('ETHUSDT', 180_000),
    ]
    expect(await store.candles.symbols()).toEqual([])
    await store.write({ ...nothingHappened, seq: 1, timeMs: 200_000, candles })
    expect(await store.candles.symbols(120_000)).toEqual(['BTC-2-C', 'ETHUSDT'])
    expect(await store.candles.symbols()).toEqual(['BTC-1-C', 'BTC-2-C', 'BTC-3-C', 'ETHUSDT'])
    await store.close()
  })

  test('open interest is kept every five minutes for 30 days, every hour for 400', async () => {
    const store = await open()
    const [day, hour] = [86_400_000, 3_600_000]
    const nowMs = Date.UTC(2026, 10, 23)
    const sample = (daysAgo: number, endsHour: 0 | 1) => {
      const startMs = nowMs - daysAgo * day + (endsHour === 1 ? hour - 300_000 : 0)
      return { symbol: 'BTCUSDT', startMs, lots: 10 * daysAgo + endsHour, endsHour, longE6: null }
    }
    const openInterest = [401, 399, 31, 29].flatMap((days) => [sample(days, 0), sample(days, 1)])
    await store.write({
      seq: 1,
      timeMs: nowMs,
      ...nothingHappened,
      openInterest,
    })
    await store.prune(nowMs)
    const question = { symbol: symbolId('BTCUSDT'), nowMs, limit: 100 }
    const lots = async (resolution: '5' | '1D') =>
      (await store.openInterest.points({ ...question, resolution })).map((point) => point.lots)
    expect(await lots('5')).toEqual([3991, 311, 290, 291])
    expect(await lots('1D')).toEqual([3991, 311, 291])
    await store.close()
  })

  test('equity is kept in steps of five minutes for 7 days, of an hour for 400, of a day without limit', async () => {
    const store = await open()
    const [account, day, minute] = [accountId(7), 86_400_000, 60_000]
    const nowMs = Date.UTC(2026, 10, 23)
    const equity = [401, 8, 6, 0.01].flatMap((daysAgo) =>
      [1440, 60, 5].map((stepMin, at) => {
        const timeMs = nowMs - daysAgo * day + at * 5 * minute
        const figures = { equity: `${daysAgo * 100}.${stepMin}`, putIn: '0', growth: '1' }
        return { account: Number(account), timeMs, stepMin, ...figures }
      }),
    )
    const figures = { equity: '1', putIn: '0', growth: '1' }
    const other = { account: 8, timeMs: nowMs, stepMin: 1440, ...figures }
    const portion = { seq: 1, timeMs: nowMs, ...nothingHappened }
    await store.write({ ...portion, equity: [...equity, other] })
    await store.prune(nowMs)
    const equitySince = async (fromMs?: number) => {
      const question = { account, nowMs, ...(fromMs === undefined ? {} : { fromMs }) }
      return (await store.equity.points(question)).map((point) => point.equity)
    }
    // A day has steps of five minutes, and begins with the level at its start.
    expect(await equitySince(nowMs - day)).toEqual(['600.5', '1.1440', '1.60', '1.5'])
    const byHours = '40100.1440 800.1440 800.60 600.1440 600.60 1.1440 1.60'
    expect((await equitySince(nowMs - 30 * day)).join(' ')).toBe(byHours)
    expect(await equitySince()).toEqual(['40100.1440', '800.1440', '600.1440', '1.1440'])
    expect(await store.equity.points({ account: accountId(9), nowMs })).toEqual([])
    const newest = new Map((await store.equity.newest()).map((row) => [row.account, row.equity]))
    expect(Object.fromEntries(newest)).toEqual({ 7: '1.5', 8: '1' })
    await store.close()
  })

  test('liquidations are summed by their bucket and side, and kept for 400 days', async () => {
    const store = await open()
    const hour = 3_600_000
    const nowMs = Date.UTC(2026, 10, 23, 12, 30)
    const liquidation = (place: number, side: 'Buy' | 'Sell', agoMs: number) => {
      const row = { seq: 1, place, timeMs: nowMs - agoMs, symbol: 'BTCUSDT', side }
      return { ...row, qtyLots: 5, priceE8: 10, valueE4: 70 }
    }
    const liquidations = [
      liquidation(0, 'Buy', 401 * 24 * hour),
      liquidation(1, 'Buy', 2 * hour),
      liquidation(2, 'Buy', 0),
      liquidation(3, 'Buy', 1),
      liquidation(4, 'Sell', 2),
    ]
    await store.write({ ...nothingHappened, seq: 1, timeMs: nowMs, liquidations })
    await store.prune(nowMs)
    const question = { symbol: symbolId('BTCUSDT'), nowMs, resolution: '60' } as const
    const startMs = Date.UTC(2026, 10, 23, 12)
    const both = { longLots: 10, longValueE4: 140, shortLots: 5, shortValueE4: 70 }
    const one = { longLots: 5, longValueE4: 70, shortLots: 0, shortValueE4: 0 }
    expect(await store.publicLiquidations.sums({ ...question, limit: 2 })).toEqual([
      { startMs, ...both },
    ])
    expect(await store.publicLiquidations.sums({ ...question, limit: 1000 })).toEqual([
      { startMs: startMs - 2 * hour, ...one },
      { startMs, ...both },
    ])
    expect(await store.publicLiquidations.newest()).toHaveLength(4)
    await store.close()
  })
})

test('a page of a window in the past reads neither what came before nor what came after it', async () => {
  const { store } = await openHistoryStore(options(), new Map())
  const events = [1, 2, 3].map((seq) => ({ seq, timeMs: seq, place: 0, event: credit(5n) }))
  await store.write({ seq: 3, timeMs: 3, ...nothingHappened, events })
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare')
  const { rows } = await store.transactionLog({ account: accountId(7), fromMs: 2, toMs: 3 })
  const asked = prepared.mock.calls.map(([sql]) => sql).find((sql) => sql.includes('"account" ='))
  prepared.mockRestore()
  await store.close()
  expect(rows.map(({ timeMs }) => timeMs)).toEqual([2])
  const db = new DatabaseSync(options().file)
  const values = Array.from({ length: (asked ?? '').split('?').length - 1 }, () => 1)
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${asked}`).all(...values)
  db.close()
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH wallet_log USING INDEX wallet_log_of_account (account=? AND seq>? AND seq<?)',
  ])
})

describe('the indexes that came later', () => {
  const later = [
    'execution_of_link',
    'execution_of_order',
    'order_record_of_link',
    'public_liquidation_of_time',
    'settlement_of_kind',
    'settlement_of_market',
  ]

  test('an older file gets them when it is opened, and keeps its rows', async () => {
    const opened = await openHistoryStore(options(), new Map())
    const events = [{ seq: 1, timeMs: 1, place: 0, event: credit(5n) }]
    await opened.store.write({ seq: 1, timeMs: 1, ...nothingHappened, events })
    await opened.store.close()
    const older = new DatabaseSync(options().file)
    for (const name of later) older.exec(`DROP INDEX ${name}`)
    older.close()

    const again = await openHistoryStore(options(), new Map())
    expect(again.start).toMatchObject({ seq: 1 })
    expect(again.start.rebuiltBecause).toBeUndefined()
    const { rows } = await again.store.transactionLog({ account: accountId(7) })
    expect(rows.map(({ balance }) => balance)).toEqual([5n])
    await again.store.close()
    const db = new DatabaseSync(options().file)
    const found = db.prepare("SELECT name FROM sqlite_master WHERE type = 'index'").all()
    db.close()
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(later))
  })

  test.each(['order_record', 'execution'])(
    'a client’s order id is looked up in %s without reading the account’s other rows',
    async (table) => {
      const { store } = await openHistoryStore(options(), new Map())
      await store.close()
      const db = new DatabaseSync(options().file)
      const plan = db
        .prepare(
          `EXPLAIN QUERY PLAN SELECT * FROM ${table} WHERE account = 7 AND link_id = 'mine'
             AND symbol IN ('BTCUSDT', 'ETHUSDT') ORDER BY seq DESC, place DESC LIMIT 21`,
        )
        .all()
      db.close()
      expect(plan.map(({ detail }) => detail)).toEqual([
        `SEARCH ${table} USING INDEX ${table}_of_link (account=? AND link_id=?)`,
      ])
    },
  )

  test.each(historyPlaces.slice(1))(
    'older tables in $name get them from the writer',
    async (tried) => {
      const server = await tried.prepare()
      if (server === undefined) return
      const opened = await openPostgresHistory(server, options(), new Map())
      const events = [{ seq: 1, timeMs: 1, place: 0, event: credit(5n) }]
      await opened.store.write({ seq: 1, timeMs: 1, ...nothingHappened, events })
      await opened.store.close()
      const pool = new PostgresPool(server.url, { name: 'test', most: 1 })
      const schema = `history_${tablesVersion}`
      for (const name of later) await pool.ask(`DROP INDEX ${schema}.${name}`)

      const again = await openPostgresHistory(server, options(), new Map())
      const { rows } = await again.store.transactionLog({ account: accountId(7) })
      expect(rows.map(({ balance }) => balance)).toEqual([5n])
      await again.store.close()
      const found = await pool.ask('SELECT indexname FROM pg_indexes WHERE schemaname = $1', [
        schema,
      ])
      await pool.close()
      expect(found.map((row) => row['indexname'])).toEqual(expect.arrayContaining(later))
      await tried.stop()
    },
  )
})
