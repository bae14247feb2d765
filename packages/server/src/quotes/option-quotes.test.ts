// The work for the quotes of a chain when thousands of options have been delivered.

import { symbolId } from '@basis/domain/numbers/brand'
import { priceE8 } from '@basis/domain/numbers/fixed'
import { expect, test, vi } from 'vitest'
import { createInMemoryExchange } from '../../testing/in-memory-exchange.ts'
import { listingsAt } from '../instruments/listings.ts'
import { optionsAt } from '../instruments/options.ts'
import { optionsOf, quotesOf } from './option-quotes.ts'

const startMs = Date.UTC(2026, 10, 23, 12)
const chain = { baseCoin: 'BTC', settleCoin: 'USDC' }

test('the quotes of a chain look at delivered options once, not for each quote', async () => {
  const markets = listingsAt(startMs).filter(({ instrument }) =>
    /^BTCUSDT(?:-|$)/.test(instrument.symbol),
  )
  const { exchange } = createInMemoryExchange(markets, startMs)
  const forward = priceE8(65_000 * 1e8)
  const options = optionsAt(startMs, (coin) => (coin === 'BTC' ? forward : undefined))
  for (const instrument of options) await exchange.submit({ kind: 'ListInstrument', instrument })
  const indexE8 = priceE8(65_000 * 1e8)
  const prices = [{ symbol: symbolId('BTCUSDT'), indexE8 }]
  await exchange.submit({ kind: 'UpdatePrices', prices })
  const gone = Array.from({ length: 5_000 }, (_, k) => symbolId(`BTC-1JAN26-${k}-C`))
  const ended = new Map(gone.map((symbol) => [symbol, { status: 'Closed', deliveryMs: 1 }]))
  const symbols = vi.fn(() => [...gone, ...exchange.views.symbols()])
  const instrument = vi.fn((symbol: (typeof gone)[number]) => {
    const [like] = options
    const over = ended.get(symbol)
    return over ? ({ ...like, symbol, ...over } as typeof like) : exchange.views.instrument(symbol)
  })
  const views = { ...exchange.views, symbols, instrument }
  const sources = { exchange: { ...exchange, views }, readModel: { ticker: () => undefined } }
  const quotes = () => quotesOf(sources as never, chain)
  const count = optionsOf(exchange.views, chain).length
  expect(count).toBeGreaterThan(50)
  expect(quotes()).toHaveLength(count)
  symbols.mockClear()
  instrument.mockClear()
  expect(quotes()).toHaveLength(count)
  expect(symbols.mock.calls.length).toBeLessThan(5)
  expect(instrument.mock.calls.length).toBeLessThan(1_000)
})
