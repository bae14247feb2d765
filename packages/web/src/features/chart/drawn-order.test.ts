// The order of a drawn position: prices in ticks, and a quantity in lots that is rounded down.

import { expect, test } from 'vitest'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { drawnOrder } from './drawn-order.ts'

const instrument = { tickSizeE8: 50_000_000, lotSizeE8: 100_000 } as Instrument

const drawn = {
  side: 'buy',
  entry: 64_000.3,
  target: 66_000.2,
  stop: 63_000,
  quantity: 1,
} as const

test('price, target, stop and quantity of a drawn position become ticks and lots', () => {
  expect(drawnOrder({ ...drawn, quantity: 0.0119 }, instrument)).toEqual({
    side: 'Buy',
    priceTicks: 128_001,
    qtyLots: 11,
    takeProfitTicks: 132_000,
    stopLossTicks: 126_000,
  })
  expect(drawnOrder({ ...drawn, side: 'sell' }, instrument)?.side).toBe('Sell')
})

test('of an inverse contract the quantity is in dollars, valued at the drawn entry', () => {
  // One base coin, bought for 64,000 dollars, is 64,000 contracts of one dollar: at the stop they
  // lose 64,000 ÷ 63,000 − 1 coins, which are 1,000 dollars there, as one coin loses.
  const inverse = { ...instrument, kind: 'Inverse', lotSizeE8: 100_000_000 } as Instrument
  const entry = 64_000
  expect(drawnOrder({ ...drawn, entry, quantity: 1 }, inverse)?.qtyLots).toBe(64_000)
  expect(drawnOrder({ ...drawn, entry, quantity: 0.0119 }, inverse)?.qtyLots).toBe(761)
  expect(drawnOrder({ ...drawn, entry, quantity: 0.00001 }, inverse)).toBeUndefined()
})

test('a quantity below a lot or an invalid price gives no order', () => {
  expect(drawnOrder({ ...drawn, quantity: 0.0001 }, instrument)).toBeUndefined()
  expect(drawnOrder({ ...drawn, entry: 0 }, instrument)).toBeUndefined()
  expect(drawnOrder({ ...drawn, stop: -3 }, instrument)).toBeUndefined()
  expect(drawnOrder({ ...drawn, entry: Number.NaN }, instrument)).toBeUndefined()
})
