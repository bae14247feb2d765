// Trailing stops by rules 8.6: the example, activation, rounding, and law 14.2.34.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceTicks } from '../numbers/fixed.ts'
import type { Instrument } from '../instrument/instrument.ts'
import {
  followed,
  openTrailing,
  trailingFires,
  trailingProblem,
  type TrailingStop,
  type TrailingTerms,
} from './trailing.ts'

const by500: TrailingTerms = { sign: 1, retracement: { distanceTicks: priceTicks(500) } }

/** Follows prices in turn and returns the one at which the stop fires. */
function firesAt(
  terms: TrailingTerms,
  first: number,
  prices: readonly number[],
): number | undefined {
  let stop = openTrailing(terms, priceTicks(first))
  for (const price of prices) {
    stop = followed(stop, priceTicks(price))
    if (trailingFires(stop, priceTicks(price))) return price
  }
  return undefined
}

describe('distance', () => {
  test('EX-8.6: a long at 8,000 with a distance of 500 that never rises above 8,000 fires at 7,500', () => {
    expect(openTrailing(by500, priceTicks(8000)).triggerTicks).toBe(7500)
    expect(firesAt(by500, 8000, [7900, 8000, 7501, 7500])).toBe(7500)
  })
  test('EX-8.6: with a peak of 9,000 it fires at 8,500', () => {
    expect(firesAt(by500, 8000, [9000, 8600, 8501, 8500])).toBe(8500)
  })
  test('a short follows the trough', () => {
    const short = { ...by500, sign: -1 } as const
    expect(firesAt(short, 8000, [7000, 7499, 7500])).toBe(7500)
  })
})

describe('activation', () => {
  test('it is inactive until the last price reaches the activation price', () => {
    const terms = { ...by500, activationTicks: priceTicks(8400) }
    const waiting = openTrailing(terms, priceTicks(8000))
    expect(waiting).toMatchObject({ isActive: false, triggerTicks: 0 })
    expect(trailingFires(waiting, priceTicks(1))).toBe(false)
    expect(firesAt(terms, 8000, [7000, 8399, 8400, 7901, 7900])).toBe(7900)
  })
  test('D-39: an activation on the wrong side activates at once', () => {
    const terms = { ...by500, activationTicks: priceTicks(8000) }
    expect(openTrailing(terms, priceTicks(8000)).isActive).toBe(true)
    const short: TrailingTerms = { ...terms, sign: -1 }
    expect(openTrailing(short, priceTicks(7999)).isActive).toBe(true)
    expect(openTrailing(short, priceTicks(8001)).isActive).toBe(false)
  })
})

describe('rate', () => {
  test('a percentage is rounded to the tick away from the price', () => {
    const rate = { retracement: { rateE4: 100 } }
    expect(openTrailing({ sign: 1, ...rate }, priceTicks(9999)).triggerTicks).toBe(9899)
    expect(openTrailing({ sign: -1, ...rate }, priceTicks(9999)).triggerTicks).toBe(10_099)
  })
})

test('a distance is from 1 tick to the price, a rate from 0.01 % to 99.99 %, an activation in range', () => {
  const instrument = {
    tickSizeE8: 10_000_000,
    minPriceTicks: 1,
    maxPriceTicks: 10_000,
  } as Instrument
  const named = (terms: Partial<TrailingTerms>): string | undefined =>
    trailingProblem(instrument, { ...by500, ...terms }, priceTicks(8000))?.field
  const distance = (ticks: number): Partial<TrailingTerms> => ({
    retracement: { distanceTicks: priceTicks(ticks) },
  })
  expect(named({})).toBeUndefined()
  expect(named(distance(0))).toBe('trailingStop')
  expect(named(distance(7999))).toBeUndefined()
  expect(named(distance(8000))).toBe('trailingStop')
  expect(named({ sign: -1, ...distance(2001) })).toBe('trailingStop')
  expect(named({ retracement: { rateE4: 9999 } })).toBeUndefined()
  expect(named({ retracement: { rateE4: 10_000 } })).toBe('trailingStop')
  expect(named({ activationTicks: priceTicks(10_000) })).toBe('activationPrice')
  expect(named({ activationTicks: priceTicks(9000) })).toBeUndefined()
})

test('14.2.34: the trigger of a long never falls, that of a short never rises', () => {
  const anyTerms = fc.record({
    sign: fc.constantFrom<1 | -1>(1, -1),
    retracement: fc.oneof(
      fc.record({ distanceTicks: fc.integer({ min: 1, max: 900 }).map(priceTicks) }),
      fc.record({ rateE4: fc.integer({ min: 1, max: 9999 }) }),
    ),
    activationTicks: fc.option(fc.integer({ min: 1, max: 5000 }).map(priceTicks), {
      nil: undefined,
    }),
  })
  const anyPrices = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1 })
  fc.assert(
    fc.property(anyTerms, anyPrices, (terms, prices) => {
      let stop: TrailingStop = openTrailing(terms, priceTicks(prices[0] ?? 1))
      for (const price of prices) {
        const next = followed(stop, priceTicks(price))
        if (stop.isActive) {
          expect(next.isActive).toBe(true)
          expect(terms.sign * (next.triggerTicks - stop.triggerTicks)).toBeGreaterThanOrEqual(0)
        }
        // A new extreme never fires: the trigger is at least one tick away.
        if (next !== stop) expect(trailingFires(next, priceTicks(price))).toBe(false)
        stop = next
      }
    }),
  )
})
