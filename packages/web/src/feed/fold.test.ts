// An order book built from deltas equals the exchange's, or is marked as broken.

import { describe, expect, test } from 'vitest'
import { createPrng } from '@basis/domain/numbers/prng'
import { reconnectDelayMs, resyncDelayMs } from './backoff.ts'
import { emptyBook, foldDepth, type DepthMessage } from './fold.ts'

const snapshot: DepthMessage = {
  type: 'snapshot',
  updateNo: 1,
  seq: 10,
  bids: [100, 5, 99, 3],
  asks: [101, 1, 103, 4],
}
const delta = (updateNo: number, change: Partial<DepthMessage>): DepthMessage => ({
  type: 'delta',
  updateNo,
  seq: 10 + updateNo,
  bids: [],
  asks: [],
  ...change,
})

describe('foldDepth', () => {
  test('sets, adds and removes levels in price order', () => {
    const book = emptyBook()
    foldDepth(book, snapshot)
    expect(foldDepth(book, delta(2, { bids: [100, 0, 98, 7, 99, 9], asks: [102, 2] }))).toBe(
      'applied',
    )
    expect(book.bids).toEqual([99, 9, 98, 7])
    expect(book.asks).toEqual([101, 1, 102, 2, 103, 4])
    expect(book).toMatchObject({ phase: 'live', updateNo: 2, seq: 12 })
  })

  test('deltas before the snapshot are ignored, repeated ones too', () => {
    const book = emptyBook()
    expect(foldDepth(book, delta(7, {}))).toBe('ignored')
    foldDepth(book, snapshot)
    expect(foldDepth(book, delta(1, { bids: [1, 1] }))).toBe('ignored')
    expect(book.bids).toEqual([100, 5, 99, 3])
  })

  test('a gap breaks the book until the next snapshot', () => {
    const book = emptyBook()
    foldDepth(book, snapshot)
    expect(foldDepth(book, delta(3, {}))).toBe('gap')
    expect(foldDepth(book, delta(4, {}))).toBe('ignored')
    expect(book.phase).toBe('broken')
    expect(foldDepth(book, { ...snapshot, updateNo: 1 })).toBe('applied')
    expect(book.phase).toBe('live')
  })

  test('a crossed book is a gap', () => {
    const book = emptyBook()
    foldDepth(book, snapshot)
    expect(foldDepth(book, delta(2, { bids: [101, 1] }))).toBe('gap')
  })

  test('sides can be empty', () => {
    const book = emptyBook()
    foldDepth(book, { ...snapshot, bids: [], asks: [] })
    expect(foldDepth(book, delta(2, { asks: [5, 1] }))).toBe('applied')
    expect(book.asks).toEqual([5, 1])
  })
})

test('with 5 % of the messages lost, the shown book is the true one or marked broken', () => {
  const chance = createPrng(20_261_121)
  const truth = { bids: new Map<number, number>(), asks: new Map<number, number>() }
  const flat = (side: Map<number, number>, direction: 1 | -1): number[] =>
    [...side].toSorted(([a], [b]) => (a - b) * direction).flat()
  const book = emptyBook()
  let updateNo = 0
  let compared = 0
  for (let step = 0; step < 5_000; step += 1) {
    const side = chance.nextBelow(2) === 0 ? 'bids' : 'asks'
    const ticks = side === 'bids' ? 900 + chance.nextBelow(100) : 1_000 + chance.nextBelow(100)
    const lots = chance.nextBelow(3) === 0 ? 0 : 1 + chance.nextBelow(50)
    if (lots === 0) truth[side].delete(ticks)
    else truth[side].set(ticks, lots)
    updateNo += 1
    if (chance.nextBelow(100) >= 5) foldDepth(book, delta(updateNo, { [side]: [ticks, lots] }))
    if (book.phase !== 'live' && chance.nextBelow(4) === 0) {
      updateNo = 1
      const whole = { bids: flat(truth.bids, -1), asks: flat(truth.asks, 1) }
      foldDepth(book, { type: 'snapshot', updateNo, seq: step, ...whole })
    }
    if (book.phase === 'live' && book.updateNo === updateNo) {
      expect(book.bids).toEqual(flat(truth.bids, -1))
      expect(book.asks).toEqual(flat(truth.asks, 1))
      compared += 1
    }
  }
  expect(compared).toBeGreaterThan(3_000)
})

test('delays of reconnects and resyncs double up to half a minute', () => {
  expect([0, 1, 2, 9].map((attempt) => reconnectDelayMs(attempt, 0.5))).toEqual([
    250, 500, 1_000, 15_000,
  ])
  expect([0, 1, 2, 9].map(resyncDelayMs)).toEqual([0, 2_000, 4_000, 30_000])
})
