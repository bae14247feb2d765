// Conversions by the pairs of the built-in list: which coins, which side, which request.

import { expect, test } from 'vitest'
import { listingsOf } from '../../stores/catalogue.ts'
import { fallbackContracts, fallbackSpotSymbols } from '../../stores/fallback-catalogue.ts'
import {
  coinsFor,
  conversionOf,
  conversionOrder,
  conversionQuestion,
  convertedIn,
} from './convert.ts'

const listings = listingsOf(fallbackContracts(), fallbackSpotSymbols())

const question = (from: string, to: string, typed: string) => {
  const conversion = conversionOf(listings, from, to)
  const order = conversion && conversionOrder(conversion, typed)
  return conversion && order && conversionQuestion(order, conversion.instrument)
}

test('a coin becomes what it is paired with', () => {
  expect(coinsFor(listings, 'USDT')).toContain('BTC')
  expect(coinsFor(listings, 'BTC')).toContain('USDT')
  expect(coinsFor(listings, 'NONE')).toEqual([])
  expect(conversionOf(listings, 'USDT', 'USDT')).toBeUndefined()
})

test('a quote coin buys by amount, a base coin is sold by quantity, within half a percent', () => {
  expect(question('USDT', 'BTC', '250.5')).toEqual({
    symbolId: 'BTCUSDT',
    side: 'BUY',
    type: 'MARKET',
    amount: '250.5',
    marketUnit: 'quoteCoin',
    maxSlippage: '0.5',
    maxSlippageType: 'Percent',
  })
  expect(question('BTC', 'USDT', '0.5')).toMatchObject({ side: 'SELL', origQty: '0.500000' })
})

test('what is no quantity, or less than a lot, is not asked for', () => {
  for (const typed of ['', '0', '-1', 'x']) expect(question('USDT', 'BTC', typed)).toBeUndefined()
  expect(question('BTC', 'USDT', '0.0000001')).toBeUndefined()
})

test('what it comes to is the change of both balances, fees included', () => {
  const standing = (coins: Record<string, string>) => ({
    wallet: {
      coins: Object.entries(coins).map(([coin, walletBalance]) => ({ coin, walletBalance })),
    },
    positions: [],
  })
  const standings = {
    before: standing({ USDT: '1000' }),
    after: standing({ USDT: '900', BTC: '0.001' }),
  } as never
  expect(convertedIn(standings, 'USDT', 'BTC')).toEqual({
    spent: 10_000_000_000n,
    received: 100_000n,
    rate: 1_000n,
  })
  expect(convertedIn(standings, 'BTC', 'USDT')).toBeUndefined()
})
