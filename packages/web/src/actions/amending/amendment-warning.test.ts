// Warnings before an order is moved to a price where it would trade at once.

import { expect, test } from 'vitest'
import { symbolId } from '@basis/domain/numbers/brand'
import { priceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { amendmentWarning } from './amendment-warning.ts'
import type { Ticker } from '../../stores/tickers.ts'

const instrument = {
  symbol: symbolId('BTCUSDT'),
  kind: 'Linear',
  tickSizeE8: 10_000_000,
  lotSizeE8: 100_000,
  settleCoin: 'USDT',
  quoteCoin: 'USDT',
} as Instrument
const ticker = { bidTicks: 600_000, askTicks: 600_001 } as Ticker
const moved = (side: 'Buy' | 'Sell', ticks: number, timeInForce = 'GoodTillCancel' as const) =>
  amendmentWarning({ side, timeInForce, status: 'New' }, priceTicks(ticks), instrument, ticker)

test('an order moved to the other side of the book or beyond has a warning, one short of it has none', () => {
  expect(moved('Buy', 600_000)).toBeUndefined()
  expect(moved('Buy', 600_001)).toMatchObject({
    key: 'orders.tradesAtOnce',
    params: { price: '60,000.1' },
  })
  expect(moved('Buy', 700_000)?.key).toBe('orders.tradesAtOnce')
  expect(moved('Sell', 600_001)).toBeUndefined()
  expect(moved('Sell', 600_000)).toMatchObject({ params: { price: '60,000.0' } })
})

test('for a post-only order the warning says that it would be cancelled', () => {
  const order = { side: 'Buy', timeInForce: 'PostOnly', status: 'New' } as const
  const warning = amendmentWarning(order, priceTicks(600_001), instrument, ticker)
  expect(warning?.key).toBe('orders.postOnlyEnds')
})

test('an untriggered order has no warning, nor has any order while the best prices are unknown', () => {
  const order = { side: 'Buy', timeInForce: 'GoodTillCancel', status: 'New' } as const
  const waiting = { ...order, status: 'Untriggered' } as const
  expect(amendmentWarning(waiting, priceTicks(900_000), instrument, ticker)).toBeUndefined()
  expect(amendmentWarning(order, priceTicks(900_000), instrument, undefined)).toBeUndefined()
})
