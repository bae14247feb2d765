// The markets page's figures, its sort keys and the tiles of its heat map.

import { expect, test } from 'vitest'
import { instrument } from '../../../testing/held-position.ts'
import type { Listing } from '../../stores/catalogue.ts'
import {
  changeE6,
  dayLine,
  factsOf,
  marketRows,
  marketSortKey,
  openInterestUsd,
  passes,
  spreadE6,
  turnoverUsd,
  type MarketTicker,
} from './market-rows.ts'
import { tilesOf } from './tiles.ts'

const listing: Listing = {
  symbol: 'BTCUSDT',
  instrument,
  marketType: 'UsdtPerpetual',
  displayName: 'BTCUSDT',
}
const inverse: Listing = {
  ...listing,
  symbol: 'BTCUSD',
  marketType: 'InversePerpetual',
  instrument: { ...instrument, kind: 'Inverse' },
}
const tickerOf = (symbol: string): MarketTicker => ({
  symbol,
  lastPrice: '60000.0',
  markPrice: '61000.0',
  indexPrice: '61000.0',
  prevPrice24h: '50000.0',
  price24hPcnt: '0.2',
  highPrice24h: '66000.0',
  lowPrice24h: '50000.0',
  volume24h: '10',
  turnover24h: '20',
  bid1Price: '59994.0',
  ask1Price: '60000.0',
  openInterest: '3',
  fundingRate: '',
  nextFundingTimeE3: 0,
  fundingIntervalMin: 480,
  maxBuyPrice: '',
  minSellPrice: '',
})
const [row, inverseRow] = marketRows(
  [listing, inverse],
  [tickerOf('BTCUSD'), tickerOf('BTCUSDT')],
  [{ symbol: 'BTCUSDT', change5mE6: -1_500, closes: [] }],
)
if (row === undefined || inverseRow === undefined) throw new Error('no rows')

test('turnover and open interest are in dollars', () => {
  expect([turnoverUsd(row), openInterestUsd(row)]).toEqual([20, 183_000])
  expect([turnoverUsd(inverseRow), openInterestUsd(inverseRow)]).toEqual([1_200_000, 3])
})

test('a filter by turnover compares dollars, as the column shows them', () => {
  const of = (symbol: string, quoteCoin: string): Listing => ({
    ...listing,
    symbol,
    instrument: { ...instrument, kind: 'Spot', quoteCoin },
  })
  const [pair] = marketRows(
    [of('ETH/BTC', 'BTC'), of('BTC/USDT', 'USDT')],
    [tickerOf('ETH/BTC'), tickerOf('BTC/USDT')],
    undefined,
  )
  if (pair === undefined) throw new Error('no row')
  expect(turnoverUsd(pair)).toBe(1_200_000)
  const above = (value: string) => [{ figure: 'turnover', operator: 'above', value }] as const
  expect(passes(factsOf(pair), above('1000000'))).toBe(true)
  expect(passes(factsOf(pair), above('1300000'))).toBe(false)
})

test('the change of a day is from the ticker, a shorter one from the statistics', () => {
  expect(changeE6(row, 'change24h')).toBe(200_000)
  expect(changeE6(row, 'change5m')).toBe(-1_500)
  expect(changeE6(inverseRow, 'change5m')).toBeUndefined()
})

test('the spread is a fraction of the bid; a market without funding has no sort key for it', () => {
  expect(spreadE6(row)).toBe(100)
  expect(marketSortKey(row, 'funding')).toBeUndefined()
  expect(marketSortKey(row, 'range')).toBe(1.32)
})

test('tiles cover the whole area by their shares, and none has a side ratio above 3', () => {
  const items = [6, 6, 4, 3, 2, 2, 1, 0].map((weight) => ({ item: weight, weight }))
  const tiles = tilesOf(items, 1.5)
  expect(tiles).toHaveLength(7)
  for (const { item, width, height } of tiles) {
    expect((width * height) / 10_000).toBeCloseTo(item / 24, 10)
    expect(Math.max((width * 1.5) / height, height / (width * 1.5))).toBeLessThan(3)
  }
  const right = Math.max(...tiles.map(({ left, width }) => left + width))
  const bottom = Math.max(...tiles.map(({ top, height }) => top + height))
  expect([right, bottom].map((edge) => Math.round(edge * 1e6) / 1e6)).toEqual([100, 100])
})

test('the line of a day begins with the price from which its change is computed', () => {
  const ticker = { prevPrice24h: '50000.0', lastPrice: '49000.0' }
  const statistics = { closes: ['48000.0', '49500.0'] }
  expect(dayLine({ ticker, statistics })).toEqual(['50000.0', '48000.0', '49500.0', '49000.0'])
  expect(dayLine({ ticker: undefined, statistics: undefined })).toEqual([])
})

test('a market passes if it has the figure of every filter and meets it strictly', () => {
  const facts = (price24hPcnt: string, fundingRate = '0.0001') => ({
    kind: 'Linear' as const,
    ticker: { price24hPcnt, fundingRate } as MarketTicker,
    statistics: undefined,
  })
  const falling = [{ figure: 'change24h', operator: 'below', value: '-0.02' }] as const
  expect(passes(facts('-0.03'), falling)).toBe(true)
  expect(passes(facts('-0.02'), falling)).toBe(false)
  expect(passes(facts('-0.03'), [])).toBe(true)
  const paid = { figure: 'funding', operator: 'above', value: '0' } as const
  expect(passes(facts('-0.03'), [...falling, paid])).toBe(true)
  expect(passes(facts('-0.03', ''), [...falling, paid])).toBe(false)
  const quick = { figure: 'change5m', operator: 'above', value: '-1' } as const
  expect(passes(facts('-0.03'), [quick])).toBe(false)
})
