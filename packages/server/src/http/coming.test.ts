// An announced symbol: its histories are empty, its orders are refused with a message, and no
// call for it fails (spec 7).

import { calls, callNames } from '@basis/protocol/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listings } from '../instruments/listings.ts'
import { startTestServer, TestClient, type TestServer } from '../../testing/test-server.ts'

const coming = listings.find(({ instrument }) => instrument.status === 'PreLaunch')
const symbol = coming?.instrument.symbol ?? ''
let venue: TestServer
let browser: TestClient
beforeAll(async () => {
  venue = await startTestServer({}, { symbols: [symbol] })
  browser = new TestClient(venue.app)
  await browser.becomeTrader()
})
afterAll(() => venue.stop())

const asked = callNames.filter((name) => {
  const { method, request } = calls[name]
  return method === 'GET' && 'symbol' in request.def.shape
})

test.each(asked)(
  '%s of an announced symbol answers an empty history or a message',
  async (name) => {
    const { status, body } = await browser.ask('GET', `${calls[name].path}?symbol=${symbol}`)
    expect(status).toBeLessThan(500)
    if (body['ret_code'] !== 0) return expect(body['ret_msg']).not.toBe('')
    const { list, nextPageCursor } = body['result'] as Record<string, unknown>
    if (nextPageCursor !== undefined) expect(list).toEqual([])
  },
)

test('an order for an announced symbol is refused with a message', async () => {
  const order = { symbol, side: 'Buy', orderType: 'Limit', qty: '100', price: '1' }
  const { status, body } = await browser.ask('POST', '/contract/v5/order/create', order)
  expect(status).toBeLessThan(500)
  expect(body['ret_code']).toBeGreaterThan(0)
  expect(body['ret_msg']).not.toBe('')
})
