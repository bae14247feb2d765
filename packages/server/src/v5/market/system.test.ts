// The components of an index and the announcements over the open API.

import { symbolId } from '@basis/domain/numbers/brand'
import { priceE8 } from '@basis/domain/numbers/fixed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IndexUpdate } from '../../simulator/prices.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { V5TestClient } from '../../../testing/v5-client.ts'
import { createV5Api } from '../api.ts'

let venue: TestServer
let client: V5TestClient
const lastIndexUpdates = new Map<string, IndexUpdate>()

beforeAll(async () => {
  venue = await startTestServer({}, { symbols: ['BTCUSDT', 'BTCUSD'] })
  const parts = { ...venue.parts, lastIndexUpdates }
  const onFailure = (error: unknown): void => {
    throw error
  }
  client = await V5TestClient.open(venue, createV5Api(parts, { limitFactor: 0, onFailure }))
})
afterAll(() => venue.stop())

type Row = Readonly<Record<string, string>>
async function componentsOf(indexName: string) {
  const { result } = await client.get('market/index-price-components', { indexName })
  return result['components'] as readonly Row[]
}

test('the index is the weighted average of the component prices', async () => {
  const source = { changedMs: 0 }
  const indexE8 = 65_010 * 100_000_000
  lastIndexUpdates.set('BTC', {
    coin: 'BTC',
    priceE8: indexE8,
    basis: 'average',
    healthySources: 2,
    sources: [
      { ...source, name: 'One', priceE8: 65_000 * 100_000_000, volumeE8: 300n },
      { ...source, name: 'Two', priceE8: 65_040 * 100_000_000, volumeE8: 100n },
    ],
  })
  const components = await componentsOf('BTCUSDT')
  expect(components.map(({ exchange, price, weight }) => [exchange, price, weight])).toEqual([
    ['One', '65000', '0.75'],
    ['Two', '65040', '0.25'],
  ])
  const sum = components.reduce(
    (total, { equivalentPrice, weight }) => total + Number(equivalentPrice) * Number(weight),
    0,
  )
  expect(sum).toBeCloseTo(65_010, 6)
  expect(components.every(({ multiplier }) => multiplier === '1')).toBe(true)
})

test('for an index in another quote coin the multiplier converts the component prices', async () => {
  const symbol = symbolId('BTCUSD')
  const prices = [{ symbol, indexE8: priceE8(64_359.5 * 100_000_000) }]
  await venue.parts.exchange.submit({ kind: 'UpdatePrices', prices })
  const [first] = await componentsOf('BTCUSD')
  const { price, multiplier, equivalentPrice, spotPair } = first ?? {}
  expect(spotPair).toBe('BTCUSDT')
  expect(Number(multiplier)).toBeCloseTo(64_359.5 / 65_010, 8)
  expect(Number(equivalentPrice)).toBeCloseTo(Number(price) * Number(multiplier), 2)
})

test('without venue prices every component has the price of the index, and weights add up to one', async () => {
  lastIndexUpdates.clear()
  const components = await componentsOf('BTCUSDT')
  expect(components.length).toBeGreaterThan(2)
  expect(new Set(components.map(({ price }) => price)).size).toBe(1)
  const weight = components.reduce((sum, each) => sum + Number(each['weight']), 0)
  expect(weight).toBeCloseTo(1, 9)
})

test('announcements list the calendar of the next seven days, filtered by type and tag, in pages', async () => {
  const ask = async (more: Readonly<Record<string, string>> = {}) =>
    (await client.get('announcements/index', { locale: 'en-US', ...more })).result
  const all = await ask()
  const planned = venue.parts.calendar.next(venue.clock.nowMs())
  expect(all['total']).toBe(planned.length)
  const rows = all['list'] as readonly Readonly<Record<string, unknown>>[]
  expect(new Set(rows.map((row) => row['startDateTimestamp']))).toEqual(
    new Set(planned.map(({ timeMs }) => timeMs)),
  )
  const maintained = await ask({ type: 'maintenance_updates' })
  expect(maintained['total']).toBe(planned.filter(({ kind }) => kind === 'maintenance').length)
  expect(maintained['list']).toMatchObject([{ type: { key: 'maintenance_updates' } }])
  const [planned0] = planned.filter(({ kind }) => kind === 'maintenance')
  expect((maintained['list'] as object[])[0]).toMatchObject({
    tags: [],
    startDateTimestamp: planned0?.timeMs,
    endDateTimestamp: planned0?.endMs,
  })
  expect((await ask({ tag: 'Options' }))['list']).toEqual([])
  expect((await ask({ limit: '1' }))['list']).toEqual(rows.slice(0, 1))
  expect(await ask({ limit: '1', page: '99' })).toEqual({ total: all['total'], list: [] })
})
