// Scaled orders by rules 8.9: the example, the shapes, and that the children add up to the total.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceTicks, qtyLots } from '../numbers/fixed.ts'
import type { Instrument } from '../instrument/instrument.ts'
import { scaledLadder, scaledProblem, type ScaledTerms } from './scaled.ts'

/** Tick 0.01, lot 0.01. */
const instrument = {
  baseCoin: 'ETH',
  tickSizeE8: 1_000_000,
  lotSizeE8: 1_000_000,
  minQtyLots: 1,
  maxQtyLots: 100_000,
} as Instrument
const terms: ScaledTerms = {
  totalLots: qtyLots(100_000),
  fromTicks: priceTicks(160_000),
  toTicks: priceTicks(178_000),
  children: 10,
  shape: 'Flat',
}
const lotsOf = (change: Partial<ScaledTerms>): number[] =>
  scaledLadder({ ...terms, ...change }).map(({ lots }) => lots)
const named = (change: Partial<ScaledTerms>): string | undefined =>
  scaledProblem(instrument, { ...terms, ...change })?.name

describe('the ladder of a scaled order', () => {
  test('EX-8.7: 1,000 ETH over 1,600–1,780 in 10 flat children: 100 each, step 20, average 1,690', () => {
    const ladder = scaledLadder(terms)
    expect(ladder.map(({ lots }) => lots)).toEqual(Array.from({ length: 10 }, () => 10_000))
    expect(ladder.map(({ priceTicks: price }) => price / 100)).toEqual([
      1600, 1620, 1640, 1660, 1680, 1700, 1720, 1740, 1760, 1780,
    ])
    expect(ladder.reduce((sum, { priceTicks: price }) => sum + price, 0) / 10).toBe(169_000)
    expect(named({})).toBeUndefined()
  })
  test('D-42: sizes are floored to the lot, and the last child has the remainder', () => {
    expect(lotsOf({ totalLots: qtyLots(100), children: 3 })).toEqual([33, 33, 34])
  })
  test('sizes can increase, decrease or be custom shares', () => {
    const small = { totalLots: qtyLots(100), children: 4 }
    expect(lotsOf({ ...small, shape: 'Increasing' })).toEqual([10, 20, 30, 40])
    expect(lotsOf({ ...small, shape: 'Decreasing' })).toEqual([40, 30, 20, 10])
    const sharesE2 = [1250, 3750, 2500, 2500]
    expect(lotsOf({ ...small, shape: 'Custom', sharesE2 })).toEqual([12, 37, 25, 26])
  })
  test('prices may descend, each rounded to the nearest tick', () => {
    const down = { ...terms, fromTicks: priceTicks(110), toTicks: priceTicks(100), children: 5 }
    expect(scaledLadder(down).map(({ priceTicks: price }) => price)).toEqual([
      110, 108, 105, 103, 100,
    ])
  })
})

test('invalid terms of a scaled order give their problem', () => {
  expect(named({ children: 1 })).toBe('algoChildCountInvalid')
  expect(named({ children: 21 })).toBe('algoChildCountInvalid')
  expect(named({ children: 20 })).toBeUndefined()
  expect(named({ toTicks: priceTicks(160_008) })).toBe('algoPriceRangeInvalid')
  expect(named({ toTicks: priceTicks(160_009) })).toBeUndefined()
  const custom = { shape: 'Custom', children: 2 } as const
  expect(named({ ...custom, sharesE2: [5000, 5000] })).toBeUndefined()
  expect(named({ ...custom, sharesE2: [5000, 4999] })).toBe('algoSharesInvalid')
  expect(named({ ...custom, sharesE2: [10_000, 0] })).toBe('algoSharesInvalid')
  expect(named({ ...custom })).toBe('algoSharesInvalid')
  expect(named({ totalLots: qtyLots(9) })).toBe('algoQtyTooSmall')
  expect(named({ totalLots: qtyLots(1_000_010) })).toBe('algoChildTooLarge')
})

test('law: in every shape the children add up to the total and prices are monotonic', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('Flat' as const, 'Increasing' as const, 'Decreasing' as const),
      fc.integer({ min: 2, max: 20 }),
      fc.integer({ min: 1000, max: 10 ** 9 }),
      fc.tuple(fc.integer({ min: 1, max: 10 ** 6 }), fc.integer({ min: 1, max: 10 ** 6 })),
      (shape, children, total, [from, to]) => {
        const ladder = scaledLadder({
          shape,
          children,
          totalLots: qtyLots(total),
          fromTicks: priceTicks(from),
          toTicks: priceTicks(to),
        })
        expect(ladder.reduce((sum, { lots }) => sum + lots, 0)).toBe(total)
        expect([ladder[0]?.priceTicks, ladder.at(-1)?.priceTicks]).toEqual([from, to])
        const rising = ladder.map(({ priceTicks: price }) => price).toSorted((a, b) => a - b)
        const prices = ladder.map(({ priceTicks: price }) => price)
        expect(to >= from ? prices : prices.toReversed()).toEqual(rising)
      },
    ),
  )
})
