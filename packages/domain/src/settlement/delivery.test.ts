// Delivery of dated futures by rules 2.3 and 11.1: the examples, and the running mean.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pnlOverEntry, type Exposure } from '../instrument/contract.ts'
import {
  amount,
  parseDecimal,
  priceE8,
  rateE8,
  type Amount,
  type PriceE8,
} from '../numbers/fixed.ts'
import {
  advanceDeliveryMean,
  basisRate,
  deliveryPhase,
  deliveryPriceE8,
  deliveryProblem,
  expiryMarkE8,
  openDeliveryMean,
} from './delivery.ts'

const e8 = (text: string): Amount => amount(parseDecimal(text, 8) ?? -1n)
const price = (text: string): PriceE8 => priceE8(Number(e8(text)))
const eight = Date.UTC(2026, 2, 27, 8)
const minuteMs = 60_000

describe('the mark before delivery', () => {
  it('EX-2.4: impact 50,180 / 50,220 over 50,000 is a basis of 0.004 and a mark of 50,200', () => {
    const index = price('50000')
    const basis = basisRate(price('50180'), price('50220'), index)
    expect(basis).toBe(400_000)
    expect(expiryMarkE8({ index, basis, mean: openDeliveryMean(eight) })).toBe(price('50200'))
  })
  it('in the last half hour the mark is the mean of the index so far (D-11)', () => {
    const mean = advanceDeliveryMean(openDeliveryMean(eight), eight - 20 * minuteMs, price('60000'))
    expect(mean.samples).toBe(600)
    const mark = expiryMarkE8({ index: price('61000'), basis: rateE8(400_000), mean })
    expect(mark).toBe(price('60000'))
  })
})

describe('the delivery price', () => {
  it('is the mean of 1,800 seconds from 07:30:00 to 07:59:59', () => {
    let mean = openDeliveryMean(eight)
    mean = advanceDeliveryMean(mean, eight - 31 * minuteMs, price('1'))
    expect(deliveryPriceE8(mean)).toBeUndefined()
    // The index of 07:30:00.000 is the one set at that time, not the previous one.
    mean = advanceDeliveryMean(mean, eight - 30 * minuteMs, price('1'))
    expect(mean.samples).toBe(0)
    mean = advanceDeliveryMean(mean, eight - 15 * minuteMs, price('60000'))
    mean = advanceDeliveryMean(mean, eight + 5 * minuteMs, price('60100'))
    expect(mean.samples).toBe(1800)
    expect(deliveryPriceE8(mean)).toBe(price('60050'))
    expect(advanceDeliveryMean(mean, eight + 60 * minuteMs, price('1'))).toBe(mean)
  })
  it('does not depend on how time is advanced', () => {
    const anyCuts = fc.array(fc.integer({ min: 0, max: 30 * minuteMs }), { maxLength: 20 })
    fc.assert(
      fc.property(anyCuts, (cuts) => {
        const indexAt = (ms: number): PriceE8 => priceE8(ms < 10 * minuteMs ? 700 : 1300)
        const start = eight - 30 * minuteMs
        let mean = openDeliveryMean(eight)
        let since = 0
        for (const cut of [...cuts, 10 * minuteMs, 30 * minuteMs].toSorted((a, b) => a - b)) {
          mean = advanceDeliveryMean(mean, start + cut, indexAt(since))
          since = cut
        }
        expect(mean.samples).toBe(1800)
        expect(mean.sumE8).toBe(600n * 700n + 1200n * 1300n)
      }),
    )
  })
})

describe('delivery', () => {
  it('D-51: only reducing orders are accepted from 07:50, none from 08:00', () => {
    expect(deliveryPhase(eight - 10 * minuteMs - 1, eight)).toBe('Trading')
    expect(deliveryProblem(eight - 10 * minuteMs - 1, eight, false)).toBeUndefined()
    expect(deliveryPhase(eight - 10 * minuteMs, eight)).toBe('ReduceOnly')
    expect(deliveryProblem(eight - 10 * minuteMs, eight, false)?.name).toBe('preDeliveryReduceOnly')
    expect(deliveryProblem(eight - 1, eight, true)).toBeUndefined()
    expect(deliveryProblem(eight, eight, true)?.name).toBe('instrumentNotTrading')
  })
  it('14.2.8: profits of longs and shorts add up to 0, less a rounding below 1e-8 each', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Linear' as const, 'Inverse' as const),
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 14n }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1_000_000, max: 1e14 }),
        (kind, sizes, at) => {
          const pnlOf = (exposure: Exposure): bigint =>
            pnlOverEntry(exposure, exposure.qty, priceE8(at))
          let sum = pnlOf({ kind, sign: -1, qty: amount(sizes.reduce((a, b) => a + b, 0n)) })
          for (const qty of sizes) sum += pnlOf({ kind, sign: 1, qty: amount(qty) })
          expect(sum <= 0n && sum > -BigInt(sizes.length + 1)).toBe(true)
        },
      ),
    )
  })
})
