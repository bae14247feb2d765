// The moves planned for the quotes of a side: as few as possible.

import { orderId } from '@basis/domain/numbers/brand'
import { createPrng } from '@basis/domain/numbers/prng'
import { describe, expect, test } from 'vitest'
import { ladderOf, placeAt, ticksAt } from './ladder.ts'
import { planSide, type SideToPlan } from './quote-plan.ts'
import type { Quote } from './quotes.ts'

const ladder = ladderOf(20, 4, 400)

/** A bid side with all quotes exactly in their places, the first at 10,000. */
function bids(count = 20): Quote[] {
  return Array.from({ length: count }, (_, i) => ({
    orderId: orderId(i + 1),
    priceTicks: Math.floor(10_000 - ticksAt(ladder, i)),
    leavesLots: 10,
    filledLots: 0,
  }))
}

const side = (change: Partial<SideToPlan>): SideToPlan => ({
  side: 'Buy',
  quotes: bids(),
  frontTicks: 10_000,
  ladder,
  random: createPrng(1),
  gapKey: 1,
  maxMoves: 80,
  ...change,
})

describe('a ladder of quotes', () => {
  test('spans the given width with growing steps', () => {
    expect(ticksAt(ladder, 20)).toBeCloseTo(400, 3)
    expect(ticksAt(ladder, 1)).toBeCloseTo(4, 9)
    expect(ladder.growth).toBeGreaterThan(1)
  })

  test('has equal steps if the span is too small for growing ones', () => {
    const even = ladderOf(50, 1.15, 10)
    expect(ticksAt(even, 10)).toBeCloseTo(11.5, 3)
    expect(placeAt(even, 11.5)).toBeCloseTo(10, 3)
  })

  test.each([-3, -0.5, 0, 0.3, 7, 19])(
    'the place at the ticks of a place is the same place: %d',
    (place) => {
      expect(placeAt(ladder, ticksAt(ladder, Math.max(0, place)))).toBeCloseTo(
        Math.max(0, place),
        6,
      )
      expect(placeAt(ladder, place * 4)).toBeLessThanOrEqual(Math.max(place, 20))
    },
  )
})

describe('the plan of a side', () => {
  test('has no moves for a side that is in place', () => {
    expect(planSide(side({}))).toEqual([])
  })

  test('builds an empty side from the front, each price once, with at most the given moves', () => {
    const moves = planSide(side({ quotes: [] }))
    expect(moves.length).toBeGreaterThanOrEqual(18)
    expect(moves.every(({ kind }) => kind === 'Place')).toBe(true)
    const prices = moves.map((move) => (move.kind === 'Withdraw' ? 0 : move.priceTicks))
    expect(new Set(prices).size).toBe(prices.length)
    expect(Math.max(...prices)).toBe(prices[0])
    expect(planSide(side({ quotes: [], maxMoves: 3 }))).toHaveLength(3)
  })

  test('moves a side back when the price has run into it, the best quote first', () => {
    const moves = planSide(side({ frontTicks: 9_980 }))
    const first = moves[0]
    expect(first?.kind === 'Shift' && first.quote.orderId).toBe(1)
    for (const move of moves) {
      if (move.kind !== 'Withdraw') expect(move.priceTicks).toBeLessThanOrEqual(9_980)
    }
  })

  test('moves a side after the price, with its first quote at the front price', () => {
    const moves = planSide(side({ frontTicks: 10_030 }))
    const prices = moves.map((move) => (move.kind === 'Withdraw' ? 0 : move.priceTicks))
    expect(Math.max(...prices)).toBe(10_030)
  })

  test('mirrors for asks the moves for bids', () => {
    const asks = bids().map((quote) => ({ ...quote, priceTicks: 20_000 - quote.priceTicks }))
    const mirrored = planSide(side({ side: 'Sell', quotes: asks, frontTicks: 9_970 }))
    const straight = planSide(side({ frontTicks: 10_030 }))
    const pricesOf = (moves: typeof mirrored): number[] =>
      moves.map((move) => (move.kind === 'Withdraw' ? 0 : move.priceTicks))
    expect(pricesOf(mirrored).map((ticks) => 20_000 - ticks)).toEqual(pricesOf(straight))
  })
})
