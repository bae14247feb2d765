// The form of a combination: legs, problems, fees, the chart line, the table and the picker.

import { expect, test } from 'vitest'
import type {
  WireSpreadBook,
  WireSpreadInstrument,
  WireSpreadTicker,
} from '@basis/protocol/spread/market'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { say } from '../../i18n/i18n.ts'
import { amendProblem, averageOf, draftProblem, legFee } from './spread-form.ts'
import { legLines, lineOf, matrixOf } from './spread-form.ts'
import { movedChoice, percentOf, searched, shownSymbol } from './spread-form.ts'
import { spreadProblemMessage } from './spread-form.ts'

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
const book: WireSpreadBook = {
  s: instrument.symbol,
  a: [
    ['1.0', '1'],
    ['4.0', '2'],
  ],
  b: [
    ['-1.0', '1'],
    ['-4.0', '2'],
  ],
  u: 1,
  ts: 0,
}

test('EX-20.1: the legs of a buy at 350.5 are 60,363 and 60,012.5', () => {
  const draft = { side: 'Buy', orderType: 'Limit', price: '350.5' } as const
  expect(legLines(instrument, { ticker, book }, { ...draft, qty: '0.5' })).toEqual([
    { symbol: 'BTCUSDT-25DEC26', side: 'Buy', price: '60363' },
    { symbol: 'BTCUSDT', side: 'Sell', price: '60012.5' },
  ])
  const market = { side: 'Sell', orderType: 'Market', price: '', qty: '' } as const
  expect(legLines(instrument, { ticker, book }, market)[0].price).toBe('60011.5')
})

test('at market the far leg is priced from the near one by the average of the book levels', () => {
  const legs = (side: 'Buy' | 'Sell', qty: string) =>
    legLines(instrument, { ticker, book }, { side, orderType: 'Market', price: '', qty })
  // 1 at 1.0 and 1 at 4.0 are 2.5 each; of 6 only 1 + 2 are there: (1 + 8) ÷ 3 = 3.
  expect(legs('Buy', '1').map(({ price }) => price)).toEqual(['60013.5', '60012.5'])
  expect(legs('Buy', '2').map(({ price }) => price)).toEqual(['60015', '60012.5'])
  expect(legs('Buy', '6')[0].price).toBe('60015.5')
  // 1 at −1.0 and 0.5 at −4.0: −2 each.
  expect(legs('Sell', '1.5')[0].price).toBe('60010.5')
  expect(averageOf(instrument, [], '1')).toBe('')
})

test('typed prices and quantities are checked by the rules of the exchange', () => {
  const draft = { side: 'Buy', orderType: 'Limit', price: '0', qty: '0.5' } as const
  expect(draftProblem(instrument, draft)).toBeUndefined()
  expect(draftProblem(instrument, { ...draft, price: '-2650' })).toBeUndefined()
  expect(draftProblem(instrument, { ...draft, price: '3350.5' })?.name).toBe('priceAboveBand')
  expect(draftProblem(instrument, { ...draft, price: '-2650.5' })?.name).toBe('priceBelowBand')
  expect(draftProblem(instrument, { ...draft, price: '0.3' })?.name).toBe('tickSizeFixNumTips')
  expect(draftProblem(instrument, { ...draft, qty: '11' })?.name).toBe('orderMaxQtyReplace')
})

test('the chart line has its low and high, and the position of zero if it crosses zero', () => {
  const { points, low, high, zero } = lineOf([-10, 0, 10])
  expect([low, high, points.length]).toEqual([-10, 10, 3])
  expect(zero).toBe(points[1]?.y)
  expect(lineOf([3, 4]).zero).toBeUndefined()
})

test('combinations of a coin form a table of far and near legs; the default is the first one', () => {
  const { fars, nears, at } = matrixOf([instrument], 'BTC')
  expect([fars, nears]).toEqual([['BTCUSDT-25DEC26'], ['BTCUSDT']])
  expect(at('BTCUSDT-25DEC26', 'BTCUSDT')?.symbol).toBe(instrument.symbol)
  expect(matrixOf([instrument], 'ETH').fars).toEqual([])
  expect(shownSymbol('', [instrument])).toBe(instrument.symbol)
  expect(shownSymbol('X_Y', [instrument])).toBeUndefined()
  expect(percentOf('0.1095')).toEqual({ units: 1095n, scale: 2 })
})

test('a leg pays half of its fee rate, a spot buy in the bought coin', () => {
  const fees = { takerFeeE8: 100_000, makerFeeE8: 20_000 }
  const pair = { ...fees, kind: 'Spot', baseCoin: 'SOL', quoteCoin: 'USDT' } as Instrument
  const order = { qty: '10', isMaker: false, rates: undefined }
  const buy = { symbol: 'SOL/USDT', side: 'Buy', price: '150.04' } as const
  expect(legFee(buy, pair, order)).toEqual({ fee: 500_000n, coin: 'SOL' })
  const contract = { ...pair, kind: 'Linear' } as Instrument
  const sell = { symbol: 'SOLUSDT', side: 'Sell', price: '149.92' } as const
  expect(legFee(sell, contract, order)).toEqual({ fee: 74_960_000n, coin: 'USDT' })
  expect(legFee(sell, contract, { ...order, isMaker: true })?.fee).toBe(14_992_000n)
  expect(legFee(sell, contract, { ...order, qty: '' })).toBeUndefined()
})

test.each(['Buy', 'Sell'] as const)(
  'EX-20.4: a %s is amended by the same rules, and a price beyond either end of the band names it',
  (side) => {
    const order = { side, orderType: 'Limit', price: '0', qty: '0.5' } as const
    const wrong = (change: { price?: string; qty?: string }) =>
      amendProblem(instrument, order, change)
    expect(wrong({ qty: '0.4' })).toBeUndefined()
    expect(wrong({ qty: '11' })?.name).toBe('orderMaxQtyReplace')
    expect([wrong({ price: '3350' }), wrong({ price: '-2650' })]).toEqual([undefined, undefined])
    const problemAt = (price: string) => {
      const beyond = wrong({ price })
      return beyond && say(spreadProblemMessage(beyond))
    }
    expect(problemAt('3350.5')).toBe('Spread price cannot exceed 3,350.0')
    expect(problemAt('-2650.5')).toBe('Spread price cannot be below -2,650.0')
  },
)

test('the picker finds combinations by words and kind, and its arrow keys wrap around', () => {
  expect(searched([instrument], { query: 'btc 25dec', kind: 'all' })).toEqual([instrument])
  expect(searched([instrument], { query: '', kind: 'CarryTrade' })).toEqual([])
  expect(searched([instrument], { query: 'eth', kind: 'all' })).toEqual([])
  expect([movedChoice(0, 'ArrowUp', 3), movedChoice(2, 'ArrowDown', 3)]).toEqual([2, 0])
  expect([movedChoice(0, 'Tab', 3), movedChoice(0, 'ArrowDown', 0)]).toEqual([undefined, undefined])
})
