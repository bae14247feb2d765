// Quantity, cost and value: the examples of domain.md 3.2–3.4, and law 14.2.18.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contractKinds } from '../instrument/contract.ts'
import {
  amount,
  leverageE2,
  parseDecimal,
  priceE8,
  priceTicks,
  qtyLots,
  rateE8,
  type Amount,
} from '../numbers/fixed.ts'
import {
  costOfLots,
  lotsOfCost,
  lotsOfShare,
  lotsOfValue,
  mostEntered,
  quantityFigures,
  valueOfLots,
  type CostTerms,
} from './cost-input.ts'

const e8 = (text: string): Amount => amount(parseDecimal(text, 8) ?? -1n)
const linear: CostTerms = {
  kind: 'Linear',
  sign: 1,
  price: priceE8(Number(e8('50000'))),
  leverage: leverageE2(1000),
  takerFee: rateE8(55_000),
  lotSizeE8: 100_000,
}
const inverse: CostTerms = {
  ...linear,
  kind: 'Inverse',
  price: priceE8(Number(e8('60000'))),
  lotSizeE8: 100_000_000,
}
const sold = { sign: -1 } as const

describe('order cost (3.2)', () => {
  test('EX-3.2: 1 BTC at 50,000, 10×: long 5,052.25, short 5,057.75', () => {
    expect(costOfLots(linear, qtyLots(1000))).toBe(e8('5052.25'))
    expect(costOfLots({ ...linear, ...sold }, qtyLots(1000))).toBe(e8('5057.75'))
  })
  test('inverse: 60,000 contracts at 60,000, 10×: the closing fee is on 1.1 or 0.9 of the value', () => {
    expect(costOfLots(inverse, qtyLots(60_000))).toBe(e8('0.101155'))
    expect(costOfLots({ ...inverse, ...sold }, qtyLots(60_000))).toBe(e8('0.101045'))
  })
})

describe('from cost and value to quantity (3.4)', () => {
  test('EX-3.3: 5,057 at 0.06 % buys 1 BTC', () => {
    const terms = { ...linear, takerFee: rateE8(60_000) }
    expect(lotsOfCost(terms, e8('5057'))).toBe(1000)
  })
  test('EX-3.4: 1,000 USDT at 50,000 are 0.197 either way', () => {
    expect(lotsOfCost(linear, e8('1000'))).toBe(197)
    expect(lotsOfCost({ ...linear, ...sold }, e8('1000'))).toBe(197)
  })
  test('EX-3.5: inverse, 0.01 BTC at 60,000, 10×: Buy 5,931, Sell 5,937', () => {
    expect(lotsOfCost(inverse, e8('0.01'))).toBe(5931)
    expect(lotsOfCost({ ...inverse, ...sold }, e8('0.01'))).toBe(5937)
  })
  test('EX-3.6: value 1,000 USDT @ 50,000 is 0.02 BTC; 0.01 BTC @ 60,000 are 600 contracts', () => {
    expect(lotsOfValue(linear, e8('1000'))).toBe(20)
    expect(lotsOfValue(inverse, e8('0.01'))).toBe(600)
  })
  test('cost and value are shown from the floored quantity', () => {
    expect(quantityFigures(linear, 'Cost', e8('5052.25'))).toEqual({
      lots: 1000,
      cost: e8('5052.25'),
      value: e8('50000'),
    })
    expect(quantityFigures(inverse, 'Value', e8('0.0100166')).lots).toBe(600)
    expect(quantityFigures(linear, 'Qty', e8('0.0019'))).toMatchObject({ lots: 1 })
    expect(quantityFigures(linear, 'Cost', e8('0')).lots).toBe(0)
  })
  test('the field holds floor(max qty × max price), inverse max qty ÷ min price (spec 5)', () => {
    const limits = {
      kind: 'Linear',
      maxLots: qtyLots(1001),
      lotSizeE8: 100_000,
      tickSizeE8: 10_000_000,
      minPriceTicks: priceTicks(10),
      maxPriceTicks: priceTicks(999_999),
    } as const
    expect(mostEntered(limits)).toBe(e8('100099'))
    expect(mostEntered({ ...limits, kind: 'Inverse', lotSizeE8: 100_000_000 })).toBe(e8('1001'))
    expect(lotsOfShare(qtyLots(197), 50)).toBe(98)
    expect(lotsOfShare(qtyLots(197), 100)).toBe(197)
  })
})

test('14.2.18: quantity → cost → quantity stands still, and one lot more would not fit', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...contractKinds),
      fc.constantFrom<1 | -1>(1, -1),
      fc.integer({ min: 100, max: 10_000 }),
      fc.integer({ min: 1_000_000, max: 1e13 }),
      fc.bigInt({ min: 1n, max: 10n ** 14n }),
      (...[kind, sign, leverage, at, cost]) => {
        const sample = kind === 'Linear' ? linear : inverse
        const terms = { ...sample, sign, leverage: leverageE2(leverage), price: priceE8(at) }
        const lots = lotsOfCost(terms, amount(cost))
        expect(costOfLots(terms, lots)).toBeLessThanOrEqual(cost)
        expect(costOfLots(terms, qtyLots(lots + 1))).toBeGreaterThan(cost)
        const again = lotsOfCost(terms, costOfLots(terms, lots))
        // Where a lot costs less than 1e-8 the cost that is rounded up may buy another one.
        if (costOfLots(terms, qtyLots(1000)) > 2000n) expect(again).toBe(lots)
        expect(valueOfLots(terms, lots)).toBeGreaterThanOrEqual(0n)
      },
    ),
  )
})
