// Profit shares by day and week, and fees of a fund.

import { expect, test } from 'vitest'
import { unitE8 } from '../numbers/fixed.ts'
import {
  dayOf,
  fundFee,
  investIn,
  markAfterFee,
  nextShareMs,
  rankOf,
  redeemFrom,
  setAside,
  settledBefore,
  settledShare,
} from './profit-share.ts'

const coins = (value: number): bigint => BigInt(Math.round(value * 100)) * (unitE8 / 100n)

test('EX-13.2: +100, −60, +30 at 10 % reserve 13, of which 7 is paid and 6 refunded', () => {
  const days = [100, -60, 30].map((net) => ({
    net: coins(net),
    aside: setAside(coins(net), 1000),
  }))
  expect(days.map(({ aside }) => aside)).toEqual([coins(10), 0n, coins(3)])
  expect(settledShare(days, 1000)).toEqual({ payable: coins(7), refund: coins(6) })
})

test('a week with a loss refunds everything, and at most the reserved amount is paid', () => {
  const loss = [
    { net: coins(100), aside: coins(10) },
    { net: coins(-300), aside: 0n },
  ]
  expect(settledShare(loss, 1000)).toEqual({ payable: 0n, refund: coins(10) })
  const short = [{ net: coins(100), aside: coins(4) }]
  expect(settledShare(short, 1000)).toEqual({ payable: coins(4), refund: 0n })
})

test('EX-13.3: a fund at 1.25 with a mark of 1.10 pays 15 for 1,000 shares', () => {
  const share = { shares: 1000n * unitE8, markE8: 110_000_000n }
  expect(fundFee(share, 125_000_000n, 1000)).toBe(coins(15))
  const more = investIn(share, coins(500), 125_000_000n)
  expect(more).toEqual({ shares: 1400n * unitE8, markE8: 114_285_714n })
  expect(fundFee(share, 110_000_000n, 1000)).toBe(0n)
  const less = redeemFrom(share, coins(125), 125_000_000n)
  expect(less).toEqual({ shares: 900n * unitE8, markE8: 110_000_000n })
})

test('16.5: the unpaid part of a fee stays owed through a lower mark', () => {
  const before = { shares: 1000n * unitE8, markE8: unitE8 }
  const price = 125_000_000n
  expect(fundFee(before, price, 1000)).toBe(coins(25))
  const left = redeemFrom(before, coins(10), price)
  const markE8 = markAfterFee(left, price, { unpaid: coins(15), shareE4: 1000 })
  const later = fundFee({ ...left, markE8 }, price, 1000)
  expect(later).toBeLessThanOrEqual(coins(15))
  expect(Number(later) / 1e8).toBeCloseTo(15, 4)
  expect(markAfterFee(left, price, { unpaid: 0n, shareE4: 1000 })).toBe(price)
})

test('a fund with a value of 0 starts again with new shares at the next investment', () => {
  const share = { shares: 1000n * unitE8, markE8: 110_000_000n }
  expect(investIn(share, coins(50), 0n)).toEqual({ shares: coins(50), markE8: unitE8 })
})

test('days end at midnight UTC, and a week is settled on Monday at 03:00', () => {
  const sunday = Date.UTC(2026, 10, 22, 23, 0)
  const monday = Date.UTC(2026, 10, 23)
  const three = Date.UTC(2026, 10, 23, 3)
  expect(nextShareMs(sunday)).toBe(monday)
  expect(nextShareMs(monday)).toBe(three)
  expect(nextShareMs(three)).toBe(Date.UTC(2026, 10, 24))
  expect(settledBefore(monday)).toBeUndefined()
  expect(settledBefore(three)).toBe(dayOf(Date.UTC(2026, 10, 21)))
})

test('a leader’s rank follows from the total money of the followers', () => {
  expect(rankOf(0n)).toEqual({ rank: 'Cadet', shareE4: 1000 })
  expect(rankOf(coins(10_000)).rank).toBe('Bronze')
  expect(rankOf(coins(100_000))).toEqual({ rank: 'Silver', shareE4: 1200 })
  expect(rankOf(coins(1_000_000)).shareE4).toBe(1500)
})
