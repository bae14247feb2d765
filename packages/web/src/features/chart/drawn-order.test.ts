// A drawn position becomes a price in ticks and a quantity in lots, never more than was drawn.

import { expect, test } from 'vitest'
import type { Instrument } from '@basis/domain/instrument'
import { drawnOrder } from './drawn-order.ts'

const instrument = { tickSizeE8: 50_000_000, lotSizeE8: 100_000 } as Instrument

test('stands on the instrument’s steps', () => {
  expect(drawnOrder({ entry: 64_000.3, quantity: 0.0119 }, instrument)).toEqual({
    priceTicks: 128_001,
    qtyLots: 11,
  })
})

test('orders nothing where nothing can be ordered', () => {
  expect(drawnOrder({ entry: 64_000, quantity: 0.0001 }, instrument)).toBeUndefined()
  expect(drawnOrder({ entry: 0, quantity: 1 }, instrument)).toBeUndefined()
  expect(drawnOrder({ entry: Number.NaN, quantity: 1 }, instrument)).toBeUndefined()
})
