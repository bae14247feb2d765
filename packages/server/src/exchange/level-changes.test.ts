// Deltas of a book: changed, new and removed levels, on either side.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedLevels, type Level } from './level-changes.ts'

const level = (priceTicks: number, qtyLots: number): Level => ({ priceTicks, qtyLots })

test('asks: the delta has the removed, the changed and the new level, not the unchanged one', () => {
  const before = [level(101, 5), level(102, 7), level(104, 9)]
  const now = [level(102, 8), level(103, 2), level(104, 9)]
  expect(changedLevels(before, now, 1)).toEqual([level(101, 0), level(102, 8), level(103, 2)])
})

test('bids: the delta has a new best level and the removed last one', () => {
  const before = [level(99, 5), level(98, 7)]
  expect(changedLevels(before, [level(100, 1), level(99, 5)], -1)).toEqual([
    level(100, 1),
    level(98, 0),
  ])
})

test('applying the delta to the book before gives the book now, in price order', () => {
  const side = fc
    .dictionary(fc.integer({ min: 1, max: 30 }).map(String), fc.integer({ min: 1, max: 9 }))
    .map((lots) => Object.entries(lots).map(([ticks, qty]) => level(Number(ticks), qty)))
  fc.assert(
    fc.property(side, side, fc.constantFrom(1, -1), (before, now, order) => {
      const sorted = (levels: readonly Level[]) =>
        levels.toSorted((a, b) => (a.priceTicks - b.priceTicks) * order)
      const changes = changedLevels(sorted(before), sorted(now), order)
      const book = new Map(before.map(({ priceTicks, qtyLots }) => [priceTicks, qtyLots]))
      for (const { priceTicks, qtyLots } of changes) {
        if (qtyLots === 0) book.delete(priceTicks)
        else book.set(priceTicks, qtyLots)
      }
      expect(book).toEqual(new Map(now.map((each) => [each.priceTicks, each.qtyLots])))
      expect(changes).toEqual(sorted(changes))
    }),
  )
})
