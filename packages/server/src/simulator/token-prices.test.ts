// Prices of leveraged tokens, and that they continue after a restart.

import { createEngine } from '@basis/engine/engine'
import { priceE8 } from '@basis/domain/numbers/fixed'
import { expect, test } from 'vitest'
import { listings } from '../instruments/listings.ts'
import { leveragedTokens, tokenIndex } from '../instruments/spot/leveraged-tokens.ts'
import { createInMemoryExchange } from '../../testing/in-memory-exchange.ts'
import { TokenPrices } from './token-prices.ts'

const startMs = Date.UTC(2026, 10, 23, 9)

test('a token’s index moves three times as much as its coin’s, in the direction of the token', () => {
  const [long, short] = leveragedTokens
  if (long === undefined || short === undefined) throw new Error('no tokens')
  expect(tokenIndex(long, 10, { before: 100, now: 102 })).toBeCloseTo(10.6)
  expect(tokenIndex(short, 10, { before: 100, now: 102 })).toBeCloseTo(9.4)
  // A move and its reversal lose value: 10 × 1.3 × (1 − 3 × 10/110).
  const there = tokenIndex(long, 10, { before: 100, now: 110 })
  expect(tokenIndex(long, there, { before: 110, now: 100 })).toBeCloseTo(9.4545, 3)
  expect(tokenIndex(short, 10, { before: 100, now: 200 })).toBeCloseTo(0.5)
})

test('tokens begin at their start price and follow the prices of their coin', () => {
  const tokens = new TokenPrices({ listings, views: createEngine().views })
  const first = new Map([['BTC', 100]])
  tokens.follow(first)
  expect(first.get('BTC3L')).toBe(10e8)
  expect(first.get('ETH3L')).toBeUndefined()
  const next = new Map([['BTC', 101]])
  tokens.follow(next)
  expect(next.get('BTC3L')).toBeCloseTo(10.3e8, 0)
  expect(next.get('BTC3S')).toBeCloseTo(9.7e8, 0)
})

test('after a restart a token continues from its last index in the exchange', async () => {
  const { exchange } = createInMemoryExchange(listings, startMs)
  const symbol = listings.find(({ coin }) => coin === 'BTC3L')?.instrument.symbol
  if (symbol === undefined) throw new Error('not listed')
  await exchange.submit({ kind: 'UpdatePrices', prices: [{ symbol, indexE8: priceE8(14e8) }] })
  const prices = new Map([['BTC', 100]])
  new TokenPrices({ listings, views: exchange.views }).follow(prices)
  expect(prices.get('BTC3L')).toBe(14e8)
})
