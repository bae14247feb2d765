// Traps that break a client without a visible error (open API 17), those that no other test
// covers.

import { symbolId } from '@basis/domain/numbers/brand'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { V5TestClient } from '../../testing/v5-client.ts'
import { createV5Api } from './api.ts'
import { bookFeed, tickerFeed, tradeFeed } from './sockets/market-feeds.ts'

let venue: TestServer
let client: V5TestClient
let other: V5TestClient
const linear = { category: 'linear', symbol: 'BTCUSDT' } as const

beforeAll(async () => {
  venue = await startTestServer({}, { symbols: ['BTCUSDT'] })
  const onFailure = (error: unknown): void => {
    throw error
  }
  const api = createV5Api(venue.parts, { limitFactor: 0, onFailure })
  client = await V5TestClient.open(venue, api)
  other = await V5TestClient.open(venue, api)
})
afterAll(() => venue.stop())

function instrument() {
  const found = venue.parts.exchange.views.instrument(symbolId('BTCUSDT'))
  if (found === undefined) throw new Error('BTCUSDT is not listed')
  return found
}
type Fields = Readonly<Record<string, unknown>>
type Frame = { readonly type: string; readonly data: Fields }

test('2: unknown fields are ignored, numbers and texts are both accepted', async () => {
  const order = { ...linear, side: 'Buy', orderType: 'Limit', price: 60_000, qty: 0.01 }
  const besides = { leverage: 5, position_idx: 0, positionIdx: '0', cursor: '' }
  const placed = await client.post('order/create', { ...order, ...besides })
  expect(placed.retCode).toBe(0)
  const asked = { ...linear, limit: '5', orderLinkId: '', nobody: 'knows', cursor: '' }
  const row = await client.row('order/realtime', asked)
  expect(row).toMatchObject({ orderId: placed.result['orderId'], qty: '0.010', positionIdx: 0 })
  const { orderId } = row
  expect((await client.post('order/cancel', { ...linear, orderId, size: 1 })).retCode).toBe(0)
})

test('9: executions are filtered by execType', async () => {
  const market = { ...linear, orderType: 'Market', qty: '0.01' }
  await client.post('order/create', { ...market, side: 'Buy' })
  const listOf = async (execType: string) =>
    (await client.get('execution/list', { ...linear, execType })).result.list
  expect((await listOf('Trade'))?.length).toBeGreaterThan(0)
  for (const kind of ['Funding', 'BustTrade', 'AdlTrade', 'Settle', 'Delivery']) {
    expect([kind, await listOf(kind)]).toEqual([kind, []])
  }
})

test('17: a book of depth 1 sends snapshots only, and repeats an unchanged one after three seconds', async () => {
  const beforeMs = performance.now()
  const feed = bookFeed(venue.parts, instrument(), 1)
  const frames: Frame[] = []
  const emit = (frame: object): void => void frames.push(frame as Frame)
  const stop = feed.start?.(emit)
  const first = feed.snapshot() as Frame
  // The three seconds began between these two times, however long a busy machine took.
  const afterMs = performance.now()
  feed.poll(emit, beforeMs + 2_900)
  expect(frames).toEqual([])
  feed.poll(emit, afterMs + 3_100)
  expect(frames.map(({ type, data }) => [type, data['u']])).toEqual([['snapshot', first.data['u']]])
  await client.post('order/create', {
    ...linear,
    side: 'Buy',
    orderType: 'Limit',
    qty: '0.01',
    price: '64990',
  })
  feed.poll(emit, afterMs + 3_200)
  const { type, data } = frames.at(-1) ?? first
  expect([type, data['u'], data['b']]).toEqual([
    'snapshot',
    Number(first.data['u']) + 1,
    [['64990.0', '0.010']],
  ])
  stop?.()
  await client.post('order/cancel-all', linear)
})

test('18: a ticker delta has the symbol and the changed fields only, and completes the snapshot', async () => {
  const feed = tickerFeed(venue.parts, instrument())
  const frames: Frame[] = []
  const emit = (frame: object): void => void frames.push(frame as Frame)
  const { type, data: whole } = feed.snapshot() as Frame
  expect([type, whole['symbol'], typeof whole['openInterestValue']]).toEqual([
    'snapshot',
    'BTCUSDT',
    'string',
  ])
  await client.post('order/create', { ...linear, orderType: 'Market', qty: '0.02', side: 'Sell' })
  feed.poll(emit, 0)
  const [change] = frames
  expect(change?.type).toBe('delta')
  const { symbol, ...changed } = change?.data ?? {}
  expect(symbol).toBe('BTCUSDT')
  const names = Object.keys(changed)
  expect(names).toContain('volume24h')
  expect(names.filter((name) => changed[name] === whole[name])).toEqual([])
  expect({ ...whole, ...changed }).toEqual((feed.snapshot() as Frame).data)
  feed.poll(emit, 0)
  expect(frames).toHaveLength(1)
})

test('20: a trade has the same id in the topic, in the recent trades and in both parties’ executions', async () => {
  const feed = tradeFeed(venue.parts, instrument())
  const stop = feed.start?.(() => undefined)
  const rest = { ...linear, side: 'Sell', orderType: 'Limit', qty: '0.03', price: '65010' }
  await other.post('order/create', rest)
  await client.post('order/create', { ...linear, side: 'Buy', orderType: 'Market', qty: '0.03' })
  const pushed: { readonly data: readonly Fields[] }[] = []
  feed.poll((frame) => pushed.push(frame as never), 0)
  stop?.()
  const id = pushed[0]?.data.at(-1)?.['i']
  expect(typeof id).toBe('string')
  const recent = await client.get('market/recent-trade', { ...linear, limit: 1 })
  expect(recent.result.list?.[0]).toMatchObject({ execId: id })
  for (const party of [client, other]) {
    const own = await party.get('execution/list', { ...linear, limit: 1 })
    expect(own.result.list?.[0]).toMatchObject({ execId: id })
  }
})
