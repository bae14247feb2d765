// Topics that say something whole when it has become something else: once each.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { symbolId } from '@basis/domain/numbers/brand'
import { priceE8 } from '@basis/domain/numbers/fixed'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { priceLimitFeed } from './risk-feeds.ts'

let venue: TestServer
beforeAll(async () => {
  venue = await startTestServer()
})
afterAll(() => venue.stop())

test('price limits are told once to who begins, and again when they change', async () => {
  const symbol = symbolId('BTCUSDT')
  const { exchange } = venue.parts
  const instrument = exchange.views.instrument(symbol)
  if (instrument === undefined) throw new Error('not listed')
  const feed = priceLimitFeed(venue.parts, instrument)
  const told: object[] = []
  const poll = (): void => feed.poll((message) => void told.push(message), 0)
  expect(feed.snapshot()).toMatchObject({ data: { symbol: 'BTCUSDT' } })
  poll()
  expect(told).toEqual([])
  const prices = [{ symbol, indexE8: priceE8(6_600_000_000_000) }]
  await exchange.submit({ kind: 'UpdatePrices', prices })
  // A second reader begins with the new limits; the first one is still to be told.
  feed.snapshot()
  poll()
  poll()
  expect(told).toHaveLength(1)
})
