// The quantity of a risk: by hand, and never more lost than was meant.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contractFee, pnlBetween } from '../instrument/contract.ts'
import { amount, priceE8, rateE8 } from '../numbers/fixed.ts'
import { lotsOfRisk, type RiskTerms } from './risk-input.ts'

const price = (value: number) => priceE8(value * 1e8)

test('linear: 100 USDT over 60,000 → 59,000 with fees of 0.055 % on both', () => {
  // A coin loses 1,000 + 0.00055 × 119,000 = 1,065.45: 100 ÷ 1,065.45 = 0.09385…
  const terms = {
    kind: 'Linear',
    entry: price(60_000),
    stop: price(59_000),
    takerFee: rateE8(55_000),
    lotSizeE8: 100_000,
  } as const
  expect(lotsOfRisk(terms, amount(100_00000000n))).toBe(93)
  expect(lotsOfRisk({ ...terms, takerFee: rateE8(0) }, amount(100_00000000n))).toBe(100)
  expect(lotsOfRisk({ ...terms, stop: terms.entry, takerFee: rateE8(0) }, amount(1n))).toBe(0)
})

test('inverse: 0.01 BTC over 50,000 → 49,000 without fees is 24,500 contracts', () => {
  // A dollar loses 1 ÷ 49,000 − 1 ÷ 50,000 = 1,000 ÷ 2.45e9 BTC.
  const terms = {
    kind: 'Inverse',
    entry: price(50_000),
    stop: price(49_000),
    takerFee: rateE8(0),
    lotSizeE8: 100_000_000,
  } as const
  expect(lotsOfRisk(terms, amount(1_000_000n))).toBe(24_500)
})

test('no more is lost than was meant, and a lot more would be', () => {
  const terms: fc.Arbitrary<RiskTerms> = fc.record({
    kind: fc.constantFrom('Linear' as const, 'Inverse' as const),
    entry: fc.integer({ min: 1_000, max: 200_000 }).map(price),
    stop: fc.integer({ min: 1_000, max: 200_000 }).map(price),
    takerFee: fc.integer({ min: 1, max: 100_000 }).map(rateE8),
    lotSizeE8: fc.constantFrom(100_000, 100_000_000),
  })
  fc.assert(
    fc.property(terms, fc.bigInt({ min: 1_0000n, max: 10_000_00000000n }), (each, risk) => {
      const { kind, entry, stop, takerFee, lotSizeE8 } = each
      const lost = (lots: number): bigint => {
        const qty = amount(BigInt(lots) * BigInt(lotSizeE8))
        const gone = pnlBetween({ kind, sign: entry > stop ? 1 : -1, qty }, entry, stop)
        const fees = [entry, stop].map((at) => contractFee(kind, qty, at, takerFee))
        return fees.reduce((sum, fee) => sum + fee, -gone as bigint)
      }
      const lots = lotsOfRisk(each, amount(risk))
      // The stop at the entry, and hardly a fee: more lots than can be counted.
      fc.pre(lots < Number.MAX_SAFE_INTEGER)
      // The loss is rounded up once, each fee is cut.
      expect(lost(lots)).toBeLessThanOrEqual(risk + 3n)
      expect(lost(lots + 1)).toBeGreaterThanOrEqual(risk - 3n)
    }),
  )
})
