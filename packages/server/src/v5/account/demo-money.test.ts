// The limits of demo money: an amount of each coin in one request, and a request a minute.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { V5TestClient } from '../../../testing/v5-client.ts'
import { ExchangeBusy } from '../../exchange/exchange.ts'
import { createV5Api } from '../api.ts'

let venue: TestServer
let client: V5TestClient
let isBusy = false
const failures: unknown[] = []

beforeAll(async () => {
  venue = await startTestServer()
  const { exchange } = venue.parts
  const submit: typeof exchange.submit = (command) =>
    isBusy ? Promise.reject(new ExchangeBusy(1000)) : exchange.submit(command)
  const parts = { ...venue.parts, exchange: { ...exchange, submit } }
  const api = createV5Api(parts, { limitFactor: 0, onFailure: (e) => failures.push(e) })
  client = await V5TestClient.open(venue, api)
})
afterAll(async () => {
  await venue.stop()
  expect(failures).toEqual([])
})

const give = async (...amounts: readonly string[]): Promise<number> => {
  const utaDemoApplyMoney = amounts.map((amountStr) => ({ coin: 'BTC', amountStr }))
  return (await client.post('account/demo-apply-money', { utaDemoApplyMoney })).retCode
}

test('the amounts of a coin count together against its limit in a request', async () => {
  expect(await give('15', '0.1')).toBe(10_001)
  expect(await give('14', '1')).toBe(0)
  venue.clock.advance(60_000)
})

test('a request that a busy exchange refused may be repeated at once', async () => {
  isBusy = true
  expect(await give('1')).toBe(10_006)
  isBusy = false
  expect(await give('1')).toBe(0)
  expect(await give('1')).toBe(10_006)
})
