// The price of a call auction by worked examples, and compared with a search over all prices.

import { describe, expect, test } from 'vitest'
import { createPrng } from '../numbers/prng.ts'
import { uncrossing, type AuctionLevel } from './auction.ts'

const levels = (...rows: readonly (readonly [priceTicks: number, lots: number])[]) =>
  rows.map(([priceTicks, lots]): AuctionLevel => ({ priceTicks, lots }))

describe('8.12: the price of a call auction', () => {
  test('is the one with the largest traded quantity', () => {
    // At 101 bids are 5 and asks 4, at 100 5 and 3, at 102 2 and 7.
    const bids = levels([102, 2], [101, 3], [99, 4])
    const asks = levels([100, 3], [101, 1], [102, 3])
    expect(uncrossing(bids, asks, 100)).toEqual({ priceTicks: 101, lots: 4, surplusLots: 1 })
  })

  test('of equal quantities is the one with the smallest surplus, also between the orders’ prices', () => {
    const bids = levels([110, 5], [100, 3])
    const asks = levels([100, 5], [110, 2])
    // 5 trade at every price; a surplus of 3 bids at 100, of 2 asks at 110, of none between them.
    expect(uncrossing(bids, asks, 107)).toEqual({ priceTicks: 107, lots: 5, surplusLots: 0 })
    expect(uncrossing(bids, asks, 100)?.priceTicks).toBe(101)
    expect(uncrossing(bids, asks, 130)?.priceTicks).toBe(109)
  })

  test('is the highest price with a surplus of bids, the lowest with a surplus of asks', () => {
    const few = levels([100, 2])
    const many = levels([105, 6])
    expect(uncrossing(many, few, 101)).toEqual({ priceTicks: 105, lots: 2, surplusLots: 4 })
    expect(uncrossing(levels([105, 2]), levels([100, 6]), 104)).toEqual({
      priceTicks: 100,
      lots: 2,
      surplusLots: -4,
    })
  })

  test('of two equally far from the reference is the lower one', () => {
    // 101 has a surplus of one bid, 103 of one ask; no price between them trades more.
    const bids = levels([103, 4], [101, 2])
    const asks = levels([101, 5], [103, 0])
    expect(uncrossing(bids, asks, 102)?.lots).toBe(5)
    const tied = uncrossing(levels([104, 5], [100, 1]), levels([100, 5], [104, 1]), 102)
    expect(tied).toEqual({ priceTicks: 102, lots: 5, surplusLots: 0 })
  })

  test('does not exist if no bid reaches an ask', () => {
    expect(uncrossing(levels([99, 5]), levels([100, 5]), 100)).toBeUndefined()
    expect(uncrossing([], levels([100, 5]), 100)).toBeUndefined()
    expect(uncrossing([], [], 100)).toBeUndefined()
  })
})

test('law: no other price trades more, or as much with a smaller surplus', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const prng = createPrng(seed)
    const side = (): AuctionLevel[] =>
      Array.from({ length: prng.nextBelow(6) }, () => ({
        priceTicks: 90 + prng.nextBelow(21),
        lots: 1 + prng.nextBelow(9),
      }))
    const [bids, asks] = [side(), side()]
    const reference = 88 + prng.nextBelow(25)
    const found = uncrossing(bids, asks, reference)
    const seen = Array.from({ length: 21 }, (_, k) => {
      const price = 90 + k
      const total = (of: AuctionLevel[], isIn: (ticks: number) => boolean): number =>
        of.reduce((sum, { priceTicks, lots }) => sum + (isIn(priceTicks) ? lots : 0), 0)
      const wanted = total(bids, (ticks) => ticks >= price)
      const offered = total(asks, (ticks) => ticks <= price)
      return { price, lots: Math.min(wanted, offered), surplus: wanted - offered }
    })
    const most = Math.max(...seen.map(({ lots }) => lots))
    if (found === undefined) {
      expect([seed, most]).toEqual([seed, 0])
      continue
    }
    const busiest = seen.filter(({ lots }) => lots === most)
    const least = Math.min(...busiest.map(({ surplus }) => Math.abs(surplus)))
    const best = busiest.filter(({ surplus }) => Math.abs(surplus) === least)
    const at = best.find(({ price }) => price === found.priceTicks)
    expect([seed, at?.lots, at?.surplus]).toEqual([seed, found.lots, found.surplusLots])
    const prices = best.map(({ price }) => price)
    if (best.every(({ surplus }) => surplus > 0)) expect(found.priceTicks).toBe(Math.max(...prices))
    else if (best.every(({ surplus }) => surplus < 0))
      expect(found.priceTicks).toBe(Math.min(...prices))
    else {
      const distances = prices.map((price) => Math.abs(price - reference))
      expect(Math.abs(found.priceTicks - reference)).toBe(Math.min(...distances))
    }
  }
})
