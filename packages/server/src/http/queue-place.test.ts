// Places in the queue over HTTP: the quantity that would be filled before a resting order.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TestClient, type TestServer } from '../../testing/test-server.ts'

let venue: TestServer
beforeAll(async () => {
  venue = await startTestServer()
})
afterAll(() => venue.stop())

async function trader(): Promise<TestClient> {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  return browser
}

const rest = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', timeInForce: 'GoodTillCancel' }

async function post(browser: TestClient, path: string, payload: unknown): Promise<string> {
  const { body } = await browser.ask('POST', `/contract/v5/order/${path}`, payload)
  expect(body).toMatchObject({ ret_code: 0 })
  return (body['result'] as { orderId: string }).orderId
}
const placesOf = async (browser: TestClient): Promise<unknown> => {
  const { body } = await browser.ask('GET', '/contract/v5/order/queue-place?symbol=BTCUSDT')
  return (body['result'] as { list: unknown }).list
}

test('earlier orders at the same price are ahead of an order, of all accounts', async () => {
  const [early, late] = [await trader(), await trader()]
  const first = await post(early, 'create', { ...rest, price: '20000', qty: '0.5' })
  const second = await post(late, 'create', { ...rest, price: '20000', qty: '0.2' })
  const third = await post(early, 'create', { ...rest, price: '20000', qty: '0.3' })
  // Another price is another queue.
  const alone = await post(late, 'create', { ...rest, price: '20000.1', qty: '0.1' })
  expect(await placesOf(early)).toEqual([
    { orderId: first, aheadQty: '0.000', aheadOrders: 0 },
    { orderId: third, aheadQty: '0.700', aheadOrders: 2 },
  ])
  expect(await placesOf(late)).toEqual([
    { orderId: second, aheadQty: '0.500', aheadOrders: 1 },
    { orderId: alone, aheadQty: '0.000', aheadOrders: 0 },
  ])
  // A smaller order keeps its place, a larger one goes to the end (rules 8.1).
  await post(early, 'replace', { symbol: 'BTCUSDT', orderId: first, qty: '0.4' })
  await post(late, 'replace', { symbol: 'BTCUSDT', orderId: second, qty: '0.6' })
  expect(await placesOf(late)).toMatchObject([
    { orderId: second, aheadQty: '0.700', aheadOrders: 2 },
    { orderId: alone },
  ])
  await post(early, 'cancel', { symbol: 'BTCUSDT', orderId: third })
  expect(await placesOf(late)).toMatchObject([
    { orderId: second, aheadQty: '0.400', aheadOrders: 1 },
    { orderId: alone },
  ])
})
