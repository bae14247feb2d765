// Finding an instrument by a typed word: a symbol in any spelling, or a coin.

import { expect, test } from 'vitest'
import { listingsOf } from '../../stores/catalogue.ts'
import { fallbackContracts } from '../../stores/fallback-catalogue.ts'
import { instrumentFinder } from './instrument-finder.ts'

const listings = listingsOf(fallbackContracts(), [])
const instrument = (symbol: string) => {
  const found = listings.find((listing) => listing.symbol === symbol)
  if (found === undefined) throw new Error(`${symbol} is built in`)
  return found.instrument
}
const [btc, inverse] = ['BTCUSDT', 'BTCUSD'].map(instrument)

test.each([
  ['BTCUSD', 'BTCUSD'],
  ['btc-usd', 'BTCUSD'],
  ['btc', 'BTCUSDT'],
  ['eth', 'ETHUSDT'],
])('the word %s finds %s', (word, symbol) => {
  if (btc === undefined) throw new Error('BTCUSDT is built in')
  expect(instrumentFinder(listings, btc)(word)?.symbol).toBe(symbol)
})

test('a coin finds the contract of the page if that has this coin', () => {
  if (inverse === undefined) throw new Error('BTCUSD is built in')
  expect(instrumentFinder(listings, inverse)('btc')?.symbol).toBe('BTCUSD')
})

test('any other word finds nothing', () => {
  if (btc === undefined) throw new Error('BTCUSDT is built in')
  expect(instrumentFinder(listings, btc)('stop')).toBeUndefined()
  expect(instrumentFinder(listings, btc)('/')).toBeUndefined()
})
