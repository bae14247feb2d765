// An account's history over HTTP, filtered by the family of contracts.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TestClient, type TestServer } from '../../testing/test-server.ts'

let venue: TestServer
beforeAll(async () => {
  venue = await startTestServer({}, { symbols: ['BTCUSDT', 'BTCPERP', 'BTCUSD', 'BTC/USDT'] })
})
afterAll(() => venue.stop())

type Row = { readonly symbol: string }
const rows = async (browser: TestClient, path: string): Promise<readonly Row[]> => {
  const { body } = await browser.ask('GET', `/contract/v5/${path}`)
  return (body['result'] as { list: readonly Row[] }).list
}

test('a history of one contract family has the orders of that family only', async () => {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  const limit = { side: 'Buy', orderType: 'Limit' }
  for (const [symbol, qty, price] of [
    ['BTCUSDT', '0.001', '60000'],
    ['BTCPERP', '0.001', '60000'],
    ['BTCUSD', '10', '60000'],
  ]) {
    const order = { ...limit, symbol, qty, price }
    const { body } = await browser.ask('POST', '/contract/v5/order/create', order)
    expect(body).toMatchObject({ ret_code: 0 })
  }
  const pair = { symbolId: 'BTCUSDT', side: 'BUY', type: 'LIMIT', origQty: '0.001', price: '60000' }
  const placed = await browser.ask('POST', '/spot/api/v1/order/create', pair)
  expect(placed.body).toMatchObject({ ret_code: 0 })
  await browser.ask('POST', '/contract/v5/order/cancel-all', {})
  const symbols = async (query: string) =>
    (await rows(browser, `order/history${query}`)).map(({ symbol }) => symbol).toSorted()
  expect(await symbols('')).toEqual(['BTC/USDT', 'BTCPERP', 'BTCUSD', 'BTCUSDT'])
  expect(await symbols('?contractType=Spot')).toEqual(['BTC/USDT'])
  expect(await symbols('?contractType=LinearPerpetual')).toEqual(['BTCUSDT'])
  expect(await symbols('?contractType=UsdcPerpetual')).toEqual(['BTCPERP'])
  expect(await symbols('?contractType=InversePerpetual')).toEqual(['BTCUSD'])
  expect(await symbols('?contractType=LinearFutures')).toEqual([])
  expect(await symbols('?contractType=InversePerpetual&symbol=BTCUSDT')).toEqual([])
  // A deposit belongs to no contract.
  expect(await rows(browser, 'account/transaction-log?contractType=LinearPerpetual')).toEqual([])
})

test('a transaction has the same id on every page', async () => {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.001' }
  for (const side of ['Buy', 'Sell']) {
    const { body } = await browser.ask('POST', '/contract/v5/order/create', { ...order, side })
    expect(body).toMatchObject({ ret_code: 0 })
  }
  type Page = { readonly list: readonly { readonly id: string }[]; readonly nextPageCursor: string }
  const page = async (query: string): Promise<Page> => {
    const path = `/contract/v5/account/transaction-log?${query}`
    return (await browser.ask('GET', path)).body['result'] as Page
  }
  const all = (await page('limit=50')).list.map(({ id }) => id)
  expect(new Set(all).size).toBe(3)
  const single: string[] = []
  for (let cursor = ''; ;) {
    const { list, nextPageCursor } = await page(`limit=1${cursor}`)
    single.push(...list.map(({ id }) => id))
    if (nextPageCursor === '') break
    cursor = `&cursor=${nextPageCursor}`
  }
  expect(single).toEqual(all)
})

test('a history of an unknown contract family is refused with the field name', async () => {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  const { body } = await browser.ask('GET', '/contract/v5/order/history?contractType=Options')
  expect(body).toMatchObject({ ext_map: { field: 'contractType' } })
})

test('EX-1.2: the average price of an inverse order and of its slippage estimate are dollars per coin', async () => {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  const path = '/contract/v5/public/instrument/slippage?symbol=BTCUSD&side=Buy&qty=1'
  const asked = (await browser.ask('GET', path)).body['result']
  expect(asked).toMatchObject({ avgPrice: expect.stringMatching(/^65\d{3}/), slippage: '0' })
  const order = { symbol: 'BTCUSD', side: 'Buy', orderType: 'Market', qty: '1' }
  const { body } = await browser.ask('POST', '/contract/v5/order/create', order)
  expect(body['result']).toMatchObject({ order: { avgPrice: expect.stringMatching(/^65\d{3}/) } })
})

test('a funding payment belongs to no order', async () => {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.001' }
  const { body } = await browser.ask('POST', '/contract/v5/order/create', order)
  const { orderId } = body['result'] as { readonly orderId: string }
  venue.clock.advance(8 * 3_600_000)
  await venue.parts.exchange.submit({ kind: 'AdvanceTime' })
  expect(await rows(browser, 'execution/list?execType=Funding')).toHaveLength(1)
  expect(await rows(browser, `execution/list?execType=Funding&orderId=${orderId}`)).toEqual([])
  expect(await rows(browser, `execution/list?execType=Trade&orderId=${orderId}`)).toHaveLength(1)
})
