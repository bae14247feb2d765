// TWAP by rules 8.9: limits, the even schedule, and that jitter keeps the total.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amount, priceTicks, qtyLots } from '../numbers/fixed.ts'
import type { Instrument } from '../instrument/instrument.ts'
import {
  isChasedAway,
  leastTwapLots,
  twapChildren,
  twapProblem,
  twapRetryLots,
  twapSchedule,
  type TwapTerms,
} from './twap.ts'

/** Tick 0.1, lot 0.001, at most 500 BTC per market order, at least 5 USDT. */
const instrument = {
  kind: 'Linear',
  baseCoin: 'BTC',
  tickSizeE8: 10_000_000,
  lotSizeE8: 100_000,
  minQtyLots: 1,
  maxQtyLots: 1_190_000,
  maxMarketQtyLots: 500_000,
  minNotional: amount(500_000_000n),
} as Instrument
const last = priceTicks(600_000)
const terms: TwapTerms = {
  side: 'Buy',
  totalLots: qtyLots(1000),
  durationSec: 300,
  intervalSec: 30,
}
const named = (change: Partial<TwapTerms>, own = instrument): string | undefined =>
  twapProblem(own, { ...terms, ...change }, last)?.name

describe('limits of a TWAP', () => {
  test('interval 5/10/15/30/60/120 s, duration 5 min–24 h', () => {
    expect(named({})).toBeUndefined()
    expect(named({ intervalSec: 20 })).toBe('algoIntervalInvalid')
    expect(named({ durationSec: 299 })).toBe('algoDurationInvalid')
    expect(named({ durationSec: 86_400, intervalSec: 120 })).toBeUndefined()
    expect(named({ durationSec: 86_401 })).toBe('algoDurationInvalid')
  })
  test('total ≥ max(1.1 × minNotional × children ÷ LTP, minQty × children)', () => {
    // 1.1 × 5 × 10 ÷ 60,000 = 0.000916…: one lot of 0.001; ten children need ten.
    expect(leastTwapLots(instrument, 10, last)).toBe(10)
    const cheap = priceTicks(1000)
    // 1.1 × 5 × 10 ÷ 100 = 0.55.
    expect(leastTwapLots(instrument, 10, cheap)).toBe(550)
    expect(named({ totalLots: qtyLots(9) })).toBe('algoQtyTooSmall')
    const inverse = { ...instrument, minNotional: amount(0n), minQtyLots: qtyLots(3) }
    expect(leastTwapLots(inverse, 10, cheap)).toBe(30)
  })
  test('a child is at most half of the largest order', () => {
    expect(named({ totalLots: qtyLots(2_500_000) })).toBeUndefined()
    expect(named({ totalLots: qtyLots(2_500_001) })).toBe('algoChildTooLarge')
  })
})

describe('the schedule of a TWAP', () => {
  test('children = duration ÷ interval, the first at once', () => {
    expect(twapChildren({ ...terms, durationSec: 330, intervalSec: 60 })).toBe(5)
    const schedule = twapSchedule({ ...terms, totalLots: qtyLots(1003) })
    expect(schedule.map(({ afterMs }) => afterMs / 1000)).toEqual([
      0, 30, 60, 90, 120, 150, 180, 210, 240, 270,
    ])
    expect(schedule.map(({ lots }) => lots)).toEqual([
      100, 100, 100, 101, 100, 100, 101, 100, 100, 101,
    ])
  })
  test('jitter stays within ±20 %, keeps the total, and is determined by the seed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 10 ** 12 }),
        fc.nat(),
        fc.constantFrom(5, 10, 15, 30, 60, 120),
        (total, seed, intervalSec) => {
          const own = { ...terms, totalLots: qtyLots(total), intervalSec }
          const even = twapSchedule(own)
          const made = twapSchedule({ ...own, seed })
          expect(made).toEqual(twapSchedule({ ...own, seed }))
          expect(made.reduce((sum, { lots }) => sum + lots, 0)).toBe(total)
          made.forEach(({ lots }, k) => {
            const base = even[k]?.lots ?? 0
            expect(Math.abs(lots - base) * 5).toBeLessThanOrEqual(base)
          })
        },
      ),
    )
    const jittered = twapSchedule({ ...terms, seed: 42 })
    expect(new Set(jittered.map(({ lots }) => lots)).size).toBeGreaterThan(1)
  })
})

test('an unfilled child of a TWAP is retried once, then dropped', () => {
  const child = { lots: qtyLots(100), filledLots: qtyLots(40), attempts: 1 }
  expect(twapRetryLots(child)).toBe(60)
  expect(twapRetryLots({ ...child, attempts: 2 })).toBe(0)
  expect(twapRetryLots({ ...child, filledLots: qtyLots(100) })).toBe(0)
})

test('a TWAP stops if the price is beyond maxChasePrice', () => {
  const chase = { side: 'Buy', maxChaseTicks: priceTicks(610) } as const
  expect(isChasedAway(chase, priceTicks(610))).toBe(false)
  expect(isChasedAway(chase, priceTicks(611))).toBe(true)
  expect(isChasedAway({ ...chase, side: 'Sell' }, priceTicks(609))).toBe(true)
  expect(isChasedAway({ side: 'Sell' }, priceTicks(1))).toBe(false)
})
