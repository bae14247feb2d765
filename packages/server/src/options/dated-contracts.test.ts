// The open options and dated futures of a coin, as they are listed and delivered.

import { symbolId } from '@basis/domain/numbers/brand'
import { priceE8 } from '@basis/domain/numbers/fixed'
import { expect, test } from 'vitest'
import { createInMemoryExchange } from '../../testing/in-memory-exchange.ts'
import { listingsAt } from '../instruments/listings.ts'
import { optionsAt } from '../instruments/options.ts'
import { futuresSymbols, openOptions, symbolsWithoutOptions } from './dated-contracts.ts'

const startMs = Date.UTC(2026, 10, 23, 12)

function exchangeWithOptions() {
  const markets = listingsAt(startMs).filter(({ instrument }) =>
    /^(?:BTC|ETH)USDT(?:-|$)/.test(instrument.symbol),
  )
  const venue = createInMemoryExchange(markets, startMs)
  const forward = priceE8(65_000 * 1e8)
  const options = optionsAt(startMs, (coin) => (coin === 'BTC' ? forward : undefined))
  return { ...venue, options }
}

test('options listed later are in their chain, delivered ones are not, and futures stay', async () => {
  const { exchange, options, setTime } = exchangeWithOptions()
  const { views } = exchange
  const futures = views
    .symbols()
    .filter((symbol) => symbol.startsWith('BTCUSDT-'))
    .map(String)
  expect(futures.length).toBeGreaterThan(3)
  expect(futuresSymbols(views, 'BTC').map(String)).toEqual(futures)
  expect(openOptions(views, 'BTC')).toEqual([])
  const [first, ...others] = options
  if (first === undefined) throw new Error('no option')
  await exchange.submit({ kind: 'ListInstrument', instrument: first })
  expect(openOptions(views, 'BTC')).toEqual([first])
  for (const instrument of others) await exchange.submit({ kind: 'ListInstrument', instrument })
  expect(openOptions(views, 'BTC')).toEqual(options)
  expect(openOptions(views, 'ETH')).toEqual([])

  const endMs = Math.min(...options.map(({ deliveryMs = 0 }) => deliveryMs))
  const indexE8 = priceE8(65_000 * 1e8)
  for (let minutes = 40; minutes >= 0; minutes -= 1) {
    setTime(endMs - minutes * 60_000)
    const prices = [{ symbol: symbolId('BTCUSDT'), indexE8 }]
    await exchange.submit({ kind: 'UpdatePrices', prices })
  }
  const left = options.filter(({ deliveryMs = 0 }) => deliveryMs > endMs)
  expect(left.length).toBeLessThan(options.length)
  expect(openOptions(views, 'BTC').map(({ symbol }) => symbol)).toEqual(
    left.map(({ symbol }) => symbol),
  )
  expect(futuresSymbols(views, 'BTC').map(String)).toEqual(futures)
})

test('lists of all markets leave out options, and have what is listed between them', async () => {
  const { exchange, options } = exchangeWithOptions()
  const { views } = exchange
  const before = [...views.symbols()]
  expect(symbolsWithoutOptions(views)).toEqual(before)
  for (const instrument of options) await exchange.submit({ kind: 'ListInstrument', instrument })
  const perpetual = views.instrument(symbolId('BTCUSDT'))
  if (perpetual === undefined) throw new Error('no perpetual')
  const later = { ...perpetual, symbol: symbolId('LATERUSDT') }
  await exchange.submit({ kind: 'ListInstrument', instrument: later })
  expect(symbolsWithoutOptions(views)).toEqual([...before, later.symbol])
})
