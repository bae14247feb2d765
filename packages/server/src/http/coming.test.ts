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

/** What these calls need besides the symbol. */
const needed: Partial<Record<(typeof callNames)[number], string>> = {
  candles: '&resolution=60',
  openInterest: '&resolution=60',
  marketLiquidations: '&resolution=60',
  slippage: '&side=Buy&qty=1',
  spreadLine: '&interval=1',
  maxSpreadQty: '&side=Buy&orderPrice=1',
  explainRow: '&row=change',
}

test.each(asked)(
  '%s of an announced symbol answers an empty history or a message',
  async (name) => {
    const query = `symbol=${symbol}${needed[name] ?? ''}`
    const { status, body } = await browser.ask('GET', `${calls[name].path}?${query}`)
    expect(status).toBe(200)
    const message = body['ret_msg'] ?? body['retMsg']
    if (message !== 'OK') {
      // There is no combination of it, and no copy wallet.
      const refused = expect.stringMatching(/Spread|^spread|^maxCopyOrderQty$/)
      expect([name, message]).toEqual([refused, expect.stringMatching(/^(?:symbol|walletId):/)])
      return
    }
    const { list } = body['result'] as Record<string, unknown>
    // Terms and prices are published before the launch.
    if (list !== undefined && !['riskLimits', 'tickers'].includes(name)) expect(list).toEqual([])
  },
)

test('the ticker of an announced symbol has no trade', async () => {
  const { body } = await browser.ask('GET', `${calls.tickers.path}?symbol=${symbol}`)
  expect((body['result'] as { list: unknown }).list).toMatchObject([
    { lastPrice: '', highPrice24h: '', volume24h: '0.0', turnover24h: '0', openInterest: '0.0' },
  ])
})

test('an order for an announced symbol is refused with a message', async () => {
  const order = { symbol, side: 'Buy', orderType: 'Limit', qty: '100', price: '1' }
  const { status, body } = await browser.ask('POST', '/contract/v5/order/create', order)
  expect(status).toBeLessThan(500)
  expect(body['ret_code']).toBeGreaterThan(0)
  expect(body['ret_msg']).not.toBe('')
})
