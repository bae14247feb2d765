// The form of a combination: legs, refusals, the line and the table.

import { expect, test } from 'vitest'
import type { WireSpreadInstrument, WireSpreadTicker } from '@basis/protocol/spread/market'
import { draftProblem, legLines, lineOf, matrixOf, percentOf, shownSymbol } from './spread-form.ts'

const instrument: WireSpreadInstrument = {
  symbol: 'BTCUSDT-25DEC26_BTCUSDT',
  contractType: 'PerpBasis',
  status: 'Trading',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
  tickSize: '0.5',
  minPrice: '-2650.0',
  maxPrice: '3350.0',
  lotSize: '0.001',
  minSize: '0.001',
  maxSize: '10',
  maxMarketSize: '5',
  deliveryTime: 0,
  legs: [
    { symbol: 'BTCUSDT-25DEC26', contractType: 'LinearFutures' },
    { symbol: 'BTCUSDT', contractType: 'LinearPerpetual' },
  ],
}
const ticker: WireSpreadTicker = {
  symbol: instrument.symbol,
  bidPrice: '-1.0',
  bidSize: '1',
  askPrice: '1.0',
  askSize: '1',
  lastPrice: '',
  fairPrice: '0.0',
  farPrice: '60012.5',
  nearPrice: '60012.34',
  annualYield: '0.1095',
}

test('EX-20.1: the legs of a buy at 350.5 are 60,363 and 60,012.5', () => {
  const draft = { side: 'Buy', orderType: 'Limit', price: '350.5' } as const
  expect(legLines(instrument, ticker, draft)).toEqual([
    { symbol: 'BTCUSDT-25DEC26', side: 'Buy', price: '60363' },
    { symbol: 'BTCUSDT', side: 'Sell', price: '60012.5' },
  ])
  const market = { side: 'Sell', orderType: 'Market', price: '' } as const
  expect(legLines(instrument, ticker, market)[0].price).toBe('60011.5')
})

test('what is typed is judged by the rule of the exchange', () => {
  const draft = { side: 'Buy', orderType: 'Limit', price: '0', qty: '0.5' } as const
  expect(draftProblem(instrument, draft)).toBeUndefined()
  expect(draftProblem(instrument, { ...draft, price: '-2650' })).toBeUndefined()
  expect(draftProblem(instrument, { ...draft, price: '3350.5' })?.name).toBe('priceAboveBand')
  expect(draftProblem(instrument, { ...draft, price: '-2650.5' })?.name).toBe('priceBelowBand')
  expect(draftProblem(instrument, { ...draft, price: '0.3' })?.name).toBe('tickSizeFixNumTips')
  expect(draftProblem(instrument, { ...draft, qty: '11' })?.name).toBe('orderMaxQtyReplace')
})

test('the line has its bounds and, where it crosses nothing, where that lies', () => {
  const { points, low, high, zero } = lineOf([-10, 0, 10])
  expect([low, high, points.length]).toEqual([-10, 10, 3])
  expect(zero).toBe(points[1]?.y)
  expect(lineOf([3, 4]).zero).toBeUndefined()
})

test('a coin’s combinations are far legs by near legs; a page has its own or the first', () => {
  const { fars, nears, at } = matrixOf([instrument], 'BTC')
  expect([fars, nears]).toEqual([['BTCUSDT-25DEC26'], ['BTCUSDT']])
  expect(at('BTCUSDT-25DEC26', 'BTCUSDT')?.symbol).toBe(instrument.symbol)
  expect(matrixOf([instrument], 'ETH').fars).toEqual([])
  expect(shownSymbol('', [instrument])).toBe(instrument.symbol)
  expect(shownSymbol('X_Y', [instrument])).toBeUndefined()
  expect(percentOf('0.1095')).toEqual({ units: 1095n, scale: 2 })
})
