// The read model of a real engine, on real files and on a real PostgreSQL: pages, candles joined
// with the seed, restarts, gaps.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { accountId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import {
  bucketStart,
  dayMs,
  foldCandles,
  minuteMs,
  resolutions,
  type Candle,
  type Resolution,
} from '@basis/domain/instrument/candle'
import { amount, priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Side } from '@basis/domain/orders/order'
import { createPrng } from '@basis/domain/numbers/prng'
import type { Command } from '@basis/engine/commands'
import { createEngine, type ApplyResult } from '@basis/engine/engine'
import type { EventBatch } from '@basis/engine/events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { proofLength } from '../../../../checks/proof-length.ts'
import { historyFile, historyPlaces } from '../../testing/history-stores.ts'
import { listingOf } from '../instruments/listings.ts'
import { createPricePath } from '../simulator/price-path.ts'
import type { HistoryBase } from './history-store.ts'
import type { HistoryServer } from './postgres/postgres-history.ts'
import { openReadModel, type OpenedReadModel } from './open-read-model.ts'
import { HistoryUnavailable, type HistoryQuestion, type Page } from './read-model.ts'

const listing = listingOf('BTCUSDT')
if (listing === undefined) throw new Error('BTCUSDT is not listed')
const { instrument } = listing
const { symbol } = instrument
const simulationStartMs = Date.UTC(2026, 10, 21, 9, 37, 12)
const [alice, bob, robot] = [accountId(1), accountId(2), accountId(3)]
const plan = {
  seed: 42,
  coin: 'BTC',
  symbol,
  tickSizeE8: instrument.tickSizeE8,
  lotSizeE8: instrument.lotSizeE8,
  kind: instrument.kind,
  quoteCoin: instrument.quoteCoin,
  startPriceTicks: listing.startPriceTicks,
  simulationStartMs,
}
const seedModule = new URL('../simulator/price-path.ts', import.meta.url).href

let folder = ''
let place = historyFile
let server: HistoryServer | undefined
let notices: string[] = []
let isOpen: OpenedReadModel[] = []
beforeEach(async () => {
  server = await place.prepare()
  folder = mkdtempSync(join(tmpdir(), 'basis-history-'))
  notices = []
  isOpen = []
})
afterEach(async () => {
  for (const { readModel } of isOpen) await readModel.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function open(
  lastSeq = Number.MAX_SAFE_INTEGER,
  journalId = 'j',
  base: HistoryBase = { seq: 0, timeMs: simulationStartMs },
  mostUnrecorded = 100_000,
): Promise<OpenedReadModel> {
  const opened = await openReadModel({
    folder,
    server,
    journalId,
    lastSeq,
    base,
    mostUnrecorded,
    simulationStartMs,
    markets: [instrument],
    plans: [plan],
    seedModule,
    onNotice: (message) => void notices.push(message),
  })
  isOpen.push(opened)
  return opened
}

async function close({ readModel }: OpenedReadModel): Promise<void> {
  await readModel.stop()
  isOpen = isOpen.filter((one) => one.readModel !== readModel)
}

/** An exchange without a disk, with the same events as the real one. */
function venue() {
  const engine = createEngine()
  const batches: ApplyResult[] = []
  let timeMs = simulationStartMs + 1
  const run = (command: Command): ApplyResult => {
    const applied = engine.apply({ seq: engine.lastSeq() + 1, timeMs, command })
    expect(applied.problem).toBeUndefined()
    batches.push(applied)
    return applied
  }
  run({ kind: 'ListInstrument', instrument })
  for (const [account, role] of [
    [alice, 'trader'],
    [bob, 'trader'],
    [robot, 'robot'],
  ] as const) {
    run({ kind: 'OpenAccount', account, role })
    run({ kind: 'Deposit', account, coin: 'USDT', amount: amount(10n ** 15n) })
  }
  const price = (ticks: number) =>
    run({
      kind: 'UpdatePrices',
      prices: [{ symbol, indexE8: priceE8(ticks * instrument.tickSizeE8) }],
    })
  price(650_000)
  let traded = symbol
  const order = (account: AccountId, side: Side, ticks: number, qty: number) =>
    run({
      kind: 'PlaceOrder',
      account,
      symbol: traded,
      side,
      orderType: 'Limit',
      timeInForce: 'GoodTillCancel',
      priceTicks: priceTicks(ticks),
      qtyLots: qtyLots(qty),
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      linkId: '',
      selfTrade: 'None',
    })
  const trade = (maker: AccountId, taker: AccountId, ticks: number, qty: number) => {
    order(maker, 'Sell', ticks, qty)
    order(taker, 'Buy', ticks, qty)
  }
  return {
    batches,
    run,
    price,
    order,
    trade,
    /** Later orders are for this symbol. */
    turnTo: (other: typeof symbol) => {
      traded = other
    },
    pass: (ms: number) => {
      timeMs += ms
    },
    nowMs: () => timeMs,
  }
}

function applyAll({ readModel }: OpenedReadModel, batches: readonly EventBatch[]): void {
  for (const batch of batches) readModel.apply(batch)
}

async function walk<Row>(
  ask: (question: HistoryQuestion) => Promise<Page<Row>>,
  question: HistoryQuestion,
): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const page = await ask(cursor === undefined ? question : { ...question, cursor })
    rows.push(...page.rows)
    cursor = page.next
  } while (cursor !== undefined)
  return rows
}

describe.each(historyPlaces)('in $name', (tried) => {
  beforeAll(() => void (place = tried))
  afterAll(async () => {
    place = historyFile
    await tried.stop()
  })

  test('executions, closed PnL, ledger and ended orders are in the history at once, newest first', async () => {
    const opened = await open()
    const market = venue()
    market.trade(alice, bob, 650_000, 10)
    market.trade(bob, alice, 650_100, 4)
    applyAll(opened, market.batches)
    const { readModel } = opened
    const orders = await readModel.orderHistory({ account: bob })
    expect(orders.rows.map(({ order }) => [order.side, order.status, order.filledLots])).toEqual([
      ['Sell', 'Filled', 4],
      ['Buy', 'Filled', 10],
    ])
    expect(orders.seq).toBe(market.batches.at(-1)?.seq)
    const fills = await readModel.executions({ account: bob })
    expect(fills.rows.map(({ fill }) => [fill.priceTicks, fill.qtyLots, fill.isMaker])).toEqual([
      [650_100, 4, true],
      [650_000, 10, false],
    ])
    const [closed] = (await readModel.closedPnl({ account: bob })).rows
    expect(closed?.tradePnl).toBe(100n * 4n * 10_000n)
    expect(closed?.closedLots).toBe(4)
    const log = (await readModel.transactionLog({ account: bob })).rows
    expect(log.map(({ cause }) => cause)).toEqual(['Trade', 'Trade', 'Deposit'])
    const sum = log.reduce((total, { change }) => total + change, 0n)
    expect(log[0]?.balance).toBe(sum)
    const deposits = await readModel.transactionLog({
      account: bob,
      cause: 'Deposit',
      coin: 'USDT',
    })
    expect(deposits.rows).toHaveLength(1)
    expect((await readModel.transactionLog({ account: bob, coin: 'BTC' })).rows).toEqual([])
  })

  test('a delivered contract leaves the live market after a day, its history stays', async () => {
    const opened = await open()
    const market = venue()
    const deliveryMs = market.nowMs() + dayMs
    const future = { ...instrument, symbol: symbolId('BTCUSDT-22NOV26'), deliveryMs }
    const listed = { ...future, contractType: 'LinearFutures' as const, fundingIntervalMin: 0 }
    market.run({ kind: 'ListInstrument', instrument: listed })
    const priced = [{ symbol: future.symbol, indexE8: priceE8(65e11) }]
    market.run({ kind: 'UpdatePrices', prices: priced })
    market.turnTo(future.symbol)
    market.trade(alice, bob, 650_000, 10)
    const passTo = (ms: number): void => {
      market.pass(ms)
      market.run({ kind: 'AdvanceTime' })
    }
    passTo(dayMs)
    passTo(10 * minuteMs)
    const { readModel } = opened
    applyAll(opened, market.batches.splice(0))
    const delivered = await readModel.settlements({ kind: 'Delivered', symbols: [future.symbol] })
    expect(delivered.rows).toHaveLength(1)
    expect(readModel.recentTrades(future.symbol, 1)).toHaveLength(1)
    expect(readModel.openInterestAt(future.symbol, market.nowMs())).toBeUndefined()
    passTo(dayMs)
    passTo(minuteMs)
    applyAll(opened, market.batches)
    expect(readModel.recentTrades(future.symbol, 1)).toEqual([])
    expect(readModel.tickers().map((ticker) => ticker.symbol)).toEqual([symbol])
    const asked = { symbol: future.symbol, source: 'last', resolution: '1D' } as const
    expect(await readModel.candles(asked)).not.toEqual([])
  })

  test('every record has the fields of its event', async () => {
    const opened = await open()
    const market = venue()
    market.trade(alice, bob, 650_000, 10)
    market.trade(bob, alice, 650_100, 4)
    applyAll(opened, market.batches)
    const { readModel } = opened
    const events = market.batches.flatMap(({ seq, timeMs, events }) =>
      events.map((event, place) => ({ seq, place, timeMs, ...event })),
    )
    const recordsOf = (kind: string) =>
      events
        .filter((event) => event.kind === kind && 'account' in event && event.account === bob)
        .map(({ kind: _kind, ...rest }) => rest)
        .toReversed()
    expect((await readModel.transactionLog({ account: bob })).rows).toEqual(
      recordsOf('WalletChanged'),
    )
    const closings = recordsOf('PnlClosed').map(({ place: _place, ...row }) => ({
      ...row,
      updatedMs: row.timeMs,
    }))
    expect((await readModel.closedPnl({ account: bob })).rows).toEqual(closings)
    const filled = events.filter((event) => event.kind === 'OrderFilled')
    const [order] = (await readModel.orderHistory({ account: bob })).rows
    expect(order?.order).toEqual(filled.findLast(({ order }) => order.account === bob)?.order)
    const [fill] = (await readModel.executions({ account: bob })).rows
    expect(fill?.fill).toEqual(filled.findLast(({ order }) => order.account === bob)?.fill)
  })

  /** The closed PnL events of one account, oldest first. */
  const closingsOf = (batches: readonly ApplyResult[], account: AccountId) =>
    batches.flatMap(({ events }) =>
      events.flatMap((event) =>
        event.kind === 'PnlClosed' && event.account === account ? [event] : [],
      ),
    )

  const sums = [
    'entryValue',
    'exitValue',
    'tradePnl',
    'openFee',
    'closeFee',
    'funding',
    'closedPnl',
  ] as const

  const sumsOf = (rows: readonly Readonly<Record<(typeof sums)[number], bigint>>[]) =>
    sums.map((name) => rows.reduce((total, row) => total + row[name], 0n))

  test('a closing order with three fills has one closed PnL record, which is their sum (1.5)', async () => {
    const opened = await open()
    const market = venue()
    market.trade(alice, bob, 650_000, 10)
    for (const ticks of [650_300, 650_200, 650_100]) market.order(alice, 'Buy', ticks, 3)
    market.order(bob, 'Sell', 650_100, 8)
    applyAll(opened, market.batches)
    const { rows } = await opened.readModel.closedPnl({ account: bob })
    const fills = closingsOf(market.batches, bob)
    expect(fills.map(({ closedLots }) => closedLots)).toEqual([3, 3, 2])
    expect(rows.map(({ closedLots }) => closedLots)).toEqual([8])
    expect(sumsOf(rows)).toEqual(sumsOf(fills))
    // 3 at 30 above the entry, 3 at 20, 2 at 10, of 0.001 BTC each.
    expect(rows[0]?.tradePnl).toBe(17_000_000n)
    expect(rows[0]?.entryPriceE8).toBe(65_000 * 100_000_000)
    const other = (await opened.readModel.closedPnl({ account: alice })).rows
    expect(other.map(({ closedLots }) => closedLots)).toEqual([2, 3, 3])
  })

  test('a limit order that closes over hours has one closed PnL record, which is updated', async () => {
    const opened = await open()
    const market = venue()
    market.trade(alice, bob, 650_000, 10)
    market.order(bob, 'Sell', 650_500, 6)
    market.order(alice, 'Buy', 650_500, 2)
    applyAll(opened, market.batches)
    const [first] = (await opened.readModel.closedPnl({ account: bob })).rows
    const firstMs = market.nowMs()
    expect(first).toMatchObject({ closedLots: 2, timeMs: firstMs, updatedMs: firstMs })
    const appliedCount = market.batches.length
    market.pass(3 * 3_600_000)
    // The position grows in between: what is left of the order closes at another entry price.
    market.order(alice, 'Sell', 650_200, 5)
    market.order(bob, 'Buy', 650_200, 5)
    market.order(alice, 'Buy', 650_500, 4)
    applyAll(opened, market.batches.slice(appliedCount))
    // It is found again after a restart.
    await close(opened)
    const again = await open()
    const { rows } = await again.readModel.closedPnl({ account: bob })
    const fills = closingsOf(market.batches, bob)
    expect(fills.map(({ closedLots }) => closedLots)).toEqual([2, 4])
    expect(fills[0]?.entryPriceE8).not.toBe(fills[1]?.entryPriceE8)
    const times = { timeMs: firstMs, updatedMs: market.nowMs() }
    const expected = { seq: first?.seq, closedLots: 6, openedMs: first?.openedMs, ...times }
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject(expected)
    expect(rows[0]?.entryPriceE8).toBeUndefined()
    expect(sumsOf(rows)).toEqual(sumsOf(fills))
  })

  test('a reversal has one closed PnL record, and the position it opened has its own later', async () => {
    const opened = await open()
    const market = venue()
    market.trade(alice, bob, 650_000, 10)
    for (const ticks of [650_200, 650_100]) market.order(alice, 'Buy', ticks, 8)
    market.order(bob, 'Sell', 650_100, 16)
    market.trade(alice, bob, 649_900, 6)
    applyAll(opened, market.batches)
    const { rows } = await opened.readModel.closedPnl({ account: bob })
    expect(rows.map(({ side, closedLots }) => [side, closedLots])).toEqual([
      ['Sell', 6],
      ['Buy', 10],
    ])
    expect(sumsOf(rows)).toEqual(sumsOf(closingsOf(market.batches, bob)))
  })

  test('parts that are liquidated, taken over, deleveraged or delivered stay separate closed PnL records', async () => {
    const opened = await open()
    const market = venue()
    market.trade(alice, bob, 650_000, 10)
    market.trade(bob, alice, 650_100, 4)
    applyAll(opened, market.batches)
    const [closing] = closingsOf(market.batches, bob)
    if (closing === undefined) throw new Error('nothing was closed')
    const forced = (['Liquidation', 'TakeOver', 'Adl', 'Delivery'] as const).flatMap((cause) => {
      const orderId = cause === 'Liquidation' ? closing.orderId : (0 as typeof closing.orderId)
      return [1, 2].map(() => ({ ...closing, cause, orderId }))
    })
    const seq = market.batches.length + 1
    opened.readModel.apply({ seq, timeMs: market.nowMs(), events: forced })
    const { rows } = await opened.readModel.closedPnl({ account: bob })
    expect(rows).toHaveLength(9)
    expect(rows.every(({ closedLots }) => closedLots === 4)).toBe(true)
  })

  test('a closed PnL record that grows while pages are read is neither missed nor repeated', async () => {
    const opened = await open()
    const market = venue()
    market.trade(alice, bob, 650_000, 100)
    market.order(bob, 'Sell', 650_700, 10)
    market.order(alice, 'Buy', 650_700, 5)
    for (let i = 0; i < 6; i += 1) market.trade(bob, alice, 650_000 + i, 1)
    applyAll(opened, market.batches)
    const { closedPnl } = opened.readModel
    const before = await walk(closedPnl, { account: bob, limit: 200 })
    expect(before).toHaveLength(7)
    const seen: (readonly [order: number, closed: number])[] = []
    let cursor: string | undefined
    do {
      const question = { account: bob, limit: 2, ...(cursor === undefined ? {} : { cursor }) }
      const page = await closedPnl(question)
      seen.push(...page.rows.map(({ orderId, closedLots }) => [orderId, closedLots] as const))
      cursor = page.next
      const appliedCount = market.batches.length
      market.order(alice, 'Buy', 650_700, 1)
      applyAll(opened, market.batches.slice(appliedCount))
    } while (cursor !== undefined)
    expect(seen.map(([order]) => order)).toEqual(before.map(({ orderId }) => orderId))
    // The oldest is on the fourth page, and has grown after each of the three before.
    expect(seen.at(-1)?.[1]).toBe(8)
  })

  test('a rejected order is in the history with its problem', async () => {
    const opened = await open()
    const market = venue()
    applyAll(opened, market.batches)
    const seq = market.batches.length + 1
    const placed = market
      .order(alice, 'Buy', 650_000, 1)
      .events.find((event) => event.kind === 'OrderPlaced')
    if (placed?.kind !== 'OrderPlaced') throw new Error('the order was not placed')
    const problem = { name: 'insufficientBalance', params: { need: '1' } } as const
    const order = { ...placed.order, id: 0 as never, status: 'Rejected' as const }
    opened.readModel.apply({
      seq,
      timeMs: market.nowMs(),
      events: [{ kind: 'OrderRejected', order, problem }],
    })
    const { rows } = await opened.readModel.orderHistory({ account: alice })
    expect(rows).toEqual([{ seq, place: 0, timeMs: market.nowMs(), order, problem }])
  })

  test('robots have no account history, but their trades are public', async () => {
    const opened = await open()
    const market = venue()
    market.trade(robot, robot, 650_000, 3)
    market.trade(robot, alice, 650_200, 2)
    applyAll(opened, market.batches)
    const { readModel } = opened
    expect((await readModel.executions({ account: robot })).rows).toEqual([])
    expect((await readModel.orderHistory({ account: robot })).rows).toEqual([])
    expect((await readModel.transactionLog({ account: robot })).rows).toEqual([])
    expect((await readModel.executions({ account: alice })).rows).toHaveLength(1)
    expect(readModel.recentTrades(symbol, 10).map(({ priceTicks }) => priceTicks)).toEqual([
      650_200, 650_000,
    ])
  })

  test('pages by cursor repeat and miss no row while rows arrive (P7)', async () => {
    const opened = await open()
    const market = venue()
    for (let i = 0; i < 60; i += 1) market.trade(alice, bob, 650_000 + i, 1)
    applyAll(opened, market.batches)
    const { executions } = opened.readModel
    const expected = (await walk(executions, { account: bob, limit: 200 })).map(({ seq }) => seq)
    expect(expected).toHaveLength(60)
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const question = { account: bob, limit: 7, ...(cursor === undefined ? {} : { cursor }) }
      const page = await executions(question)
      seen.push(...page.rows.map(({ seq }) => seq))
      cursor = page.next
      const appliedCount = market.batches.length
      market.trade(alice, bob, 650_000, 1)
      applyAll(opened, market.batches.slice(appliedCount))
    } while (cursor !== undefined)
    expect(seen).toEqual(expected)
    const middle = await executions({ account: bob, fromMs: 0, toMs: market.nowMs() })
    expect(middle.rows).toEqual([])
  })

  test('seeded candles join live ones without a gap, and every resolution is the fold of its minutes', async () => {
    const opened = await open()
    const market = venue()
    const prng = createPrng(7)
    let ticks = 650_000
    const path = createPricePath(plan)
    // Minutes from the first of the month on, so that also its weeks and itself are whole.
    const monthMs = Date.UTC(2026, 10, 1)
    const naive = path.candles({
      resolution: '1',
      fromMs: monthMs,
      toMs: simulationStartMs,
      limit: 31 * 1_440,
    })
    expect(naive[0]?.startMs).toBe(monthMs)
    const live: Candle[] = []
    let appliedCount = 0
    const restartEvery = proofLength(97, 197)
    for (let i = 0; i < 400; i += 1) {
      market.pass(prng.nextBelow(9 * minuteMs))
      ticks += prng.nextBelow(61) - 30
      const lots = 1 + prng.nextBelow(5)
      market.price(ticks)
      market.trade(robot, robot, ticks, lots)
      live.push({
        startMs: bucketStart('1', market.nowMs()),
        open: ticks,
        high: ticks,
        low: ticks,
        close: ticks,
        volumeLots: lots,
        turnover: BigInt(ticks) * BigInt(lots) * 10_000n,
      })
      if (i % restartEvery !== restartEvery - 1) continue
      applyAll(opened, market.batches.slice(appliedCount))
      appliedCount = market.batches.length
      // A restart in the middle must not change any candle.
      await close(opened)
      Object.assign(opened, await open())
    }
    applyAll(opened, market.batches.slice(appliedCount))
    for (const resolution of resolutions) {
      const expected = folded([...naive, ...live], resolution, market.nowMs())
      const question = { symbol, source: 'last', resolution, limit: 1000 } as const
      const candles = await opened.readModel.candles(question)
      const whole = expected.filter(({ startMs }) => startMs >= monthMs)
      const compared = whole.slice(-1000)
      expect(candles.slice(-compared.length)).toEqual(compared)
      const opens = candles.slice(1).map((candle) => candle.open)
      expect(opens).toEqual(candles.slice(0, -1).map((candle) => candle.close))
      const open = () => opened.readModel.liveCandle(symbol, 'last', resolution)
      // The past of a week and of a month is loaded at the first request.
      await expect.poll(open).toEqual(candles.at(-1))
    }
    for (const source of ['mark', 'index'] as const) {
      const candles = await opened.readModel.candles({ symbol, source, resolution: '60' })
      expect(candles).toHaveLength(200)
      expect(candles.every(({ volumeLots }) => volumeLots === 0)).toBe(true)
      expect(candles.at(-1)?.close).toBeGreaterThan(600_000)
    }
    const older = await opened.readModel.candles({
      symbol,
      source: 'last',
      resolution: '1D',
      toMs: simulationStartMs - 300 * dayMs,
      limit: 400,
    })
    expect(older).toHaveLength(400)
  })

  /** The slow, simple fold: every minute in order, gaps filled with the previous close. */
  function folded(minutes: readonly Candle[], resolution: Resolution, nowMs: number): Candle[] {
    const buckets: Candle[] = []
    const push = (candle: Candle): void => {
      const startMs = bucketStart(resolution, candle.startMs)
      const last = buckets.at(-1)
      if (last?.startMs === startMs) buckets[buckets.length - 1] = foldCandles(last, candle)
      else buckets.push({ ...candle, startMs })
    }
    let close = minutes[0]?.open ?? 0
    let next = minutes[0]?.startMs ?? 0
    const flatTo = (startMs: number): void => {
      for (; next < startMs; next += minuteMs) {
        push({
          startMs: next,
          open: close,
          high: close,
          low: close,
          close,
          volumeLots: 0,
          turnover: 0n,
        })
      }
    }
    for (const candle of minutes) {
      flatTo(candle.startMs)
      push({
        ...candle,
        open: close,
        high: Math.max(candle.high, close),
        low: Math.min(candle.low, close),
      })
      close = candle.close
      next = Math.max(next, candle.startMs + minuteMs)
    }
    flatTo(bucketStart('1', nowMs) + minuteMs)
    return buckets
  }

  test('the 24 hours of a ticker include the seeded candles and move with time', async () => {
    const opened = await open()
    const market = venue()
    applyAll(opened, market.batches)
    const before = opened.readModel.ticker(symbol)
    const path = createPricePath(plan)
    const day = path.candles({
      resolution: '1',
      fromMs: simulationStartMs - dayMs,
      toMs: simulationStartMs,
      limit: 9_000,
    })
    expect(before?.highTicks).toBe(Math.max(...day.map(({ high }) => high)))
    expect(before?.volumeLots).toBe(day.reduce((sum, { volumeLots }) => sum + volumeLots, 0))
    expect(before?.lastTicks).toBe(650_000)
    const appliedCount = market.batches.length
    market.pass(3 * minuteMs)
    market.trade(robot, robot, 651_000, 7)
    applyAll(opened, market.batches.slice(appliedCount))
    const after = opened.readModel.ticker(symbol)
    expect(after?.lastTicks).toBe(651_000)
    const kept = day.filter(({ startMs }) => startMs >= market.nowMs() - dayMs)
    expect(after?.volumeLots).toBe(kept.reduce((sum, { volumeLots }) => sum + volumeLots, 0) + 7)
    expect(after?.openTicks).toBe(kept[0]?.open)
    await close(opened)
    const again = await open()
    expect(again.readModel.ticker(symbol)).toEqual(after)
    expect(again.readModel.recentTrades(symbol, 5)).toEqual(
      opened.readModel.recentTrades(symbol, 5),
    )
  })

  test('a symbol listed during trading, such as an option, keeps its figures over a restart', async () => {
    const later = listingOf('ETHUSDT')?.instrument
    if (later === undefined) throw new Error('ETHUSDT is not listed')
    const market = venue()
    market.run({ kind: 'ListInstrument', instrument: later })
    market.run({
      kind: 'UpdatePrices',
      prices: [{ symbol: later.symbol, indexE8: priceE8(300_000 * later.tickSizeE8) }],
    })
    market.turnTo(later.symbol)
    const buy = (lots: number) => market.trade(alice, bob, 300_000, lots)
    const figuresOf = ({ readModel }: OpenedReadModel) => ({
      ticker: readModel.ticker(later.symbol),
      trades: readModel.recentTrades(later.symbol, 9).map((trade) => trade.qtyLots),
      interest: readModel.openInterestAt(later.symbol, market.nowMs()),
      traded: readModel.tradedVolume(bob).derivatives,
      hour: readModel.liveCandle(later.symbol, 'last', '60')?.volumeLots,
    })
    const first = await open()
    buy(7)
    applyAll(first, market.batches)
    const before = figuresOf(first)
    expect(before.ticker?.volumeLots).toBe(7)
    expect(before).toMatchObject({ trades: [7], interest: 7, hour: 7 })
    expect(before.traded).toBeGreaterThan(0n)
    const appliedCount = market.batches.length
    await close(first)

    // After a start from a snapshot the listing is not replayed: the listed symbols are passed in.
    const second = await open()
    second.list([instrument, later])
    expect(figuresOf(second)).toEqual(before)
    buy(2)
    applyAll(second, market.batches.slice(appliedCount))
    const after = figuresOf(second)
    expect(after.ticker?.volumeLots).toBe(9)
    expect(after).toMatchObject({ trades: [2, 7], interest: 9, hour: 9 })
    expect(after.traded).toBeGreaterThan(before.traded)
    await close(second)

    // In a replay from the first command it is known from its listing.
    const third = await open()
    applyAll(third, market.batches)
    expect(figuresOf(third)).toEqual(after)
  })

  test('a gap in the sequence stops the history and is reported', async () => {
    const opened = await open()
    const market = venue()
    applyAll(opened, market.batches.slice(0, 3))
    applyAll(opened, market.batches.slice(4))
    expect(opened.readModel.status().mode).toBe('unavailable')
    expect(opened.readModel.status().reason).toContain('4')
    expect(notices.join()).toContain('were not told')
    await expect(opened.readModel.record()).rejects.toThrow('were not told')
  })

  test('a batch that fails leaves no gap: the next start records it and the batches after it', async () => {
    const market = venue()
    const [listed, opening, ...rest] = market.batches
    const first = await open()
    applyAll(
      first,
      [listed, opening].filter((batch) => batch !== undefined),
    )
    await first.readModel.record()
    const recorded = first.readModel.status().recordedSeq
    first.measureBy({
      equityOf: () => undefined,
      usdE8Of: () => {
        throw new Error('no price of a coin')
      },
    })
    applyAll(first, rest)
    expect(first.readModel.status()).toMatchObject({
      mode: 'unavailable',
      recordedSeq: recorded,
    })
    expect(notices.join()).toContain('could not be recorded: Error: no price of a coin')
    await expect(first.readModel.record()).rejects.toThrow('no price of a coin')
    market.trade(alice, bob, 650_000, 3)
    applyAll(first, market.batches.slice(first.readModel.status().appliedSeq))
    // Trading continues: the current price is known, and nothing is written.
    expect(first.readModel.ticker(symbol)?.lastTicks).toBe(650_000)
    await close(first)

    const second = await open()
    expect(second.recordedSeq).toBe(recorded)
    applyAll(second, market.batches)
    await second.readModel.record()
    const { rows } = await second.readModel.transactionLog({ account: alice })
    expect(rows.filter(({ cause }) => cause === 'Deposit')).toHaveLength(1)
    expect((await second.readModel.executions({ account: bob })).rows).toHaveLength(1)
  })

  test('the long share of position holders is sampled, and continues after a restart', async () => {
    const market = venue()
    const fiveMinutes = 300_000
    const sharesOf = async ({ readModel }: OpenedReadModel) => {
      const question = { symbol, resolution: '5' } as const
      const points = await readModel.openInterest(question)
      return points.map(({ longE6 }) => longE6)
    }
    const opened = await open()
    market.trade(alice, bob, 650_000, 10)
    market.trade(robot, bob, 650_000, 10)
    market.pass(fiveMinutes)
    market.price(650_000)
    applyAll(opened, market.batches)
    // One account is long, two are short.
    expect((await sharesOf(opened))[0]).toBe(333_333)
    const appliedCount = market.batches.length
    await close(opened)

    // The replay begins with the first command, so that all positions are known from it.
    const again = await open()
    applyAll(again, market.batches.slice(0, appliedCount))
    market.trade(bob, robot, 650_000, 10)
    market.pass(fiveMinutes)
    market.price(650_000)
    applyAll(again, market.batches.slice(appliedCount))
    expect((await sharesOf(again)).slice(0, 2)).toEqual([333_333, 500_000])
    await close(again)
    const last = await open()
    last.introducePositions([
      { account: alice, symbol, positionIdx: 0, side: 'Sell', sizeLots: qtyLots(10) },
      { account: bob, symbol, positionIdx: 0, side: 'Buy', sizeLots: qtyLots(10) },
    ])
    const next = market.batches.length
    market.pass(fiveMinutes)
    market.price(650_000)
    applyAll(last, market.batches.slice(next))
    expect((await sharesOf(last)).slice(0, 3)).toEqual([333_333, 500_000, 500_000])
  })

  test('the history is behind while more than the allowed number of events wait to be recorded', async () => {
    const opened = await open(undefined, 'j', undefined, 10)
    const { readModel } = opened
    const market = venue()
    for (let k = 0; k < 20; k += 1) market.trade(alice, bob, 650_000, 1)
    expect(readModel.isBehind()).toBe(false)
    applyAll(opened, market.batches)
    const recorded = readModel.record()
    expect(readModel.isBehind()).toBe(true)
    await recorded
    expect(readModel.isBehind()).toBe(false)
  })

  test('an unknown symbol has no candles and no ticker', async () => {
    const { readModel } = await open()
    const symbol = symbolId('NONEUSDT')
    expect(await readModel.candles({ symbol, source: 'last', resolution: '1' })).toEqual([])
    expect(readModel.ticker(symbol)).toBeUndefined()
    expect(readModel.liveCandle(symbol, 'last', '1')).toBeUndefined()
    expect(readModel.recentTrades(symbol, 5)).toEqual([])
  })
})

test('batches that are applied again are recorded once, and a rebuilt history has the same rows', async () => {
  const first = await open()
  const market = venue()
  for (let i = 0; i < 20; i += 1) market.trade(alice, bob, 650_000 + i, 1)
  applyAll(first, market.batches.slice(0, 25))
  await close(first)
  const second = await open()
  expect(second.recordedSeq).toBe(25)
  applyAll(second, market.batches)
  const rows = await walk(second.readModel.executions, { account: bob })
  expect(rows).toHaveLength(20)
  await close(second)

  rmSync(join(folder, 'history.db'))
  const third = await open()
  expect(third.recordedSeq).toBe(0)
  expect(notices.join()).toContain('missing')
  applyAll(third, market.batches)
  // Rebuilt from an empty file it is the same, row for row (P2).
  expect(await walk(third.readModel.executions, { account: bob })).toEqual(rows)
})

test('the last price at the placement of an order is kept over restarts, for open and ended orders', async () => {
  const market = venue()
  const idOf = ({ events }: ApplyResult) => {
    const placed = events.find(({ kind }) => kind === 'OrderPlaced')
    if (placed?.kind !== 'OrderPlaced') throw new Error('nothing was placed')
    return placed.order.id
  }
  market.trade(alice, bob, 650_000, 1)
  const early = idOf(market.order(alice, 'Buy', 640_000, 1))
  market.trade(alice, bob, 650_010, 1)
  const late = idOf(market.order(alice, 'Buy', 640_000, 1))
  const first = await open()
  applyAll(first, market.batches)
  const known = ({ readModel }: OpenedReadModel) =>
    [early, late].map((id) => readModel.lastTicksWhenPlaced(id))
  expect(known(first)).toEqual([650_000, 650_010])
  await close(first)

  const second = await open()
  expect(known(second)).toEqual([650_000, 650_010])
  market.run({ kind: 'CancelOrder', account: alice, order: { orderId: early } })
  applyAll(second, market.batches.slice(-1))
  const { rows } = await second.readModel.orderHistory({ account: alice, orderId: early })
  expect(rows).toMatchObject([{ lastTicks: 650_000 }])
  await close(second)

  const third = await open()
  expect(known(third)).toEqual([undefined, 650_010])
})

test('the history of another journal and a broken file are discarded', async () => {
  const first = await open()
  applyAll(first, venue().batches)
  await close(first)
  expect((await open(5, 'j')).recordedSeq).toBe(0)
  expect(notices.join()).toContain('has seen')
  await close(isOpen[0] ?? first)
  const second = await open(100, 'other')
  expect(second.recordedSeq).toBe(0)
  applyAll(second, venue().batches)
  await close(second)
  expect(notices.join()).toContain('another journal')
  for (const name of readdirSync(folder)) {
    if (name !== 'history.db') rmSync(join(folder, name))
  }
  writeFileSync(join(folder, 'history.db'), Buffer.alloc(8192, 7))
  expect((await open(100, 'other')).recordedSeq).toBe(0)
  expect(existsSync(join(folder, 'history.db'))).toBe(true)
})

test('a history lost after its journal was pruned begins where the journal begins', async () => {
  const first = await open()
  const market = venue()
  market.trade(alice, bob, 650_000, 10)
  applyAll(first, market.batches)
  await first.readModel.record()
  const base = { seq: market.batches.length, timeMs: market.nowMs() }
  market.trade(bob, alice, 650_100, 4)
  applyAll(first, market.batches)
  await first.readModel.record()
  await close(first)
  // The same history continues; that of another journal is made again from the base.
  const same = await open(undefined, 'j', base)
  expect([same.recordedSeq, same.isEmpty]).toEqual([market.batches.length, false])
  await close(same)
  const rebuilt = await open(undefined, 'another', base)
  expect([rebuilt.recordedSeq, rebuilt.isEmpty]).toEqual([base.seq, true])
  rebuilt.introduce([alice, bob], [[symbol, 10]])
  applyAll(rebuilt, market.batches)
  // Ten lots were open there, four were closed since.
  expect(rebuilt.readModel.openInterestAt(symbol, Number.MAX_SAFE_INTEGER)).toBe(6)
  const fills = await rebuilt.readModel.executions({ account: bob })
  expect(fills.rows.map(({ fill }) => fill.priceTicks)).toEqual([650_100])
  expect(rebuilt.readModel.status().mode).toBe('ready')
  expect(notices.join()).toContain(`the journal tells what came after command ${base.seq}`)
  // The history that the journal cannot rebuild is renamed, not deleted.
  expect(readdirSync(folder)).toContain(`history.db.before-${base.seq}`)
  await close(rebuilt)
  const again = await open(undefined, 'another', base)
  expect(again.isEmpty).toBe(false)
  expect((await again.readModel.executions({ account: bob })).rows).toHaveLength(1)
})

test('trading continues when the history cannot be opened or written (P5)', async () => {
  mkdirSync(join(folder, 'history.db'))
  const closed = await open(7)
  expect(notices.join()).toContain('History is unavailable')
  expect(closed.recordedSeq).toBe(7)
  const market = venue()
  applyAll(
    closed,
    market.batches.map((batch) => ({ ...batch, seq: batch.seq + 7 })),
  )
  expect(closed.readModel.status().mode).toBe('unavailable')
  await expect(closed.readModel.executions({ account: bob })).rejects.toThrow(HistoryUnavailable)
  await expect(closed.readModel.record()).rejects.toThrow(HistoryUnavailable)
  expect(closed.readModel.liveCandle(symbol, 'mark', '1')?.close).toBe(650_000)
  await close(closed)
  rmSync(join(folder, 'history.db'), { recursive: true })

  const opened = await open()
  applyAll(opened, market.batches)
  await opened.readModel.record()
  const db = new DatabaseSync(join(folder, 'history.db'))
  db.exec('DROP TABLE wallet_log')
  db.close()
  const appliedCount = market.batches.length
  market.trade(alice, bob, 650_000, 1)
  applyAll(opened, market.batches.slice(appliedCount))
  await expect(opened.readModel.record()).rejects.toThrow('wallet_log')
  expect(opened.readModel.status()).toMatchObject({
    mode: 'unavailable',
    recordedSeq: appliedCount,
  })
  expect(opened.readModel.ticker(symbol)?.lastTicks).toBe(650_000)
  await close(opened)
  // The rows recorded before the failure stay, and the other batches are applied again.
  const db2 = new DatabaseSync(join(folder, 'history.db'))
  db2.exec('UPDATE progress SET version = 0')
  db2.close()
  const again = await open()
  applyAll(again, market.batches)
  expect((await again.readModel.executions({ account: bob })).rows).toHaveLength(1)
})
