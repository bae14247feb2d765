// Instruments: values, texts of price and quantity in ticks and lots, steps of the grouped book.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceE8, priceTicks, qtyLots, type PriceTicks, type QtyLots } from '../numbers/fixed.ts'
import {
  depthStepsE8,
  formatPrice,
  formatQty,
  parsePrice,
  parseQty,
  priceDecimals,
  qtyAmount,
  qtyDecimals,
  ticksNearE8,
  ticksToE8,
  valueOf,
  valueUnit,
  type Instrument,
} from './instrument.ts'
import { btcUsdt } from '../../testing/instruments.ts'

const sample: Instrument = {
  ...btcUsdt,
}
/** A tick of 0.5 and a lot of 100. */
const coarse: Instrument = { ...sample, tickSizeE8: 50_000_000, lotSizeE8: 10_000_000_000 }

describe('value', () => {
  test('one tick times one lot, and price times quantity, are exact', () => {
    expect(valueUnit(sample)).toBe(10_000n)
    expect(valueOf(sample, priceTicks(650_000), qtyLots(4))).toBe(26_000_000_000n)
    expect(qtyAmount(sample, qtyLots(4))).toBe(400_000n)
    expect(valueOf(sample, priceTicks(19_999_998), qtyLots(1_190_000))).toBe(
      237_999_976_200_000_000n,
    )
  })

  test('a tick and a lot with a product below 1e-8 throw', () => {
    expect(() => valueUnit({ ...sample, tickSizeE8: 1, lotSizeE8: 1 })).toThrow('whole number')
  })
})

describe('texts', () => {
  test('are written with exactly the decimals of the step', () => {
    expect([priceDecimals(sample), qtyDecimals(sample)]).toEqual([1, 3])
    expect(formatPrice(sample, priceTicks(650_000))).toBe('65000.0')
    expect(formatQty(sample, qtyLots(4))).toBe('0.004')
    expect(formatPrice(coarse, priceTicks(3))).toBe('1.5')
    expect(formatQty(coarse, qtyLots(3))).toBe('300')
  })

  test.each([
    ['65000.1', 650_001],
    ['65000.10', 650_001],
    ['0.1', 1],
    ['0', 0],
  ])('the price %s is %d ticks', (text, ticks) => {
    expect(parsePrice(sample, text)).toBe(ticks)
  })

  test.each([
    ['65000.15', 'tickSizeFixNumTips'],
    ['0.000000001', 'tickSizeFixNumTips'],
    ['-1', 'priceInvalid'],
    ['1e5', 'priceInvalid'],
    ['', 'priceInvalid'],
    ['.5', 'priceInvalid'],
    ['1.', 'priceInvalid'],
    ['1'.repeat(41), 'priceInvalid'],
    ['9'.repeat(30), 'priceInvalid'],
  ])('the price %j is refused as %s', (text, name) => {
    expect(parsePrice(sample, text)).toMatchObject({ name, field: 'price' })
  })

  test.each([
    ['0.0015', 'lotSizeFixNumTips'],
    ['abc', 'qtyInvalid'],
    ['NaN', 'qtyInvalid'],
    ['0.001 ', 'qtyInvalid'],
  ])('the quantity %j is refused as %s', (text, name) => {
    expect(parseQty(sample, text)).toMatchObject({ name, field: 'qty' })
  })

  test('a refusal gives the step in units of price or quantity', () => {
    expect(parsePrice(sample, '1.05')).toMatchObject({ params: { step: '0.1' } })
    expect(parseQty(sample, '0.0001')).toMatchObject({ params: { step: '0.001' } })
    expect(parseQty(coarse, '150')).toMatchObject({ params: { step: '100' } })
  })

  test('law: parse(format(x)) is x', () => {
    const steps = fc.integer({ min: 0, max: 2 ** 40 })
    fc.assert(
      fc.property(fc.constantFrom(sample, coarse), steps, (instrument, count) => {
        const price: PriceTicks = priceTicks(count)
        const qty: QtyLots = qtyLots(count)
        expect(parsePrice(instrument, formatPrice(instrument, price))).toBe(price)
        expect(parseQty(instrument, formatQty(instrument, qty))).toBe(qty)
      }),
      { seed: 1, numRuns: 1000 },
    )
  })
})

describe('ticks', () => {
  test('a price is rounded to its nearest tick, halves up', () => {
    expect(ticksToE8(sample, priceTicks(7))).toBe(70_000_000)
    expect(ticksNearE8(sample, priceE8(74_999_999))).toBe(7)
    expect(ticksNearE8(sample, priceE8(75_000_000))).toBe(8)
  })

  test('the book is grouped by multiples of the tick', () => {
    expect(depthStepsE8(sample)).toEqual([10_000_000, 20_000_000, 40_000_000, 100_000_000])
  })
})
