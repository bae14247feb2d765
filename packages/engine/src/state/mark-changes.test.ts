// The distance that marks have moved: never less than any mark has, and not growing when a mark
// only moves back and forth.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MarkChanges, type Distance } from './mark-changes.ts'

/** The marks of a few markets, with the distance as the engine queries it, once per command. */
class Marks {
  readonly changes = new MarkChanges()
  readonly values: number[]

  constructor(markets: number) {
    this.values = Array.from({ length: markets }, () => 1_000_000_000)
  }

  move(market: number, share: number): void {
    const before = this.values[market] ?? 0
    this.moveTo(market, Math.max(1, Math.round(before * (1 + share))))
  }

  moveTo(market: number, now: number): void {
    const before = this.values[market] ?? 0
    if (now === before) return
    this.values[market] = now
    this.changes.record(market, before, now)
  }
}

const move = fc.record({
  market: fc.nat({ max: 2 }),
  share: fc.oneof(
    fc.double({ min: -0.001, max: 0.001, noNaN: true }),
    fc.double({ min: -0.03, max: 0.03, noNaN: true }),
    fc.double({ min: -0.4, max: 0.6, noNaN: true }),
  ),
})

describe('the distance of all marks', () => {
  test('is never less than any mark has moved between two commands', () => {
    fc.assert(
      fc.property(fc.array(fc.array(move, { maxLength: 3 }), { maxLength: 40 }), (commands) => {
        const marks = new Marks(3)
        const seen: { values: number[]; distance: Distance }[] = []
        for (const moves of commands) {
          for (const { market, share } of moves) marks.move(market, share)
          seen.push({ values: [...marks.values], distance: marks.changes.distance() })
        }
        for (const [k, earlier] of seen.entries()) {
          for (const later of seen.slice(k)) {
            const most = later.distance.travelled - earlier.distance.from
            for (const [market, value] of later.values.entries()) {
              const before = earlier.values[market] ?? 0
              // Steps as shares of the smaller price add up to at least the logarithm.
              const moved = Math.abs(Math.log(value / before))
              expect(moved).toBeLessThanOrEqual(most + 1e-9)
            }
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  test('does not grow while a mark moves back and forth within a tenth of a percent', () => {
    const marks = new Marks(1)
    const walk = (): void => {
      for (const mark of [1_000_900_000, 999_100_000, 1_000_500_000]) {
        marks.moveTo(0, mark)
        marks.changes.distance()
      }
    }
    walk()
    const { travelled } = marks.changes.distance()
    for (let k = 0; k < 10_000; k += 1) walk()
    const now = marks.changes.distance()
    expect(now.travelled - travelled).toBeLessThan(0.002)
    expect(now.travelled - now.from).toBeLessThan(0.004)
  })

  test('counts a first price as a move of at least 1', () => {
    const changes = new MarkChanges()
    changes.record(0, 0, 6_000_000_000_000)
    expect(changes.distance().travelled).toBeGreaterThanOrEqual(1)
  })
})
