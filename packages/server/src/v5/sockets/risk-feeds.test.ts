// Topics that push a whole message when it has changed, once for each change.

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

test('price limits are in the snapshot and pushed once for each change', async () => {
  const symbol = symbolId('BTCUSDT')
  const { exchange } = venue.parts
  const instrument = exchange.views.instrument(symbol)
  if (instrument === undefined) throw new Error('not listed')
  const feed = priceLimitFeed(venue.parts, instrument)
  const pushed: object[] = []
  const poll = (): void => feed.poll((message) => void pushed.push(message), 0)
  expect(feed.snapshot()).toMatchObject({ data: { symbol: 'BTCUSDT' } })
  poll()
  expect(pushed).toEqual([])
  const prices = [{ symbol, indexE8: priceE8(6_600_000_000_000) }]
  await exchange.submit({ kind: 'UpdatePrices', prices })
  // The snapshot of a second reader must not suppress the push to the first one.
  feed.snapshot()
  poll()
  poll()
  expect(pushed).toHaveLength(1)
})
