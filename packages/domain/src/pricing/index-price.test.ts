// Golden examples of the index price, and the law that one faulty source cannot move it far.

import { describe, expect, test } from 'vitest'
import { indexPrice, type IndexSource } from './index-price.ts'
import { createPrng } from '../numbers/prng.ts'

const nowMs = 1_800_000_000_000

function source(name: string, price: number, volume: number): IndexSource {
  return {
    name,
    priceE8: Math.round(price * 1e8),
    volumeE8: BigInt(volume) * 100_000_000n,
    changedMs: nowMs - 500,
  }
}

const three = [source('a', 100, 50), source('b', 101, 30), source('c', 99, 20)]

describe('the weighted average', () => {
  test('EX-2.2: prices 100, 101, 99 with volumes 50, 30, 20 give 100.10', () => {
    expect(indexPrice(three, nowMs)).toEqual({
      priceE8: 10_010_000_000,
      basis: 'average',
      healthySources: 3,
    })
  })

  test('rounds to the nearest 1e-8', () => {
    const odd = [source('a', 1, 1), source('b', 1, 1), source('c', 1.000_000_01, 1)]
    expect(indexPrice(odd, nowMs)?.priceE8).toBe(100_000_000)
    const more = [source('a', 1, 1), source('b', 1.000_000_01, 1), source('c', 1.000_000_01, 1)]
    expect(indexPrice(more, nowMs)?.priceE8).toBe(100_000_001)
  })

  test('a source further than 5 % from the median counts only up to 5 %', () => {
    const four = [...three, source('d', 200, 100)]
    // Clamped to 1.05 x 100.5, then to the second highest of the four.
    expect(indexPrice(four, nowMs)?.priceE8).toBe(10_100_000_000)
    const light = [...three, source('d', 200, 5)]
    expect(indexPrice(light, nowMs)?.priceE8).toBe(
      Math.round(((10_010 * 100 + 10_552.5 * 5) / 105) * 1e6),
    )
  })
})

describe('the fallbacks', () => {
  test('a price that has not changed for 60 s is left out, one of exactly 60 s is not', () => {
    const aged = (ageMs: number): IndexSource => ({
      ...source('b', 101, 30),
      changedMs: nowMs - ageMs,
    })
    const others = [source('a', 100, 50), source('c', 99, 20)]
    expect(indexPrice([...others, aged(60_000)], nowMs)?.healthySources).toBe(3)
    expect(indexPrice([...others, aged(60_001)], nowMs)?.healthySources).toBe(2)
    expect(indexPrice([...others, aged(-60_001)], nowMs)?.healthySources).toBe(2)
  })

  test('with fewer than three sources the index is their median', () => {
    const two = [source('a', 100, 50), source('b', 103, 1)]
    expect(indexPrice(two, nowMs)).toEqual({
      priceE8: 10_150_000_000,
      basis: 'median',
      healthySources: 2,
    })
    expect(indexPrice([source('a', 100, 50)], nowMs)?.priceE8).toBe(10_000_000_000)
  })

  test('with no source there is no index', () => {
    expect(indexPrice([], nowMs)).toBeUndefined()
    expect(indexPrice(three, nowMs + 61_000)).toBeUndefined()
  })

  test('without any volume the index is the median', () => {
    const idle = three.map((each) => ({ ...each, volumeE8: 0n }))
    expect(indexPrice(idle, nowMs)).toMatchObject({ priceE8: 10_000_000_000, basis: 'median' })
  })

  test('of two entries of the same source the fresher counts', () => {
    const doubled = [...three, { ...source('a', 150, 50), changedMs: nowMs - 900 }]
    expect(indexPrice(doubled, nowMs)?.priceE8).toBe(10_010_000_000)
  })
})

describe('the laws', () => {
  const damages = {
    frozen: (s: IndexSource) => ({ ...s, changedMs: nowMs - 60_001 }),
    zero: (s: IndexSource) => ({ ...s, priceE8: 0 }),
    tenfold: (s: IndexSource) => ({ ...s, priceE8: s.priceE8 * 10 }),
    tenth: (s: IndexSource) => ({ ...s, priceE8: Math.trunc(s.priceE8 / 10) }),
    negative: (s: IndexSource) => ({ ...s, priceE8: -s.priceE8 }),
    notANumber: (s: IndexSource) => ({ ...s, priceE8: Number.NaN }),
    infinite: (s: IndexSource) => ({ ...s, priceE8: Number.POSITIVE_INFINITY }),
    late: (s: IndexSource) => ({ ...s, changedMs: nowMs - 3_600_000 }),
    timeless: (s: IndexSource) => ({ ...s, changedMs: Number.NaN }),
  }

  test('L1: one faulty source never moves the index outside the range of the others', () => {
    const prng = createPrng(21)
    for (let round = 0; round < 3_000; round += 1) {
      const count = 3 + prng.nextBelow(5)
      const middle = 10 ** prng.nextBelow(6)
      const sources = Array.from({ length: count }, (_, i) =>
        source(`v${i}`, middle * (0.99 + 0.02 * prng.nextFloat()), 1 + prng.nextBelow(100_000)),
      )
      const sick = prng.nextBelow(count)
      const prices = sources.filter((_, i) => i !== sick).map((each) => each.priceE8)
      for (const damage of Object.values(damages)) {
        const seen = sources.map((each, i) => (i === sick ? damage(each) : each))
        const price = indexPrice(seen, nowMs)?.priceE8 ?? Number.NaN
        expect(price).toBeGreaterThanOrEqual(Math.min(...prices))
        expect(price).toBeLessThanOrEqual(Math.max(...prices))
      }
      const doubled = [...sources, ...sources.slice(sick, sick + 1)]
      expect(indexPrice(doubled, nowMs)).toEqual(indexPrice(sources, nowMs))
    }
  })

  test('with four or more sources none moves the index out of the range of the others', () => {
    const prng = createPrng(22)
    for (let round = 0; round < 3_000; round += 1) {
      const count = 4 + prng.nextBelow(4)
      const sources = Array.from({ length: count }, (_, i) =>
        source(`v${i}`, 1 + 100 * prng.nextFloat(), 1 + prng.nextBelow(100_000)),
      )
      const price = indexPrice(sources, nowMs)?.priceE8 ?? Number.NaN
      for (const left of sources) {
        const others = sources.filter((each) => each !== left).map((each) => each.priceE8)
        expect(price).toBeGreaterThanOrEqual(Math.min(...others))
        expect(price).toBeLessThanOrEqual(Math.max(...others))
      }
    }
  })

  test('the order of the sources does not matter', () => {
    const prng = createPrng(23)
    for (let round = 0; round < 500; round += 1) {
      const sources = Array.from({ length: 1 + prng.nextBelow(6) }, (_, i) =>
        source(`v${i}`, 90 + 20 * prng.nextFloat(), prng.nextBelow(1_000)),
      )
      expect(indexPrice(sources.toReversed(), nowMs)).toEqual(indexPrice(sources, nowMs))
    }
  })
})
