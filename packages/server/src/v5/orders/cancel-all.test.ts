// Cancelling all orders over the open API when a command of the request is not carried out.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { V5TestClient } from '../../../testing/v5-client.ts'
import { ExchangeBusy } from '../../exchange/exchange.ts'
import { RateLimited } from '../../exchange/quotas.ts'
import { createV5Api } from '../api.ts'

let venue: TestServer
let client: V5TestClient
/** Returns the error with which a batch of the request is refused, by its place. */
let errorAt: (place: number) => Error | undefined = () => undefined
/** The place of a batch that arrives too late. */
let latePlace: number | undefined
let batches = 0

const linear = { category: 'linear', symbol: 'BTCUSDT' } as const
const cancelAll = () => client.post('order/cancel-all', linear)

beforeAll(async () => {
  venue = await startTestServer()
  const { exchange } = venue.parts
  const refusing: typeof exchange = {
    ...exchange,
    submit(command, options) {
      if (command.kind !== 'OrderBatch') return exchange.submit(command, options)
      const place = batches
      batches += 1
      const error = errorAt(place)
      if (error !== undefined) return Promise.reject(error)
      return exchange.submit(command, place === latePlace ? { latestMs: 0 } : options)
    },
  }
  const parts = { ...venue.parts, exchange: refusing }
  const onFailure = (error: unknown): void => {
    throw error
  }
  client = await V5TestClient.open(venue, createV5Api(parts, { limitFactor: 0, onFailure }))
})
afterAll(() => venue.stop())

const openOrders = () => venue.parts.exchange.views.openOrders(client.account).length

/** The number of open orders after every command that was submitted before. */
async function laterOpenOrders(): Promise<number> {
  await venue.parts.exchange.submit({ kind: 'AdvanceTime' })
  return openOrders()
}

async function openUpTo(count: number): Promise<void> {
  errorAt = () => undefined
  latePlace = undefined
  const limit = { ...linear, side: 'Buy', orderType: 'Limit', qty: '0.001', price: '60000' }
  while (openOrders() < count) await client.post('order/create', limit)
  batches = 0
}

test('a request above the limit that all gateways share cancels nothing', async () => {
  await openUpTo(45)
  // The first command of a request carries its quota.
  errorAt = (place) => (place === 0 ? new RateLimited(100) : undefined)
  expect(await cancelAll()).toMatchObject({ retCode: 10006 })
  expect(await laterOpenOrders()).toBe(45)
})

test.each([
  ['busy', () => (errorAt = (place) => (place === 1 ? new ExchangeBusy(1000) : undefined))],
  ['too late', () => (latePlace = 1)],
])('of orders whose cancellation is %s the others are listed, without success', async (_, set) => {
  await openUpTo(45)
  set()
  const { retCode, result } = await cancelAll()
  expect({ retCode, success: result['success'] }).toEqual({ retCode: 0, success: '0' })
  expect(result.list).toHaveLength(25)
  expect(await laterOpenOrders()).toBe(20)
})

test('if nothing was cancelled, the request is refused', async () => {
  await openUpTo(20)
  latePlace = 0
  expect((await cancelAll()).retCode).not.toBe(0)
  errorAt = () => new ExchangeBusy(1000)
  expect(await cancelAll()).toMatchObject({ retCode: 10006 })
  await openUpTo(20)
  expect(await cancelAll()).toMatchObject({ retCode: 0, result: { success: '1' } })
  expect(await cancelAll()).toMatchObject({ retCode: 0, result: { list: [], success: '1' } })
})
