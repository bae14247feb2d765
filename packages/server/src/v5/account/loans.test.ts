// Refusals of loans and of account settings: each names the field of the request.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { V5TestClient } from '../../../testing/v5-client.ts'

let venue: TestServer
let client: V5TestClient

beforeAll(async () => {
  venue = await startTestServer({}, { symbols: ['BTCUSDT'] })
  client = await V5TestClient.open(venue)
})
afterAll(() => venue.stop())

const spotLeverage = 'spot-margin-trade/set-leverage'
const fields = /\b(buyLeverage|leverage|currency|coin|amount|setHedgingMode|isOn)\b/g

test.each([
  [spotLeverage, { leverage: '11' }, 176021, 'leverage'],
  [spotLeverage, { leverage: '5', currency: 'NONE' }, 176003, 'currency'],
  ['account/borrow', { coin: 'NONE', amount: '1' }, 176003, 'coin'],
  ['account/borrow', { coin: 'USDT', amount: '0' }, 176006, 'amount'],
  ['account/repay', { amount: '1' }, 10001, 'amount'],
  ['account/set-collateral-switch', { coin: 'USDT', collateralSwitch: 'OFF' }, 176022, 'coin'],
  ['account/set-hedging-mode', { setHedgingMode: 'ON' }, 110349, 'setHedgingMode'],
])('%s with %o is refused and names the field of the request', async (path, asked, code, field) => {
  const { retCode, retMsg } = await client.post(path, asked)
  expect(retCode).toBe(code)
  expect([...new Set(retMsg.match(fields))]).toEqual([field])
})
