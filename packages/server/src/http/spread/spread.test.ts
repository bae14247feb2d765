// Spread combinations over the calls: the list, an order from placing to both legs, and refusals.

import { accountId } from '@basis/domain/numbers/brand'
import { amount } from '@basis/domain/numbers/fixed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TestClient, type TestServer } from '../../../testing/test-server.ts'

let venue: TestServer
let ann: TestClient
let ben: TestClient
const combination = 'BTCUSDT_BTC/USDT'

beforeAll(async () => {
  const symbols = ['BTCUSDT', 'BTC/USDT', 'ETHUSDT', 'ETH/USDT']
  venue = await startTestServer({}, { symbols })
  ;[ann, ben] = [new TestClient(venue.app), new TestClient(venue.app)]
  await ann.becomeTrader()
  await ben.becomeTrader()
  // A buyer of the combination sells the spot pair and needs coins for it.
  const { exchange } = venue.parts
  await exchange.submit({
    kind: 'Deposit',
    account: exchange.views.accounts().at(-1) ?? accountId(0),
    coin: 'BTC',
    amount: amount(100_000_000n),
  })
})
afterAll(() => venue.stop())

type Body = { retCode: number; retMsg: string; result: Record<string, unknown> }
const post = async (browser: TestClient, path: string, payload: unknown = {}) =>
  (await browser.ask('POST', `/v5/spread/${path}?responseFormat=hump`, payload)).body as Body
const get = async (browser: TestClient, path: string, query = '') =>
  (await browser.ask('GET', `/v5/spread/${path}?responseFormat=hump${query}`)).body as Body
const rows = ({ result }: Body) => result['list'] as Record<string, unknown>[]
const of = (symbol: string) => `&symbol=${encodeURIComponent(symbol)}`

test('a coin’s combinations are listed with their legs and a price range on both sides of zero', async () => {
  const list = rows(await get(ann, 'instrument', '&baseCoin=BTC'))
  const found = list.find(({ symbol }) => symbol === combination)
  expect(found).toMatchObject({
    contractType: 'FundingRateArb',
    status: 'Trading',
    tickSize: '0.1',
    deliveryTime: 0,
    legs: [
      { symbol: 'BTCUSDT', contractType: 'LinearPerpetual' },
      { symbol: 'BTC/USDT', contractType: 'Spot' },
    ],
  })
  expect(Number(found?.['minPrice'])).toBeLessThan(0)
  expect(Number(found?.['maxPrice'])).toBeGreaterThan(0)
})

test('a combination order is matched, its execution has both legs, and book, history and ticker show it', async () => {
  const order = { symbol: combination, orderType: 'Limit', qty: '0.01', price: '-1.5' }
  const rests = await post(ann, 'order/create', { ...order, side: 'Sell', orderLinkId: 'mine' })
  expect(rests).toMatchObject({
    retCode: 0,
    result: {
      orderLinkId: 'mine',
      order: {
        orderStatus: 'New',
        legSymbol1: 'BTCUSDT',
        legSide1: 'Sell',
        legProdType1: 'Futures',
        legSymbol2: 'BTC/USDT',
        legSide2: 'Buy',
        legProdType2: 'Spot',
      },
    },
  })
  expect(rows(await get(ann, 'order/realtime'))).toHaveLength(1)
  expect((await get(ann, 'orderbook', of(combination))).result).toMatchObject({
    a: [['-1.5', '0.010']],
  })
  const taken = await post(ben, 'order/create', { ...order, side: 'Buy' })
  expect(taken.retCode).toBe(0)
  expect(taken.result['order']).toMatchObject({ orderStatus: 'Filled', avgPrice: '-1.5' })
  const [done] = rows(await get(ben, 'execution/list'))
  expect(done).toMatchObject({
    category: 'combination',
    execType: 'FutureSpread',
    execPrice: '-1.5',
    isMaker: false,
    legs: [
      { symbol: 'BTCUSDT', side: 'Buy', category: 'linear', execQty: '0.010' },
      { symbol: 'BTC/USDT', side: 'Sell', category: 'spot', feeCurrency: 'USDT' },
    ],
  })
  const [far, near] = (done ?? {})['legs'] as { execPrice: string }[]
  const gap = Math.round((Number(far?.execPrice) - Number(near?.execPrice)) * 100)
  expect(gap).toBe(-150)
  expect(rows(await get(ann, 'order/history'))[0]).toMatchObject({
    orderLinkId: 'mine',
    orderStatus: 'Filled',
    cumExecQty: '0.010',
  })
  expect(rows(await get(ben, 'recent-trade', of(combination)))[0]).toMatchObject({
    price: '-1.5',
    side: 'Buy',
  })
  expect((await get(ben, 'tickers', of(combination))).result).toMatchObject({
    list: [{ lastPrice: '-1.5' }],
  })
})

test('a combination order is amended and cancelled by id, and all are cancelled at once', async () => {
  const order = { symbol: combination, side: 'Sell', orderType: 'Limit', qty: '0.02', price: '20' }
  const made = await post(ann, 'order/create', order)
  const id = String(made.result['orderId'])
  expect(
    (await post(ann, 'order/amend', { symbol: combination, orderId: id, price: '21' })).retCode,
  ).toBe(0)
  expect(rows(await get(ann, 'order/realtime'))[0]).toMatchObject({ price: '21.0' })
  expect((await post(ann, 'order/cancel', { orderId: id })).retCode).toBe(0)
  expect((await post(ann, 'order/cancel', { orderId: id })).retCode).not.toBe(0)
  await post(ann, 'order/create', order)
  expect(rows(await post(ann, 'order/cancel-all', { symbol: combination }))).toHaveLength(1)
  expect(rows(await get(ann, 'order/realtime'))).toEqual([])
})

test('an order is amended only under its own combination, and two ids must name the same order', async () => {
  const order = { symbol: combination, side: 'Sell', orderType: 'Limit', qty: '0.02', price: '20' }
  const made = await post(ann, 'order/create', { ...order, orderLinkId: 'one' })
  await post(ann, 'order/create', { ...order, price: '30', orderLinkId: 'other' })
  const orderId = String(made.result['orderId'])
  const open = async () => rows(await get(ann, 'order/realtime')).map(({ price }) => price)
  // The price of another combination has another tick: as ticks of this one it would be 25.
  const change = { symbol: 'ETHUSDT_ETH/USDT', price: '2.5' }
  expect((await post(ann, 'order/amend', { ...change, orderId })).retCode).toBe(110_001)
  expect((await post(ann, 'order/amend', { ...change, orderLinkId: 'one' })).retCode).toBe(110_001)
  const both = { orderId, orderLinkId: 'other' }
  expect((await post(ann, 'order/cancel', both)).retMsg).toContain('orderLinkId')
  expect(
    (await post(ann, 'order/amend', { symbol: combination, ...both, price: '21' })).retCode,
  ).not.toBe(0)
  expect(await open()).toEqual(['20.0', '30.0'])
  expect((await post(ann, 'order/cancel', { orderId, orderLinkId: 'one' })).retCode).toBe(0)
  await post(ann, 'order/cancel-all')
})

test('an off-tick price, a price outside the band, an off-lot quantity and an unknown symbol are refused', async () => {
  const order = { symbol: combination, side: 'Buy', orderType: 'Limit', qty: '0.01', price: '0' }
  const code = async (change: object) =>
    (await post(ann, 'order/create', { ...order, ...change })).retCode
  expect(await code({ price: '0.05' })).toBe(110_207)
  expect(await code({ price: '99999' })).toBe(110_003)
  expect(await code({ price: '-99999' })).toBe(110_003)
  expect(await code({ qty: '0.0001' })).toBe(110_212)
  expect(await code({ symbol: 'BTCUSDT' })).toBe(110_201)
  const most = await get(ann, 'max-qty', `${of(combination)}&side=Sell&orderPrice=0`)
  expect(Number(most.result['ab'])).toBeGreaterThan(0)
})

test('the kline call answers bars of the fair spread', async () => {
  const line = rows(await get(ann, 'kline', `${of(combination)}&interval=1`))
  expect(line.length).toBeGreaterThan(0)
})
