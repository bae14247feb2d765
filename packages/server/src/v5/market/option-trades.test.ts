// Trades of all options of a coin, as a topic and over REST (open API 3.5, 10.2).

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { amount, priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { SymbolId } from '@basis/domain/numbers/brand'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { V5TestClient } from '../../../testing/v5-client.ts'
import { OptionMarket } from '../../simulator/options/option-market.ts'
import { createV5Api } from '../api.ts'
import type { V5Parts } from '../context.ts'
import type { V5Connection } from '../sockets/connection.ts'
import { PublicTopics } from '../sockets/public-topics.ts'

type Row = Readonly<Record<string, unknown>>

let venue: TestServer
let client: V5TestClient
let calls: readonly Row[]
const failures: unknown[] = []

beforeAll(async () => {
  venue = await startTestServer({}, { symbols: ['BTCUSDT', 'BTC/USDT'] })
  const { parts, clock } = venue
  const market = new OptionMarket(parts.exchange.views, { seed: 1, isManned: true })
  for (let k = 0; k < 40; k += 1) {
    clock.advance(250)
    for (const command of market.step(clock.nowMs())) await parts.exchange.submit(command)
  }
  const api = createV5Api(parts, { limitFactor: 0, onFailure: (e) => failures.push(e) })
  client = await V5TestClient.open(venue, api)
  const usdc = amount(100_000n * 100_000_000n)
  const funds = { kind: 'Deposit', account: client.account, coin: 'USDC', amount: usdc } as const
  await parts.exchange.submit(funds)
  const { result } = await client.get('market/tickers', { category: 'option', baseCoin: 'BTC' })
  const away = ({ delta }: Row): number => Math.abs(Number(delta) - 0.5)
  calls = (result.list ?? [])
    .filter(({ symbol }) => String(symbol).endsWith('-C'))
    .toSorted((a, b) => away(a) - away(b))
})
afterAll(async () => {
  await venue.stop()
  expect(failures).toEqual([])
})

let bought = 0

async function buy({ symbol, ask1Price: price }: Row = {}): Promise<void> {
  const option = { category: 'option', symbol, side: 'Buy', orderType: 'Limit', qty: '0.01', price }
  bought += 1
  const made = await client.post('order/create', { ...option, orderLinkId: `option-${bought}` })
  expect(made).toMatchObject({ retCode: 0 })
}

test('the topic of a coin has the trades of options that were listed after the subscription', async () => {
  const { parts } = venue
  const { views } = parts.exchange
  const late = String(calls[0]?.['symbol'])
  let isListed = false
  const seen: V5Parts['exchange']['views'] = {
    ...views,
    symbols: () => views.symbols().filter((symbol) => isListed || symbol !== late),
  }
  const topics = new PublicTopics({ ...parts, exchange: { ...parts.exchange, views: seen } })
  const frames: string[] = []
  const reader = {
    topics: new Map(),
    sendFrame: () => undefined,
    take: (_topic: unknown, frame: Buffer) => void frames.push(frame.toString()),
  }
  const topic = topics.find('option', 'publicTrade.BTC')
  if (topic === undefined) throw new Error('no topic')
  topics.add(topic, reader as unknown as V5Connection)
  isListed = true
  await buy(calls[0])
  await expect.poll(() => frames.join('')).toContain(`"s":"${late}"`)
  topics.stop()
})

test('figures that an option does not have are 0 in the topic, as over REST', async () => {
  const { parts } = venue
  const { views } = parts.exchange
  const seen: typeof views = {
    ...views,
    symbol: (symbol) => {
      const view = views.symbol(symbol)
      return view && { ...view, markE8: priceE8(0), indexE8: priceE8(0) }
    },
  }
  const topics = new PublicTopics({ ...parts, exchange: { ...parts.exchange, views: seen } })
  const frames: string[] = []
  const reader = {
    topics: new Map(),
    sendFrame: () => undefined,
    take: (_topic: unknown, frame: Buffer) => void frames.push(frame.toString()),
  }
  const topic = topics.find('option', 'publicTrade.BTC')
  if (topic === undefined) throw new Error('no topic')
  topics.add(topic, reader as unknown as V5Connection)
  await buy(calls[2])
  await expect.poll(() => frames.length).toBeGreaterThan(0)
  expect(frames.join('')).toContain('"mP":"0","iP":"0"')
  topics.stop()
})

test('recent trades of a coin cost the figures of each option in the answer once', async () => {
  for (const call of [calls[0], calls[1], calls[0], calls[1]]) await buy(call)
  const ticker = vi.spyOn(venue.parts.readModel, 'ticker')
  const asked = { category: 'option', baseCoin: 'BTC' }
  const { result } = await client.get('market/recent-trade', { ...asked, limit: 1 })
  expect(result.list).toMatchObject([{ symbol: calls[1]?.['symbol'] }])
  expect(ticker).toHaveBeenCalledTimes(1)
  ticker.mockClear()
  const all = await client.get('market/recent-trade', asked)
  const symbols = (all.result.list ?? []).map(({ symbol }) => symbol)
  expect(symbols.length).toBeGreaterThanOrEqual(4)
  expect(ticker).toHaveBeenCalledTimes(new Set(symbols).size)
  ticker.mockRestore()
})

test('recent trades of a coin look at as many trades as the answer has, not at all of its options', async () => {
  let reads = 0
  const options: SymbolId[] = []
  const read = vi.spyOn(venue.parts.readModel, 'recentTrades')
  // The k-th newest of an option: their trades alternate, newest first.
  read.mockImplementation((symbol, limit) => {
    if (!options.includes(symbol)) options.push(symbol)
    const own = options.indexOf(symbol)
    return Array.from({ length: limit }, (_, k) => ({
      get tradeId() {
        reads += 1
        return 1_000_000 - 1000 * k - own
      },
      symbol,
      priceTicks: priceTicks(100),
      qtyLots: qtyLots(1),
      takerSide: 'Buy',
      timeMs: 0,
      seq: 1,
    }))
  })
  const limit = 200
  const asked = { category: 'option', baseCoin: 'BTC', limit }
  const { result } = await client.get('market/recent-trade', asked)
  read.mockRestore()
  const ids = (result.list ?? []).map(({ execId }) => Number(execId))
  expect(ids).toHaveLength(limit)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect(ids[0]).toBe(1_000_000)
  expect(ids[options.length]).toBe(999_000)
  expect(options.length).toBeGreaterThan(50)
  expect(reads).toBeLessThan(20 * (limit + options.length))
})
