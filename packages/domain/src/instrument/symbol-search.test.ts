// The rank of a symbol in a search, for every way in which a trader may type it.

import { expect, test } from 'vitest'
import { matchRank, rankedMatches } from './symbol-search.ts'

const named = (symbol: string, displayName = symbol) => ({ symbol, displayName })

test.each([
  ['BTCUSD', 'btcusd', 0],
  ['BTC/USDT', ' btc/usdt ', 0],
  ['BTCUSDT', 'btc/usdt', 1],
  ['BTC/USDT', 'btc usdt', 1],
  ['BTCUSDT', 'BTCUSD', 2],
  ['BTC-26DEC26', 'btc26', 2],
  ['WBTCUSDT', 'btc', 3],
  ['ETHUSDT', 'btc', undefined],
  ['ETHUSDT', '', 2],
])('%s is searched as "%s": rank %s', (symbol, typed, rank) => {
  expect(matchRank(named(symbol), typed)).toBe(rank)
})

test('a displayed name matches where the symbol does not', () => {
  expect(matchRank(named('BTCPERP', 'BTC-USDC'), 'btcusdc')).toBe(3)
})

test('matches of one rank keep their order, and a caller may rank further', () => {
  const listings = ['WBTCUSDT', 'BTCUSDT', 'BTCUSD', 'ETHUSDT'].map((symbol) => named(symbol))
  const found = (typed: string) => rankedMatches(listings, typed).map(({ symbol }) => symbol)
  expect(found('btcusd')).toEqual(['BTCUSD', 'BTCUSDT', 'WBTCUSDT'])
  expect(found('')).toEqual(['WBTCUSDT', 'BTCUSDT', 'BTCUSD', 'ETHUSDT'])
  const wrappedFirst = rankedMatches(listings, 'btcusd', (match, { symbol }) =>
    symbol.startsWith('W') ? 0 : match + 1,
  )
  expect(wrappedFirst.map(({ symbol }) => symbol)).toEqual(['WBTCUSDT', 'BTCUSD', 'BTCUSDT'])
})
