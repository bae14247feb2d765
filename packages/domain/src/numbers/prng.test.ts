// The seeded generator: the same seed gives the same numbers, and all values of a range occur.

import { describe, expect, test } from 'vitest'
import { createPrng } from './prng.ts'

const first = (seed: number, count: number): number[] => {
  const prng = createPrng(seed)
  return Array.from({ length: count }, () => prng.nextU32())
}

describe('createPrng', () => {
  test('gives the same numbers for the same seed in every release', () => {
    expect(first(42, 4)).toEqual(first(42, 4))
    // A change of these numbers changes every recorded market and every printed failing seed.
    expect(first(42, 4)).toEqual([2_837_322_924, 544_945_897, 479_756_282, 3_500_138_142])
  })

  test('gives different numbers for neighbouring, huge and negative seeds', () => {
    const seeds = [0, 1, 2, 42, 42 + 2 ** 32, 42 + 2 ** 33, -1, Number.MAX_SAFE_INTEGER]
    const stories = seeds.map((seed) => first(seed, 3).join())
    expect(new Set(stories).size).toBe(seeds.length)
  })

  test('stays in its ranges and reaches their ends', () => {
    const prng = createPrng(7)
    const seen = new Set<number>()
    for (let i = 0; i < 20_000; i += 1) {
      const below = prng.nextBelow(6)
      expect(Number.isInteger(below) && below >= 0 && below < 6).toBe(true)
      seen.add(below)
      const float = prng.nextFloat()
      expect(float >= 0 && float < 1).toBe(true)
    }
    expect(seen.size).toBe(6)
  })

  test('is uniform: 60,000 throws of a die show each side 10,000 times, within 400', () => {
    const prng = createPrng(2026)
    const counts = new Array<number>(6).fill(0)
    for (let i = 0; i < 60_000; i += 1) {
      const side = prng.nextBelow(6)
      counts[side] = (counts[side] ?? 0) + 1
    }
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400)
  })
})
