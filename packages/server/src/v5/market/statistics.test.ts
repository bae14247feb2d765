// The historical volatility over the open API, held against the hourly candles of the index.

import { symbolId } from '@basis/domain/numbers/brand'
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

const hourMs = 3_600_000
const symbol = symbolId('BTCUSDT')

/** The closing prices of the index of `count` hours, the last of which begins at `lastMs`. */
async function closes(lastMs: number, count: number): Promise<number[]> {
  const found: number[] = []
  for (let fromMs = lastMs - (count - 1) * hourMs; fromMs <= lastMs; fromMs += 500 * hourMs) {
    const toMs = Math.min(fromMs + 500 * hourMs, lastMs + hourMs)
    const asked = { source: 'index', resolution: '60', limit: 1000 } as const
    const candles = await venue.parts.readModel.candles({ ...asked, symbol, fromMs, toMs })
    found.push(...candles.map(({ close }) => close))
  }
  return found
}

test.each([7, 60, 90])('a volatility of %i days has the returns of all its hours', async (days) => {
  const { result } = await client.get('market/historical-volatility', {
    category: 'option',
    baseCoin: 'BTC',
    period: days,
  })
  const [newest] = result as unknown as { period: number; value: string; time: string }[]
  const prices = await closes(Number(newest?.time), days * 24 + 1)
  expect(prices).toHaveLength(days * 24 + 1)
  const returns = prices.slice(1).map((price, k) => Math.log(price / (prices[k] ?? price)))
  const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length
  const squares = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0)
  const hourly = Math.sqrt(squares / (returns.length - 1))
  expect(Number(newest?.value)).toBeCloseTo(hourly * Math.sqrt(365 * 24), 6)
})
