// The call auction of a new pair over the calls: what is collected, what the ticker shows, and the
// first trades; robots take part (rules 8.12).

import { createPrng } from '@basis/domain/numbers/prng'
import { amount, priceE8 } from '@basis/domain/numbers/fixed'
import { symbolId } from '@basis/domain/numbers/brand'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TestClient, type TestServer } from '../../../testing/test-server.ts'
import { listings } from '../../instruments/listings.ts'
import { groupOf } from '../../simulator/robots/accounts.ts'
import { auctionOrders } from '../../simulator/robots/auction-orders.ts'

const hourMs = 3_600_000
const pair = listings.find(({ instrument }) => instrument.auctionMs !== undefined)?.instrument
const symbol = symbolId(pair?.symbol ?? '')
const launchMs = pair?.launchMs ?? 0
const robots = pair === undefined ? [] : [groupOf(pair).maker, groupOf(pair).far]
let venue: TestServer
let browser: TestClient

beforeAll(async () => {
  venue = await startTestServer({}, { symbols: [symbol], startMs: launchMs - 2 * hourMs })
  browser = new TestClient(venue.app)
  await browser.becomeTrader()
  const { exchange } = venue.parts
  const much = amount(1_000_000n * 100_000_000n)
  for (const account of robots) {
    await exchange.submit({ kind: 'OpenAccount', account, role: 'robot' })
    for (const coin of [pair?.baseCoin ?? '', 'USDT']) {
      await exchange.submit({ kind: 'Deposit', account, coin, amount: much })
    }
  }
})
afterAll(() => venue.stop())

const index = (price: number) =>
  venue.parts.exchange.submit({
    kind: 'UpdatePrices',
    prices: [{ symbol, indexE8: priceE8(Math.round(price * 1e8)) }],
  })
const wire = symbol.replace('/', '')
const place = async (order: object) => {
  const asked = { symbolId: wire, side: 'BUY', ...order }
  return (await browser.ask('POST', '/spot/api/v1/order/create', asked)).body['ret_code']
}
const ticker = async () => {
  const path = `/contract/v5/public/tickers?symbol=${encodeURIComponent(symbol)}`
  const { body } = await browser.ask('GET', path)
  return (body['result'] as { list: Record<string, string>[] }).list[0]
}
const statusOf = async () => {
  const { body } = await browser.ask('GET', '/spot/api/basic/symbol_list_all')
  return JSON.stringify(body).includes('"ts":"Auction"')
}

test('before the auction begins orders are refused, and its beginning is announced', async () => {
  await index(1.5)
  expect(await place({ type: 'LIMIT', origQty: '10', price: '1.5' })).toBe(110074)
  expect(await statusOf()).toBe(false)
  const { body } = await browser.ask('GET', '/spot/api/basic/symbol_list_all')
  expect(JSON.stringify(body)).toContain(`"at":${launchMs - hourMs}`)
})

test('the auction collects limit orders only; the ticker shows its indicative price and quantity', async () => {
  venue.clock.advance(1.5 * hourMs)
  await index(1.5)
  expect(await statusOf()).toBe(true)
  expect(await place({ type: 'MARKET', origQty: '10' })).toBe(110311)
  expect(await place({ type: 'LIMIT', origQty: '10', price: '1.51' })).toBe(0)
  expect(await ticker()).toMatchObject({ auctionPrice: '', auctionQty: '0.0', bid1Price: '' })
  const { exchange } = venue.parts
  const random = createPrng(7)
  for (let placed = 0; placed < 100; placed += 1) {
    const view = exchange.views.symbol(symbol)
    if (view === undefined) throw new Error('the pair is listed')
    const indexTicks = view.indexE8 / view.instrument.tickSizeE8
    for (const order of auctionOrders({ view, indexTicks, lots: 500, placed }, random)) {
      expect((await exchange.submit(order)).problem).toBeUndefined()
    }
  }
  expect(robots.map((account) => exchange.views.openOrders(account).length)).toEqual([40, 40])
  const now = await ticker()
  expect(Number(now?.['auctionPrice'])).toBeCloseTo(1.5, 1)
  expect(Number(now?.['auctionQty'])).toBeGreaterThan(10)
  expect(exchange.views.symbol(symbol)?.lastTicks).toBe(0)
})

test('at the launch the collected orders trade at one price, the indicative one, and trading begins', async () => {
  const before = await ticker()
  venue.clock.advance(0.5 * hourMs)
  await index(1.5)
  const after = await ticker()
  expect(after?.['lastPrice']).toBe(before?.['auctionPrice'])
  expect(after).not.toHaveProperty('auctionPrice')
  expect(Number(after?.['bid1Price'])).toBeLessThan(Number(after?.['ask1Price']))
  const trades = venue.parts.readModel.recentTrades(symbol, 500)
  expect(trades.length).toBeGreaterThan(1)
  expect(new Set(trades.map(({ priceTicks }) => Number(priceTicks))).size).toBe(1)
  expect(await place({ type: 'MARKET', amount: '20' })).toBe(0)
})
