// Depth curves of an order book around its mid price, compared with figures computed by hand.

import { amount } from '@basis/domain/numbers/fixed'
import { describe, expect, test } from 'vitest'
import { instrument } from '../../../testing/held-position.ts'
import { bookDepth } from '../../stores/book.ts'
import {
  boundTicks,
  depthAt,
  depthOutline,
  depthSteps,
  depthUpTo,
  doubleMid,
  drawnSpan,
  mostDrawn,
} from './depth-curve.ts'

// Ticks of 0.1, lots of 0.001: 60,000.0 is 600,000 ticks.
const bids = Float64Array.from([599_990, 10, 599_000, 20, 590_000, 30])
const asks = Float64Array.from([600_010, 5, 606_000, 15, 650_000, 25])
const book = { bids, asks }
const mid2 = 1_200_000

test('the mid price is between the best prices, and undefined if a side is empty', () => {
  expect(doubleMid(book)).toBe(mid2)
  expect(doubleMid({ bids, asks: new Float64Array() })).toBeUndefined()
})

test('quantities are cumulated from the best price outward', () => {
  expect(depthSteps(asks)).toEqual([
    { ticks: 600_010, lots: 5 },
    { ticks: 606_000, lots: 20 },
    { ticks: 650_000, lots: 45 },
  ])
})

describe('depth within a percentage of the mid price', () => {
  test('the limit price is rounded inward: up for bids, down for asks', () => {
    expect([boundTicks('bids', mid2, 1), boundTicks('asks', mid2, 1)]).toEqual([594_000, 606_000])
    expect([boundTicks('bids', mid2 + 1, 1), boundTicks('asks', mid2 + 1, 1)]).toEqual([
      594_001, 606_000,
    ])
  })

  test('quantities and values are summed up to the limit price', () => {
    // 0.010 × 59,999 + 0.020 × 59,900 = 599.99 + 1,198
    expect(depthUpTo(instrument, 'bids', bids, boundTicks('bids', mid2, 1))).toEqual({
      qty: amount(3_000_000n),
      value: amount(179_799_000_000n),
      isWhole: true,
    })
    const asked = depthUpTo(instrument, 'asks', asks, boundTicks('asks', mid2, 1))
    expect(asked.qty).toBe(2_000_000n)
  })

  test('a book that ends before the limit price at full depth is marked as incomplete', () => {
    const many = Float64Array.from({ length: 2 * bookDepth }, (_, at) =>
      at % 2 === 0 ? 600_010 + at : 1,
    )
    const sum = depthUpTo(instrument, 'asks', many, boundTicks('asks', mid2, 1))
    expect([sum.qty, sum.isWhole]).toEqual([BigInt(bookDepth) * 100_000n, false])
    expect(depthUpTo(instrument, 'asks', many, 600_020).isWhole).toBe(true)
  })
})

test('the drawn span is that of the longer side, at most five percent', () => {
  expect(drawnSpan(book, mid2)).toBe(30_000)
  const near = { bids: bids.slice(0, 4), asks: asks.slice(0, 4) }
  expect(drawnSpan(near, mid2)).toBe(6_000)
  const sides = { bids: depthSteps(bids), asks: depthSteps(asks) }
  // The ask at 65,000 is outside, the bid at 59,000 inside.
  expect(mostDrawn(sides, { mid2, span: 30_000 })).toBe(60)
})

test('an outline begins at the best price and ends at the edge', () => {
  const box = { mid2, span: 30_000, mostLots: 60, width: 1000, height: 104 }
  const points = depthOutline('bids', depthSteps(bids), box).split(' ')
  expect(points.at(0)).toBe('499.8,104')
  // All sixty lots fill the height up to its margin.
  expect(points.at(-2)).toBe('0,4')
  expect(points.at(-1)).toBe('0,104')
  expect(depthOutline('asks', [], box)).toBe('')
})

test('a position on the axis gives its price, its distance and the depth up to it', () => {
  const drawn = { mid2, span: 30_000 }
  expect(depthAt(instrument, book, drawn, 0.4)).toMatchObject({
    side: 'bids',
    ticks: 594_000,
    distanceE6: -10_000,
    qty: 3_000_000n,
  })
  expect(depthAt(instrument, book, drawn, 0.6)).toMatchObject({
    side: 'asks',
    ticks: 606_000,
    distanceE6: 10_000,
    qty: 2_000_000n,
  })
})
