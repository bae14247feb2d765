// Trailing stops of a position, set over the open API beside partial TP/SL (open API 5.3).

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { V5TestClient } from '../../../testing/v5-client.ts'
import { createV5Api } from '../api.ts'

let venue: TestServer
let client: V5TestClient
const failures: unknown[] = []

beforeAll(async () => {
  venue = await startTestServer()
  const api = createV5Api(venue.parts, { limitFactor: 0, onFailure: (e) => failures.push(e) })
  client = await V5TestClient.open(venue, api)
})
afterAll(async () => {
  await venue.stop()
  expect(failures).toEqual([])
})

test('a trailing stop alone is set in partial mode too, and is unchanged the second time', async () => {
  const linear = { category: 'linear', symbol: 'BTCUSDT' } as const
  const order = { ...linear, side: 'Buy', orderType: 'Market', qty: '0.01' }
  expect(await client.post('order/create', order)).toMatchObject({ retCode: 0 })
  const stop = { ...linear, tpslMode: 'Partial', trailingStop: '500' }
  expect(await client.post('position/trading-stop', stop)).toMatchObject({ retCode: 0 })
  expect(await client.row('position/list', linear)).toMatchObject({ trailingStop: '500.0' })
  expect(await client.post('position/trading-stop', stop)).toMatchObject({ retCode: 34_040 })
  const nothing = { ...linear, tpslMode: 'Partial' }
  expect(await client.post('position/trading-stop', nothing)).toMatchObject({ retCode: 34_040 })
  const removed = { ...stop, trailingStop: '0' }
  expect(await client.post('position/trading-stop', removed)).toMatchObject({ retCode: 0 })
  expect(await client.row('position/list', linear)).toMatchObject({ trailingStop: '' })
})
