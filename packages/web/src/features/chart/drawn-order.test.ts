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

test('a quantity below a lot or an invalid price gives no order', () => {
  expect(drawnOrder({ ...drawn, quantity: 0.0001 }, instrument)).toBeUndefined()
  expect(drawnOrder({ ...drawn, entry: 0 }, instrument)).toBeUndefined()
  expect(drawnOrder({ ...drawn, stop: -3 }, instrument)).toBeUndefined()
  expect(drawnOrder({ ...drawn, entry: Number.NaN }, instrument)).toBeUndefined()
})
