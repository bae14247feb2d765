// Hedged positions over HTTP: the mode is switched, both sides are held, each is closed and set
// by its positionIdx (rules 6.1).

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

const post = async (browser: TestClient, path: string, payload: unknown) =>
  (await browser.ask('POST', `/contract/v5/${path}`, payload)).body
const held = async (browser: TestClient) =>
  (await browser.ask('GET', '/contract/v5/position/list')).body
const symbol = 'BTCUSDT'
const market = { symbol, orderType: 'Market', qty: '0.1' }

test('a symbol is switched to hedge mode, and its two positions have a row each', async () => {
  const browser = await trader()
  expect(await post(browser, 'position/switch-mode', { symbol, mode: 3 })).toMatchObject({
    ret_code: 0,
    result: { mode: 3 },
  })
  expect(await post(browser, 'position/switch-mode', { symbol, mode: 3 })).toMatchObject({
    ret_code: 110025,
  })
  expect(await post(browser, 'order/create', { ...market, side: 'Buy' })).toMatchObject({
    ret_code: 110203,
  })
  await post(browser, 'order/create', { ...market, side: 'Buy', positionIdx: 1 })
  await post(browser, 'order/create', { ...market, side: 'Sell', positionIdx: 2 })
  expect(await held(browser)).toMatchObject({
    result: {
      list: [
        { side: 'Buy', size: '0.100', positionIdx: 1, mode: 'BothSide', liqPrice: '' },
        { side: 'Sell', size: '0.100', positionIdx: 2, mode: 'BothSide', liqPrice: '' },
      ],
    },
  })
  expect(await post(browser, 'position/switch-mode', { symbol, mode: 0 })).toMatchObject({
    ret_code: 110024,
  })
  const stop = { symbol, positionIdx: 2, stopLoss: '70000' }
  expect(await post(browser, 'position/set-tp-sl-ts', stop)).toMatchObject({
    result: { position: { positionIdx: 2, stopLoss: '70000.0' } },
  })
  // A Sell of the long closes it even without reduceOnly, and never more than its size.
  const close = { ...market, qty: '0.3', side: 'Sell', positionIdx: 1 }
  expect(await post(browser, 'order/create', close)).toMatchObject({ ret_code: 0 })
  expect(await held(browser)).toMatchObject({
    result: { list: [{ side: 'Sell', size: '0.100', positionIdx: 2 }] },
  })
  expect(await post(browser, 'order/create', close)).toMatchObject({ ret_code: 110017 })
})

test('a coin is switched to hedge mode, and each isolated side has its own leverage', async () => {
  const browser = await trader()
  const both = { symbol, coin: 'USDT', mode: 3 }
  expect(await post(browser, 'position/switch-mode', both)).toMatchObject({ ret_code: 10001 })
  expect(await post(browser, 'position/switch-mode', { coin: 'USDT', mode: 3 })).toMatchObject({
    ret_code: 0,
  })
  const leverage = { symbol, leverage: '20', sellLeverage: '5' }
  expect(await post(browser, 'position/set-leverage', leverage)).toMatchObject({ ret_code: 110261 })
  await post(browser, 'position/set-margin-mode', { symbol, isIsolated: true })
  expect(await post(browser, 'position/set-leverage', leverage)).toMatchObject({
    result: { leverage: '20', leverageE2: 2000, sellLeverage: '5', mode: 'BothSide' },
  })
  await post(browser, 'order/create', { ...market, side: 'Sell', positionIdx: 2 })
  const added = { symbol, positionIdx: 2, addToPositionBalanceE8: '1000000000' }
  expect(await post(browser, 'position/pre-add-margin', added)).toMatchObject({
    result: { code: 0 },
  })
  expect(await post(browser, 'position/add-margin', added)).toMatchObject({
    result: { position: { positionIdx: 2, extraMargin: '10', leverage: '5' } },
  })
})
