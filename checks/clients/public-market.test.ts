// ccxt and bybit-api, unmodified, read the market of a real server: REST and public sockets.

import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket, { type RawData } from 'ws'
import { bookRun } from './book-run.ts'
import { bybitRest, bybitSockets, ccxtClient } from './unmodified-clients.ts'
import { getJson, startVenue, untilOptions, type Venue } from './venue.ts'

let venue: Venue
let client: Awaited<ReturnType<typeof ccxtClient>>
const perpetual = 'BTC/USDT:USDT'
const pair = 'BTC/USDT'

beforeAll(async () => {
  venue = await startVenue()
  client = await ccxtClient(venue.origin)
  await untilOptions(venue.origin)
  await client.loadMarkets()
})
afterAll(async () => {
  await client.close()
  await venue.stop()
})

test('ccxt lists every market once, by its kind', () => {
  const kinds = Object.values(client.markets ?? {}).map(
    (market) => `${market.type} ${market.settle}`,
  )
  expect(new Set(kinds)).toEqual(
    new Set([
      'spot undefined',
      'swap USDT',
      'swap USDC',
      ...['BTC', 'ETH', 'SOL', 'XRP', 'LTC', 'DOT', 'ADA'].map((coin) => `swap ${coin}`),
      'future USDT',
      'future USDC',
      'future BTC',
      'future ETH',
      'option USDC',
      'option USDT',
    ]),
  )
  const ids = Object.values(client.markets ?? {}).map((market) => `${market.type} ${market.id}`)
  expect(new Set(ids).size).toBe(ids.length)
  const { precision, limits, contractSize } = client.market(perpetual)
  expect([precision.price, precision.amount, contractSize]).toEqual([0.1, 0.001, 1])
  expect(limits.leverage?.max).toBe(100)
})

test('tickers of spot pairs and contracts are separate and consistent', async () => {
  for (const symbol of [pair, perpetual]) {
    const ticker = await client.fetchTicker(symbol)
    expect(ticker.symbol).toBe(symbol)
    const { low = 0, last = 0, high = 0, open = 0, percentage = 0 } = ticker
    expect(low).toBeLessThanOrEqual(last)
    expect(last).toBeLessThanOrEqual(high)
    expect(percentage).toBeCloseTo((last / open - 1) * 100, 4)
  }
  const { result } = await getJson(`${venue.origin}/v5/market/tickers?category=spot`)
  expect(JSON.stringify(result)).not.toContain('openInterestValue')
  const all = await client.fetchTickers([perpetual, 'ETH/USDT:USDT'])
  expect(Object.keys(all)).toHaveLength(2)
})

test('candles with since and limit begin at since, and the pages have no gaps', async () => {
  const minute = 60_000
  const since = Math.floor(Date.now() / minute) * minute - 300 * minute
  const first = await client.fetchOHLCV(perpetual, '1m', since, 100)
  const second = await client.fetchOHLCV(perpetual, '1m', since + 100 * minute, 100)
  const starts = [...first, ...second].map(([start]) => start)
  expect(starts).toEqual(Array.from({ length: 200 }, (_, k) => since + k * minute))
  const closed = await getJson(
    `${venue.origin}/v5/market/kline?symbol=BTCUSDT&interval=1&start=${since}&end=${since + 9 * minute}&limit=4`,
  )
  const list = closed.result['list'] as string[][]
  expect(list.map(([start]) => Number(start))).toEqual([9, 8, 7, 6].map((k) => since + k * minute))
})

test('weeks open on Monday and months on the first', async () => {
  const [week] = await client.fetchOHLCV(perpetual, '1w', undefined, 1)
  expect(new Date(week?.[0] ?? 0).getUTCDay()).toBe(1)
  const [month] = await client.fetchOHLCV(perpetual, '1M', undefined, 1)
  expect(new Date(month?.[0] ?? 0).getUTCDate()).toBe(1)
})

test('fundings, open interest, volatility and leverage tiers have their ccxt form', async () => {
  const funding = await client.fetchFundingRate(perpetual)
  expect(funding.interval).toBe('8h')
  expect((funding.fundingTimestamp ?? 1) % (8 * 3_600_000)).toBe(0)
  await client.fetchFundingRateHistory(perpetual, Date.now() - 86_400_000, 10)
  const open = await client.fetchOpenInterest(perpetual)
  expect(Number(open.timestamp) % 3_600_000).toBe(0)
  const tiers = await client.fetchLeverageTiers()
  const linear = Object.values(client.markets ?? {}).filter(
    ({ linear, contract }) => linear && contract,
  )
  expect(Object.keys(tiers).length).toBeGreaterThanOrEqual(
    linear.filter(({ option, info }) => !option && info['status'] === 'Trading').length,
  )
  expect(tiers[perpetual]?.[0]?.maxLeverage).toBe(100)
  const volatility = await client.fetchVolatilityHistory('BTC')
  expect(volatility[0]?.['volatility']).toBeGreaterThan(0)
})

test('options have greeks and a chain', async () => {
  const chain = await client.fetchOptionChain('BTC')
  const [symbol = ''] = Object.keys(chain)
  const greeks = await client.fetchGreeks(symbol)
  expect(Math.abs(Number(greeks.delta))).toBeLessThanOrEqual(1)
})

test('a market that is not listed is refused in the envelope', async () => {
  const answer = await getJson(`${venue.origin}/v5/market/orderbook?category=linear&symbol=btcusdt`)
  expect(answer).toMatchObject({ retCode: 10001, retMsg: 'params error: symbol invalid' })
  const spot = `${venue.origin}/v5/market/instruments-info?category=spot&symbol=NOPEUSDT`
  expect(await getJson(spot)).toMatchObject({ retCode: 0, result: { list: [] } })
  const coming = `${venue.origin}/v5/market/instruments-info?category=linear&status=PreLaunch`
  const { result } = await getJson(coming)
  const list = result['list'] as { status: string }[]
  expect(list.every(({ status }) => status === 'PreLaunch')).toBe(true)
})

test('pages by cursor have every instrument once, and the last cursor is empty', async () => {
  const seen: string[] = []
  let cursor = ''
  do {
    const page = await getJson(
      `${venue.origin}/v5/market/instruments-info?category=linear&limit=20&cursor=${cursor}`,
    )
    const { list, nextPageCursor } = page.result as {
      list: { symbol: string }[]
      nextPageCursor: string
    }
    seen.push(...list.map(({ symbol }) => symbol))
    cursor = nextPageCursor
  } while (cursor !== '')
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toHaveLength(
    Object.values(client.markets ?? {}).filter(
      ({ linear, option, info }) => linear && !option && info['status'] === 'Trading',
    ).length,
  )
})

test('ccxt watches books, tickers, trades and candles', async () => {
  const book = await client.watchOrderBook(perpetual)
  expect([book.bids.length, book.asks.length]).toEqual([50, 50])
  for (let k = 0; k < 20; k += 1) {
    const next = await client.watchOrderBook(perpetual)
    expect(Number(next.bids[0]?.[0])).toBeLessThan(Number(next.asks[0]?.[0]))
    expect(Math.max(next.bids.length, next.asks.length)).toBeLessThanOrEqual(50)
  }
  expect((await client.watchTicker(pair)).symbol).toBe(pair)
  const ticker = await client.watchTicker(perpetual)
  expect(ticker.info['openInterestValue']).toBeDefined()
  const [trade] = await client.watchTrades(perpetual)
  const { result } = await getJson(
    `${venue.origin}/v5/market/recent-trade?category=linear&symbol=BTCUSDT`,
  )
  const ids = (result['list'] as { execId: string }[]).map(({ execId }) => execId)
  expect(ids).toContain(trade?.id)
  const [candle] = await client.watchOHLCV(perpetual, '1m')
  expect(Number(candle?.[0]) % 60_000).toBe(0)
  await client.unWatchOrderBook(perpetual)
})

type Frame = {
  readonly topic?: string
  readonly type: 'snapshot' | 'delta'
  readonly data: { b: [string, string][]; a: [string, string][]; u: number; seq: number }
}

const frameOf = (raw: RawData): Frame => JSON.parse((raw as Buffer).toString()) as Frame

/** A book as a client keeps it: by price, a size of `0` deletes a level. */
class KeptBook {
  readonly bids = new Map<string, string>()
  readonly asks = new Map<string, string>()
  u = 0
  take({ type, data }: Frame): void {
    if (type === 'snapshot') {
      this.bids.clear()
      this.asks.clear()
    } else expect(data.u).toBe(this.u + 1)
    this.u = data.u
    for (const [side, levels] of [
      [this.bids, data.b],
      [this.asks, data.a],
    ] as const) {
      for (const [price, size] of levels) {
        if (size === '0') side.delete(price)
        else side.set(price, size)
      }
    }
  }
  text(): string {
    const side = (levels: Map<string, string>, order: number) =>
      [...levels].toSorted(([a], [b]) => (Number(a) - Number(b)) * order)
    return JSON.stringify({ b: side(this.bids, -1), a: side(this.asks, 1) })
  }
}

test('a book kept from deltas equals those of REST and of a later subscription at the same update id', async () => {
  const url = `${venue.origin.replace('http', 'ws')}/v5/public/linear`
  const topic = 'orderbook.1000.BTCUSDT'
  const kept = new KeptBook()
  const states = new Map<number, string>()
  const socket = new WebSocket(url)
  await once(socket, 'open')
  socket.on('message', (raw) => {
    const frame = frameOf(raw)
    if (frame.topic !== topic) return
    kept.take(frame)
    states.set(kept.u, kept.text())
  })
  socket.send(JSON.stringify({ op: 'subscribe', args: [topic], req_id: 7 }))
  const asked: { u: number; text: string }[] = []
  for (let k = 0; k < 30; k += 1) {
    const { result } = await getJson(
      `${venue.origin}/v5/market/orderbook?category=linear&symbol=BTCUSDT&limit=1000`,
    )
    const { b, a, u } = result as Frame['data']
    asked.push({ u, text: JSON.stringify({ b, a }) })
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  const late = new WebSocket(url)
  await once(late, 'open')
  late.send(JSON.stringify({ op: 'subscribe', args: [topic] }))
  const begun = await new Promise<KeptBook>((resolve) => {
    late.on('message', (raw) => {
      const frame = frameOf(raw)
      if (frame.topic !== topic || frame.type !== 'snapshot') return
      const book = new KeptBook()
      book.take(frame)
      resolve(book)
    })
  })
  await expect.poll(() => states.has(begun.u) && states.has(asked.at(-1)?.u ?? 0)).toBe(true)
  for (const { u, text } of asked.slice(1)) expect(text).toBe(states.get(u))
  expect(begun.text()).toBe(states.get(begun.u))
  expect(states.size).toBeGreaterThan(5)
  socket.close()
  late.close()
})

test('answers of sockets have the forms that clients look for', async () => {
  const socket = new WebSocket(`${venue.origin.replace('http', 'ws')}/v5/public/linear`)
  await once(socket, 'open')
  const ask = async (message: object | string): Promise<string> => {
    const answer = once(socket, 'message')
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    const [raw] = (await answer) as [Buffer]
    return String(raw)
  }
  expect(await ask({ op: 'ping', req_id: 'x' })).toMatch(/"ret_msg":"pong".*"op":"ping"/)
  expect(JSON.parse(await ask({ op: 'ping', req_id: 5 }))).toMatchObject({ req_id: 5 })
  const refused = await ask({ op: 'subscribe', args: ['kline.1.NOPEUSDT'], req_id: 'k' })
  expect(JSON.parse(refused)).toMatchObject({
    success: false,
    ret_msg: 'error:handler not found,topic:kline.1.NOPEUSDT',
    req_id: 'k',
    op: 'subscribe',
  })
  expect(JSON.parse(await ask('garbage'))).toMatchObject({ success: false })
  expect(JSON.parse(await ask({ op: 'unsubscribe', args: ['x'], req_id: 9 }))).toMatchObject({
    success: true,
    op: 'unsubscribe',
    req_id: 9,
  })
  socket.close()
})

test('bybit-api reads the market and follows topics of two categories', async () => {
  const rest = bybitRest(venue.origin)
  const kline = await rest.getKline({ category: 'spot', symbol: 'BTCUSDT', interval: 'D' })
  expect(kline.retCode).toBe(0)
  const info = await rest.getInstrumentsInfo({ category: 'inverse' })
  expect(info.result.list.length).toBeGreaterThan(0)
  const sockets = bybitSockets(venue.origin)
  const topics = new Set<string>()
  sockets.on('update', ({ topic }) => topics.add(topic))
  const asked = ['orderbook.50.BTCUSDT', 'tickers.BTCUSDT', 'kline.5.BTCUSDT']
  void sockets.subscribeV5(asked, 'linear')
  void sockets.subscribeV5(['orderbook.1.ETHUSDT'], 'spot')
  await expect
    .poll(() => [...topics].toSorted())
    .toEqual([...asked, 'orderbook.1.ETHUSDT'].toSorted())
  sockets.closeAll(true)
})

test('books kept by ccxt equal the engine’s at every update id, also after cut connections', async () => {
  const run = await bookRun(venue, { lengthMs: 3000, depth: 1000 })
  const { compared, wrong, cuts, snapshots } = run
  expect(wrong).toEqual([])
  expect(compared).toBeGreaterThan(5)
  expect(cuts).toBeGreaterThan(0)
  // A client whose connection was cut begins with a snapshot.
  expect(snapshots).toBeGreaterThan(1)
})
