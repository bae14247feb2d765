// An order of a combination is asked about by its legs (reliability T5): how far its price is from
// the book, as a part of the far leg's price, and what both legs use of the equity.

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { UserInfo } from '@basis/protocol/account'
import type {
  WireSpreadBook,
  WireSpreadInstrument,
  WireSpreadTicker,
} from '@basis/protocol/spread/market'
import { leverageE2 } from '@basis/domain/numbers/fixed'
import { prepareAccount, leaveAccount, questionOr } from '../../../testing/order-questions.ts'
import { useSession } from '../../client/session.ts'
import { changeTradingMode } from '../../stores/positions.ts'
import { sendSpread, type SpreadOrderDraft } from './send-spread.ts'

const instrument: WireSpreadInstrument = {
  symbol: 'ETHUSDT_BTCUSDT',
  contractType: 'PerpBasis',
  status: 'Trading',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
  tickSize: '0.5',
  minPrice: '-2650.0',
  maxPrice: '3350.0',
  lotSize: '0.01',
  minSize: '0.01',
  maxSize: '10',
  maxMarketSize: '5',
  deliveryTime: 0,
  // Two contracts of the built-in list.
  legs: [
    { symbol: 'ETHUSDT', contractType: 'LinearFutures' },
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
  farPrice: '60000',
  nearPrice: '60000',
  annualYield: '0.1095',
}
const book: WireSpreadBook = {
  s: instrument.symbol,
  a: [['1.0', '1']],
  b: [['-1.0', '1']],
  u: 1,
  ts: 0,
}

let requests: ReturnType<typeof prepareAccount> = []

beforeEach(() => {
  requests = prepareAccount()
  for (const { symbol } of instrument.legs) {
    changeTradingMode(symbol, { leverageE2: leverageE2(1_000) })
  }
})
afterEach(() => {
  leaveAccount()
  useSession.setState({ status: 'unknown', user: undefined })
})

function answerTo(change: Partial<SpreadOrderDraft>): Promise<string> {
  const small: SpreadOrderDraft = {
    side: 'Buy',
    orderType: 'Limit',
    price: '1.0',
    qty: '0.01',
    timeInForce: 'GoodTillCancel',
  }
  void sendSpread(instrument, { ticker, book }, { ...small, ...change })
  return questionOr(requests, /spread\/order\/create/)
}

test('a small order near the book is sent at once', async () => {
  expect(await answerTo({})).toBe('sent')
  leaveAccount()
  requests = prepareAccount()
  // 600 of 60,000: a spread that is many times the best one is still near the market.
  expect(await answerTo({ price: '600', qty: '0.02' })).toBe('sent')
})

test('a price worse than the book by more than two percent of the leg is asked about', async () => {
  expect(await answerTo({ price: '1501' })).toMatch(
    /^Buy 0\.01 ETHUSDT_BTCUSDT at 1,501\. Your price is 2\.50% worse/,
  )
  leaveAccount()
  requests = prepareAccount()
  expect(await answerTo({ side: 'Sell', price: '-1501' })).toContain('2.50%')
})

test('an order whose legs use more than half of the equity is asked about', async () => {
  // 0.45 BTC at 10x on either side: more than 5,400 of 10,000.
  expect(await answerTo({ qty: '0.45' })).toMatch(/Uses 54% of your equity/)
  leaveAccount()
  requests = prepareAccount()
  expect(await answerTo({ qty: '0.45', orderType: 'Market', price: '' })).toMatch(/Uses 54%/)
})

test('a trader who confirms limit orders confirms those of combinations', async () => {
  const user = { uid: '7', preferences: { limitOrderTipStatus: 'show' } } as UserInfo
  useSession.setState({ status: 'trader', user })
  expect(await answerTo({ qty: '0.03' })).toBe('Buy 0.03 ETHUSDT_BTCUSDT at 1')
})
