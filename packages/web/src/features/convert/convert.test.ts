// Conversions between coins of the built-in pairs: coins, side, request and result.

import { amount } from '@basis/domain/numbers/fixed'
import { expect, test } from 'vitest'
import { listingsOf } from '../../stores/catalogue.ts'
import { fallbackContracts, fallbackSpotSymbols } from '../../stores/fallback-catalogue.ts'
import {
  coinsFor,
  conversionOf,
  conversionOrder,
  conversionQuestion,
  convertedIn,
  convertible,
} from './convert.ts'

const listings = listingsOf(fallbackContracts(), fallbackSpotSymbols())

const question = (from: string, to: string, typed: string) => {
  const conversion = conversionOf(listings, from, to)
  const order = conversion && conversionOrder(conversion, typed)
  return conversion && order && conversionQuestion(order, conversion.instrument)
}

test('a coin can be converted to coins it has a pair with', () => {
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

test('an invalid quantity, or one below a lot, gives no request', () => {
  for (const typed of ['', '0', '-1', 'x']) expect(question('USDT', 'BTC', typed)).toBeUndefined()
  expect(question('BTC', 'USDT', '0.0000001')).toBeUndefined()
})

test('the result is the change of both balances, after fees and with repaid loans', () => {
  const standing = (coins: Record<string, string>) => ({
    wallet: {
      coins: Object.entries(coins).map(([coin, own]) => {
        const [walletBalance, spotBorrow = '0'] = own.split(' owed ')
        return { coin, walletBalance, spotBorrow }
      }),
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
    repaid: 0n,
    rate: 1_000n,
  })
  expect(convertedIn(standings, 'BTC', 'USDT')).toBeUndefined()
  // Received coins repay a loan of that coin at once (rules 12.5), and still count as received.
  const repaying = {
    before: standing({ BTC: '1', USDT: '0 owed 39000' }),
    after: standing({ BTC: '0.5', USDT: '0 owed 6500' }),
  } as never
  expect(convertedIn(repaying, 'BTC', 'USDT')).toEqual({
    spent: 50_000_000n,
    received: 3_250_000_000_000n,
    repaid: 3_250_000_000_000n,
    rate: 6_500_000_000_000n,
  })
  const partly = {
    before: standing({ BTC: '1', USDT: '10 owed 100' }),
    after: standing({ BTC: '0.5', USDT: '32410' }),
  } as never
  // The whole loan of 100 is repaid from it.
  expect(convertedIn(partly, 'BTC', 'USDT')).toMatchObject({
    received: 3_250_000_000_000n,
    repaid: 10_000_000_000n,
  })
})

test('the free balance can be converted up to the exchange’s maximum, and never less than zero', () => {
  const maximum = {
    symbol: 'BTC/USDT',
    buyQty: '0',
    sellQty: '0',
    buyPaid: '250.5',
    sellPaid: '2.3',
  }
  const free = amount(40_000_000_000n)
  expect(convertible('Buy', free, maximum)).toBe(25_050_000_000n)
  expect(convertible('Sell', free, maximum)).toBe(230_000_000n)
  expect(convertible('Sell', free, undefined)).toBe(free)
  expect(convertible('Buy', amount(-1n), undefined)).toBe(0n)
})
