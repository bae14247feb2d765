// The feed of a chain's quotes over a delivery.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { OptionMarket } from '../simulator/options/option-market.ts'
import { optionQuotesFeed } from './option-pushes.ts'

let venue: TestServer

beforeAll(async () => {
  venue = await startTestServer({}, { symbols: ['BTCUSDT'] })
  const { exchange } = venue.parts
  const market = new OptionMarket(exchange.views, { seed: 1, isManned: false })
  while (exchange.views.symbols().length < 20) {
    venue.clock.advance(250)
    for (const command of market.step(venue.clock.nowMs())) await exchange.submit(command)
  }
})
afterAll(() => venue.stop())

test('a later reader of a chain gets no option that was delivered in the meantime', () => {
  const { exchange } = venue.parts
  const { views } = exchange
  const ended = new Set<string>()
  const seen: typeof views = {
    ...views,
    instrument: (symbol) => {
      const instrument = views.instrument(symbol)
      return ended.has(symbol) && instrument !== undefined
        ? { ...instrument, status: 'Closed' }
        : instrument
    },
  }
  const sources = { ...venue.parts, exchange: { ...exchange, views: seen } }
  const feed = optionQuotesFeed(sources, { baseCoin: 'BTC', settleCoin: 'USDC' })
  const symbols = (): readonly string[] => {
    const { list } = feed.snapshot() as { readonly list: readonly { readonly symbol: string }[] }
    return list.map(({ symbol }) => symbol)
  }
  const [first = '', ...others] = symbols()
  expect(others.length).toBeGreaterThan(2)
  ended.add(first)
  feed.changes()
  expect(symbols()).toEqual(others)
})
