// Histories as CSV over real HTTP: all pages in one answer, equal to the pages.

import type { AddressInfo } from 'node:net'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { priceE8 } from '@basis/domain/numbers/fixed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportNames } from './exports.ts'
import { startTestServer, TestClient, type TestServer } from '../../testing/test-server.ts'

let venue: TestServer
let address: string
beforeAll(async () => {
  venue = await startTestServer()
  await venue.app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(venue.app.server.address() as AddressInfo).port}`
})
afterAll(() => venue.stop())

async function trader(): Promise<TestClient> {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  return browser
}

function csv({ cookies }: TestClient, path: string): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return fetch(`${address}/contract/v5/${path}`, { headers: { cookie } })
}
const post = async (browser: TestClient, path: string, payload: unknown) =>
  (await browser.ask('POST', `/contract/v5/${path}`, payload)).body
type Rows = { readonly list: readonly Record<string, unknown>[]; readonly nextPageCursor: string }
const page = async (browser: TestClient, path: string) =>
  (await browser.ask('GET', `/contract/v5/${path}`)).body['result'] as Rows

test('these paged histories can be exported as CSV', () => {
  expect(exportNames.toSorted()).toEqual(
    [
      'alertFirings',
      'borrowHistory',
      'closedPnl',
      'deliveryRecords',
      'executions',
      'explain',
      'fundingHistory',
      'liquidations',
      'orderHistory',
      'settlementRecords',
      'spreadExecutions',
      'spreadHistory',
      'strategyHistory',
      'transactionLog',
    ].toSorted(),
  )
})

test('a CSV has the rows of every page, newest first, under the field names of the call', async () => {
  const browser = await trader()
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.001' }
  const request = Array.from({ length: 20 }, () => ({ ...order, price: '60000' }))
  for (let batch = 0; batch < 21; batch += 1) {
    await post(browser, 'order/create-batch', { request })
    await post(browser, 'order/cancel-all', { symbol: 'BTCUSDT' })
  }
  const reported: string[] = []
  for (let cursor = ''; ;) {
    const behind = cursor === '' ? '' : `&cursor=${cursor}`
    const { list, nextPageCursor } = await page(browser, `order/history?limit=200${behind}`)
    reported.push(...list.map(({ orderId, price }) => `${orderId} ${price}`))
    cursor = nextPageCursor
    if (cursor === '') break
  }
  expect(reported.length).toBe(420)

  const answer = await csv(browser, 'order/history.csv?symbol=BTCUSDT')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toContain('orderHistory.csv')
  const [head = '', ...lines] = (await answer.text()).trimEnd().split('\r\n')
  const columns = head.split(',')
  expect(columns.slice(0, 4)).toEqual(['orderId', 'orderLinkId', 'symbol', 'side'])
  const [id, price] = [columns.indexOf('orderId'), columns.indexOf('price')]
  const cells = lines.map((line) => line.split(','))
  expect(cells.map((row) => `${row[id]} ${row[price]}`)).toEqual(reported)
  expect(cells.every((row) => row.length === columns.length)).toBe(true)
})

test('the transaction log and its CSV have the same number of rows, of trades and of the deposit', async () => {
  const browser = await trader()
  const market = { symbol: 'BTCUSDT', orderType: 'Market', qty: '0.01' }
  await post(browser, 'order/create', { ...market, side: 'Buy' })
  await post(browser, 'order/create', { ...market, side: 'Sell' })
  const { list } = await page(browser, 'account/transaction-log')
  expect(list.map(({ type }) => type)).toEqual(['Trade', 'Trade', 'Deposit'])
  const text = await (await csv(browser, 'account/transaction-log.csv')).text()
  expect(text.trimEnd().split('\r\n').length).toBe(1 + list.length)
})

test('the steps of a liquidation are listed afterwards, and its CSV has them', async () => {
  const browser = await trader()
  await post(browser, 'position/set-leverage', { symbol: 'BTCUSDT', leverage: '100' })
  await post(browser, 'position/set-margin-mode', { symbol: 'BTCUSDT', isIsolated: true })
  await post(browser, 'order/create', {
    symbol: 'BTCUSDT',
    side: 'Buy',
    orderType: 'Market',
    qty: '0.5',
  })
  const symbol = symbolId('BTCUSDT')
  // With an empty book the mark soon follows only the index (rules 2.2).
  const account = accountId(venue.maker)
  await venue.parts.exchange.submit({ kind: 'CancelAllOrders', account })
  for (let second = 0; second < 320; second += 1) {
    venue.clock.advance(1000)
    const indexE8 = priceE8(62_000 * 100_000_000)
    await venue.parts.exchange.submit({ kind: 'UpdatePrices', prices: [{ symbol, indexE8 }] })
  }
  const { list } = await page(browser, 'position/liquidations?symbol=BTCUSDT')
  expect(list.at(-1)).toMatchObject({
    symbol: 'BTCUSDT',
    step: 'started',
    explanation: { rule: 'isolatedLiquidation' },
  })
  const text = await (await csv(browser, 'position/liquidations.csv')).text()
  expect(text).toContain('BTCUSDT,None,0,,,started,')
})

test('a CSV needs a session, and an invalid request is refused as by the call', async () => {
  const bare = await fetch(`${address}/contract/v5/order/history.csv`)
  expect(await bare.json()).toMatchObject({ ret_code: 10007 })
  const browser = await trader()
  const wrong = await csv(browser, 'order/history.csv?symbol=NOBODY')
  expect(await wrong.json()).toMatchObject({ ext_map: { problem: 'instrumentUnknown' } })
  const unknown = await csv(browser, 'order/history.csv?colour=red')
  expect(await unknown.json()).toMatchObject({ ret_code: 10001 })
})
