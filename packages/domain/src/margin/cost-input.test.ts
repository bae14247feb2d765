// Quantity, cost and value: the examples of rules 3.4, and law 14.2.18.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { btcUsdt } from '../../testing/instruments.ts'
import { contractKinds, contractValue, valueSide } from '../instrument/contract.ts'
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
import { lotsOfCost, lotsOfShare, lotsOfValue, mostEntered, type CostTerms } from './cost-input.ts'
import { orderCost } from './cross-margin.ts'

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

describe('from cost and value to quantity (3.4)', () => {
  test('EX-3.3: 5,057 at 0.06 % buys 1 BTC', () => {
    const terms = { ...linear, takerFee: rateE8(60_000) }
    expect(lotsOfCost(terms, e8('5057'))).toBe(1000)
  })
  test('EX-3.4: 1,000 USDT at 50,000 buys or sells 0.197', () => {
    expect(lotsOfCost(linear, e8('1000'))).toBe(197)
    expect(lotsOfCost({ ...linear, ...sold }, e8('1000'))).toBe(197)
  })
  test('EX-3.5: inverse, 0.01 BTC at 60,000, 10×: Buy 5,931, Sell 5,937', () => {
    expect(lotsOfCost(inverse, e8('0.01'))).toBe(5931)
    expect(lotsOfCost({ ...inverse, ...sold }, e8('0.01'))).toBe(5937)
  })
  test('EX-3.6: a value of 1,000 USDT @ 50,000 is 0.02 BTC; 0.01 BTC @ 60,000 is 600 contracts', () => {
    expect(lotsOfValue(linear, e8('1000'))).toBe(20)
    expect(lotsOfValue(inverse, e8('0.01'))).toBe(600)
  })
  test('the field holds floor(max qty × max price), inverse max qty ÷ min price (spec 5)', () => {
    const instrument = {
      ...btcUsdt,
      maxQtyLots: qtyLots(1001),
      maxMarketQtyLots: qtyLots(501),
      minPriceTicks: priceTicks(10),
      maxPriceTicks: priceTicks(999_999),
    }
    expect(mostEntered(instrument, 'Limit')).toBe(e8('100099'))
    expect(mostEntered(instrument, 'Market')).toBe(e8('50099'))
    const contracts = { ...instrument, kind: 'Inverse', lotSizeE8: 100_000_000 } as const
    expect(mostEntered(contracts, 'Limit')).toBe(e8('1001'))
  })
  test('a share of the maximum is floored to the lot', () => {
    expect(lotsOfShare(qtyLots(197), 50)).toBe(98)
    expect(lotsOfShare(qtyLots(197), 100)).toBe(197)
    expect(lotsOfShare(qtyLots(200), 12.5)).toBe(25)
    // 0.29 × 100 is less than 29 as a floating-point number.
    expect(lotsOfShare(qtyLots(10_000), 0.29)).toBe(29)
  })
})

test('14.2.18: the quantity for a cost costs no more than it, and one lot more would', () => {
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
        /**
         * The order margin that the exchange reserves (3.2), from the order's value, rounded up.
         */
        const costOf = (lots: number): Amount => {
          const qty = amount(BigInt(lots) * BigInt(terms.lotSizeE8))
          const value = contractValue(kind, qty, terms.price)
          return orderCost(valueSide(kind, sign), value, terms.leverage, terms.takerFee)
        }
        const lots = lotsOfCost(terms, amount(cost))
        // The value of an order is rounded half-up, by at most half a unit, and so are margin and
        // fees.
        expect(costOf(lots)).toBeLessThanOrEqual(cost + 1n)
        expect(costOf(lots + 1)).toBeGreaterThanOrEqual(cost)
      },
    ),
  )
})
