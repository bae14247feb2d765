import { describe, expect, test } from 'vitest'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { ticksOf } from './line-actions.ts'

const instrument = {
  tickSizeE8: 10_000_000,
  lotSizeE8: 100_000,
  minPriceTicks: 10,
  maxPriceTicks: 1_000_000,
  minQtyLots: 1,
  maxQtyLots: 1_000_000,
  maxMarketQtyLots: 1_000_000,
  minNotional: 0n,
} as unknown as Instrument

describe('a price of the chart', () => {
  test('is converted to the nearest tick, and to undefined if it is not a price', () => {
    expect(ticksOf(64_000.1, instrument)).toBe(640_001)
    expect(ticksOf(Number.NaN, instrument)).toBeUndefined()
    expect(ticksOf(-1, instrument)).toBeUndefined()
  })
})
