// Each figure computed from ticker and statistics, in the scale of its unit.

import { marketFigures } from '@basis/domain/alerts/figures'
import { expect, test } from 'vitest'
import type { WireTicker } from '../market-data.ts'
import { marketFigure, quoteUsdOf, type MarketFacts } from './figures.ts'

const ticker = {
  lastPrice: '65000.1',
  markPrice: '65000.12345678',
  indexPrice: '65000',
  price24hPcnt: '-0.0123',
  turnover24h: '1000.129',
  bid1Price: '65000.0',
  ask1Price: '65000.1',
  openInterest: '2',
  fundingRate: '-0.0001',
} as WireTicker
const statistics = {
  change5mE6: 1,
  change15mE6: 2,
  change1hE6: -3,
  change4hE6: 4,
  change24hE6: 5,
  openInterest1hE6: 7,
  openInterest24hE6: 8,
  volatilityE6: 6,
  volumeRatioE6: 2_000_000,
  btcCorrelationE6: -500_000,
}
const facts: MarketFacts = { kind: 'Linear', ticker, statistics }

const figuresOf = (of: MarketFacts) =>
  Object.fromEntries(marketFigures.map((figure) => [figure, marketFigure(figure, of)]))

test('a contract has every figure', () => {
  expect(figuresOf(facts)).toEqual({
    last: 6_500_010_000_000,
    mark: 6_500_012_345_678,
    index: 6_500_000_000_000,
    change5m: 100,
    change15m: 200,
    change1h: -300,
    change4h: 400,
    // From the ticker, not from the candles.
    change24h: -1_230_000,
    funding: -10_000,
    openInterest: 13_000_025,
    openInterest1h: 700,
    openInterest24h: 800,
    turnover: 100_013,
    volatility: 600,
    volumeRatio: 2_000_000,
    correlation: -500_000,
    spread: 200,
  })
})

test('open interest of an inverse contract is in dollars; its turnover in coins is converted to dollars', () => {
  const inverse = figuresOf({ ...facts, kind: 'Inverse' })
  expect([inverse['openInterest'], inverse['turnover']]).toEqual([200, 6_500_848_501])
})

test('the turnover of a pair is in dollars, and undefined while its quote coin has no price', () => {
  const turnover = (quoteUsd: number) =>
    marketFigure('turnover', { ...facts, kind: 'Spot', quoteUsd })
  expect([turnover(1), turnover(60_000), turnover(0)]).toEqual([100_013, 6_000_774_000, undefined])
  const prices = new Map([
    ['BTC/USDT', 60_000],
    ['USDT/EUR', 0.8],
  ])
  const priceOf = (symbol: string): number => prices.get(symbol) ?? 0
  const quote = (quoteCoin: string, kind: 'Spot' | 'Linear' = 'Spot') =>
    quoteUsdOf({ kind, quoteCoin }, priceOf)
  expect(['BTC', 'EUR', 'BRL', 'USDC'].map((coin) => quote(coin))).toEqual([60_000, 1.25, 0, 1])
  expect(quote('EUR', 'Linear')).toBe(1)
})

test('before the first price figures in dollars are undefined, not 0', () => {
  const early = { ...ticker, lastPrice: '', markPrice: '' }
  expect(figuresOf({ ...facts, ticker: early })['openInterest']).toBeUndefined()
  const inverse = figuresOf({ ...facts, kind: 'Inverse', ticker: early })
  expect([inverse['openInterest'], inverse['turnover']]).toEqual([200, undefined])
})

test('a figure whose source is missing or empty is undefined', () => {
  const nothing = figuresOf({ kind: 'Linear', ticker: undefined, statistics: undefined })
  expect(Object.values(nothing).every((value) => value === undefined)).toBe(true)
  const spot = { ...ticker, markPrice: '', fundingRate: '', openInterest: '', ask1Price: '' }
  const pair = figuresOf({ kind: 'Spot', ticker: spot, statistics: undefined })
  expect([pair['mark'], pair['funding'], pair['openInterest'], pair['spread']]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
