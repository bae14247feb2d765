// The insurance fund by domain.md 5.8: the example, conservation, and peaks of eight hours.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contractKinds, pnlBetween } from '../instrument/contract.ts'
import { amount, parseDecimal, priceE8, type Amount, type PriceE8 } from '../numbers/fixed.ts'
import { insuranceDelta, peakOf, peakWindowMs, withFigure, type Peaks } from './insurance.ts'

const e8 = (text: string): Amount => amount(parseDecimal(text, 8) ?? -1n)
const price = (text: string): PriceE8 => priceE8(Number(e8(text)))

describe('take-over', () => {
  test('EX-5.12: long 2 BTC, PB 49,000; 1.2 @ 49,100 and 0.8 @ 48,900 bring +40', () => {
    const sold = (qty: string, at: string): bigint =>
      insuranceDelta({ kind: 'Linear', sign: 1, qty: e8(qty) }, price('49000'), price(at))
    expect(sold('1.2', '49100')).toBe(e8('120'))
    expect(sold('0.8', '48900')).toBe(e8('-80'))
    expect(sold('1.2', '49100') + sold('0.8', '48900')).toBe(e8('40'))
  })
  test('inverse: a short of 60,000 with PB 60,000 bought back at 50,000 brings 0.2 coin', () => {
    const short = { kind: 'Inverse', sign: -1, qty: e8('60000') } as const
    expect(insuranceDelta(short, price('60000'), price('50000'))).toBe(e8('0.2'))
    expect(insuranceDelta({ ...short, sign: 1 }, price('60000'), price('50000'))).toBe(e8('-0.2'))
  })
  test('14.2.26: fund, trader and counterparty together get nothing but dust', () => {
    const anyPrice = fc.integer({ min: 1_000_000, max: 1e13 }).map(priceE8)
    fc.assert(
      fc.property(
        fc.constantFrom(...contractKinds),
        fc.constantFrom<1 | -1>(1, -1),
        fc.bigInt({ min: 1n, max: 10n ** 13n }).map(amount),
        fc.tuple(anyPrice, anyPrice, anyPrice),
        (...[kind, sign, qty, [entry, bust, execution]]) => {
          const trader = pnlBetween({ kind, sign, qty }, entry, bust)
          const fund = insuranceDelta({ kind, sign, qty }, bust, execution)
          const other = pnlBetween({ kind, sign: sign === 1 ? -1 : 1, qty }, entry, execution)
          const sum = trader + fund + other
          expect(sum <= 0n && sum > -3n).toBe(true)
        },
      ),
    )
  })
})

describe('the peak of eight hours', () => {
  test('a figure counts for as long as it stood inside the window', () => {
    const hour = 3_600_000
    let peaks: Peaks = []
    expect(peakOf(peaks, 0)).toBeUndefined()
    peaks = withFigure(peaks, 0, amount(100n))
    peaks = withFigure(peaks, 2 * hour, amount(60n))
    peaks = withFigure(peaks, 3 * hour, amount(80n))
    // 100 stood until the second hour, so it is inside until the tenth.
    expect(peakOf(peaks, 10 * hour - 1)).toBe(100n)
    expect(peakOf(peaks, 10 * hour)).toBe(80n)
    expect(peakOf(peaks, 99 * hour)).toBe(80n)
  })
  test('is what a plain look at every moment finds', () => {
    const step = peakWindowMs / 8
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1 }), (figures) => {
        let peaks: Peaks = []
        figures.forEach((figure, k) => {
          peaks = withFigure(peaks, k * step, amount(BigInt(figure)))
          // The window begins with the figure of eight steps ago.
          const seen = figures.slice(Math.max(0, k - 8), k + 1)
          expect(peakOf(peaks, k * step)).toBe(BigInt(Math.max(...seen)))
        })
      }),
    )
  })
})
