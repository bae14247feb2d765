// Deltas of a book: what changed, what is new, what is gone, on either side.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedLevels, type Level } from './level-changes.ts'

const level = (priceTicks: number, qtyLots: number): Level => ({ priceTicks, qtyLots })

test('asks: a level goes, one changes, one comes, one stays', () => {
  const before = [level(101, 5), level(102, 7), level(104, 9)]
  const now = [level(102, 8), level(103, 2), level(104, 9)]
  expect(changedLevels(before, now, 1)).toEqual([level(101, 0), level(102, 8), level(103, 2)])
})

test('bids fall: a better one comes, the last one goes', () => {
  const before = [level(99, 5), level(98, 7)]
  expect(changedLevels(before, [level(100, 1), level(99, 5)], -1)).toEqual([
    level(100, 1),
    level(98, 0),
  ])
})

test('whoever applies the changes to the book before has the book now', () => {
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
