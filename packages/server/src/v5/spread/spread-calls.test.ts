// Spread combinations over the open API, from the list to both legs of a fill, for a client with a
// key (spreads 5).

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { V5TestClient } from '../../../testing/v5-client.ts'
import { createV5Api } from '../api.ts'
import { AccountStream, type StreamNews } from '../sockets/account-stream.ts'
import { spreadFeed } from './spread-feeds.ts'

let venue: TestServer
let maker: V5TestClient
let taker: V5TestClient
const symbol = 'BTCUSDT_BTC/USDT'

beforeAll(async () => {
  venue = await startTestServer({}, { symbols: ['BTCUSDT', 'BTC/USDT'] })
  const onFailure = (error: unknown): void => {
    throw error
  }
  const api = createV5Api(venue.parts, { limitFactor: 0, onFailure })
  maker = await V5TestClient.open(venue, api)
  taker = await V5TestClient.open(venue, api)
})
afterAll(() => venue.stop())

const order = { symbol, orderType: 'Limit', qty: '0.01', price: '-1.5', timeInForce: 'GTC' }
type Row = Readonly<Record<string, unknown>>
type Frame = { readonly type: string; readonly data: Row }

test('a combination is listed with its legs, the far one first, and a negative minimum price', async () => {
  const { result } = await taker.get('spread/instrument', { baseCoin: 'BTC' })
  expect(result.list).toMatchObject([
    {
      symbol,
      contractType: 'FundingRateArb',
      status: 'Trading',
      tickSize: '0.1',
      legs: [
        { symbol: 'BTCUSDT', contractType: 'LinearPerpetual' },
        { symbol: 'BTCUSDT', contractType: 'Spot' },
      ],
    },
  ])
  expect(Number(result.list?.[0]?.['minPrice'])).toBeLessThan(0)
})

test('a combination order rests, is amended and filled; lists and private topics have order and both legs', async () => {
  const stream = new AccountStream(venue.parts, taker.account)
  const news: StreamNews[] = []
  const stop = venue.parts.exchange.subscribe((batch) => {
    const own = batch.events.filter(
      (event) => 'spread' in event && event.spread.account === taker.account,
    )
    if (own.length > 0) news.push(stream.take(batch, own))
  })
  const feed = spreadFeed(venue.parts, `orderbook.25.${symbol}`)
  const frames: Frame[] = []
  const stopFeed = feed?.start?.((frame) => frames.push(frame as Frame))
  expect(feed?.snapshot()).toMatchObject({ data: { s: symbol, b: [], a: [] } })

  const { result } = await maker.post('spread/order/create', {
    ...order,
    side: 'Sell',
    price: '-1.4',
    orderLinkId: 'arb',
  })
  expect(result).toEqual({ orderId: expect.stringMatching(/^0{8}-/), orderLinkId: 'arb' })
  const { orderId } = result
  const again = { ...order, side: 'Sell', orderLinkId: 'arb' }
  expect(await maker.post('spread/order/create', again)).toMatchObject({ retCode: 110072 })
  const other = { symbol, orderId, price: '-1.5' }
  expect(await maker.post('spread/order/amend', other)).toMatchObject({ retCode: 0, result })
  expect((await maker.get('spread/order/realtime', { symbol })).result.list).toMatchObject([
    { orderId, price: '-1.5', orderStatus: 'New', timeInForce: 'GTC', leavesQty: '0.010' },
  ])
  expect((await taker.get('spread/orderbook', { symbol })).result).toMatchObject({
    a: [['-1.5', '0.010']],
    b: [],
  })

  const bought = await taker.post('spread/order/create', { ...order, side: 'Buy' })
  expect(bought).toMatchObject({ retCode: 0 })
  const [ended] = (await taker.get('spread/order/history', { symbol })).result.list ?? []
  expect(ended).toMatchObject({
    orderId: bought.result['orderId'],
    orderStatus: 'Filled',
    avgPrice: '-1.5',
    leg1Symbol: 'BTCUSDT',
    leg1ProdType: 'Futures',
    leg1Side: 'Buy',
    leg2Symbol: 'BTCUSDT',
    leg2ProdType: 'Spot',
    leg2Side: 'Sell',
  })
  const [done] = (await taker.get('spread/execution/list', { symbol })).result.list ?? []
  const legs = done?.['legs'] as Row[]
  expect(done).toMatchObject({ execType: 'Trade', execPrice: '-1.5', execQty: '0.010' })
  expect(legs.map((leg) => [leg['category'], leg['side'], leg['orderId']])).toEqual([
    ['linear', 'Buy', ended?.['leg1OrderId']],
    ['spot', 'Sell', ended?.['leg2OrderId']],
  ])
  // The far leg less the near one is the order's price to the last digit.
  const [far, near] = legs.map((leg) => Math.round(Number(leg['execPrice']) * 10))
  expect((far ?? 0) - (near ?? 0)).toBe(-15)

  const [trade] = (await taker.get('spread/recent-trade', { symbol })).result.list ?? []
  expect(trade).toMatchObject({ execId: done?.['execId'], price: '-1.5', side: 'Buy' })
  expect((await taker.get('spread/tickers', { symbol })).result.list).toMatchObject([
    { symbol, lastPrice: '-1.5', highPrice24h: '-1.5', lowPrice24h: '-1.5', volume24h: '0.010' },
  ])

  feed?.poll((frame) => frames.push(frame as Frame), 0)
  stopFeed?.()
  stop()
  const sent = news.flatMap(({ rows }) => rows['spread.execution'].map(({ row }) => row as Row))
  expect(sent.map((row) => [row['category'], row['parentExecId']])).toEqual([
    ['combination', ''],
    ['future_leg', done?.['execId']],
    ['spot_leg', done?.['execId']],
  ])
  const orders = news.flatMap(({ rows }) => rows['spread.order'].map(({ row }) => row as Row))
  expect(orders.map((row) => row['orderStatus'])).toEqual(['New', 'Filled'])
  expect(orders.at(-1)).toMatchObject({ category: 'combination' })
  // In the execution list of its market a leg has its own execType.
  const legsHeld = await Promise.all(
    ['linear', 'spot'].map((category) => taker.row('execution/list', { category })),
  )
  expect(legsHeld.map(({ execType }) => execType)).toEqual(['FutureSpread', 'FutureSpread'])
  expect(legsHeld[0]).toMatchObject({ createType: 'CreateByFutureSpread' })
  // The private socket pushes the same rows of both legs as the lists have.
  const heard = news.flatMap(({ rows }) => rows.execution.map(({ row }) => row))
  expect(heard).toEqual(
    legsHeld.toReversed().map((held) => expect.objectContaining({ ...held, execPnl: '0' })),
  )
  const { avgPrice, size, side } = await taker.row('position/list', {
    category: 'linear',
    symbol: 'BTCUSDT',
  })
  const positions = news.flatMap(({ rows }) => rows.position.map(({ row }) => row))
  expect(positions.at(-1)).toMatchObject({ symbol: 'BTCUSDT', entryPrice: avgPrice, size, side })
  expect({ size, side }).toEqual({ size: '0.010', side: 'Buy' })
})

test('a ticker is pushed as soon as its figures of the day are known', async () => {
  const feed = spreadFeed(venue.parts, `tickers.${symbol}`)
  const frames: Frame[] = []
  expect(feed?.snapshot()).toBeUndefined()
  await vi.waitFor(() => {
    feed?.poll((frame) => frames.push(frame as Frame), 1000)
    expect(frames).not.toEqual([])
  })
  const sent = { symbol, lastPrice: '-1.5', volume24h: '0.010' }
  expect(frames).toMatchObject([{ type: 'snapshot', data: sent }])
  expect(feed?.snapshot()).toMatchObject({ data: { symbol, highPrice24h: '-1.5' } })
})

test('the frames of a combination’s book are numbered consecutively', async () => {
  const feed = spreadFeed(venue.parts, `orderbook.25.${symbol}`)
  const frames: Frame[] = []
  const emit = (frame: object): void => void frames.push(frame as Frame)
  const stop = feed?.start?.(emit)
  const first = feed?.snapshot() as Frame | undefined
  const { result } = await maker.post('spread/order/create', { ...order, side: 'Buy' })
  feed?.poll(emit, 1000)
  await maker.post('spread/order/cancel', { orderId: result['orderId'] })
  feed?.poll(emit, 2000)
  stop?.()
  const u = Number(first?.data['u'])
  expect(frames.map(({ type, data }) => [type, data['u'], data['b']])).toEqual([
    ['delta', u + 1, [['-1.5', '0.010']]],
    ['delta', u + 2, [['-1.5', '0']]],
  ])
})

test.each([
  ['an order of an unknown combination', { symbol: 'BTCUSDT' }, 10001],
  ['an order without a side', { side: '' }, 10001],
  ['an order with a price off the tick', { price: '1.55' }, 10001],
  ['an order with a quantity off the step', { qty: '0.0001' }, 10001],
  ['an order with a price far outside the band', { price: '50000' }, 110003],
])('%s is refused', async (_, wrong, retCode) => {
  const sent = await maker.post('spread/order/create', { ...order, side: 'Buy', ...wrong })
  expect(sent.retCode).toBe(retCode)
})

test('an ended order cannot be cancelled or amended; cancel-all and max-qty answer', async () => {
  const gone = { orderLinkId: 'nobodys' }
  expect(await maker.post('spread/order/cancel', gone)).toMatchObject({ retCode: 110001 })
  expect(await maker.post('spread/order/cancel', {})).toMatchObject({ retCode: 10001 })
  const placed = await maker.post('spread/order/create', { ...order, side: 'Buy' })
  expect(await maker.post('spread/order/cancel-all', { symbol })).toMatchObject({
    result: { list: [{ orderId: placed.result['orderId'] }], success: '1' },
  })
  const late = { symbol, orderId: placed.result['orderId'], qty: '0.02' }
  expect(await maker.post('spread/order/amend', late)).toMatchObject({
    retCode: 110001,
    retMsg: 'order not exists or too late to replace',
  })
  const most = await maker.get('spread/max-qty', { symbol, side: '1', orderPrice: '0' })
  expect(Number(most.result['ab'])).toBeGreaterThan(0)
})

test('unknown spread topics have no feed', () => {
  const names = [
    `orderbook.50.${symbol}`,
    'tickers.BTCUSDT',
    `kline.1.${symbol}`,
    `tickers.5.${symbol}`,
  ]
  expect(names.map((name) => spreadFeed(venue.parts, name))).toEqual(names.map(() => undefined))
  expect(spreadFeed(venue.parts, `tickers.${symbol}`)).toBeDefined()
})

test('the executions of a combination’s legs have order and leaves quantity in the units of each leg', async () => {
  const many = { ...order, side: 'Buy', qty: '0.03', price: '-1.3' }
  await maker.post('spread/order/create', { ...order, side: 'Sell', price: '-1.3' })
  const { result } = await taker.post('spread/order/create', many)
  // 0.01 of 0.03 are filled; the lot of the combination is 0.001, of the pair 0.000001.
  for (const category of ['linear', 'spot']) {
    const { leavesQty, orderQty } = await taker.row('execution/list', { category })
    expect([Number(leavesQty), Number(orderQty)]).toEqual([0.02, 0.03])
  }
  await taker.post('spread/order/cancel', { orderId: result['orderId'] })
})
