// Quantities and price bounds of a follower's copy of a leader's order.

import { expect, test } from 'vitest'
import { leverageE2, unitE8 } from '../numbers/fixed.ts'
import { amount } from '../numbers/fixed.ts'
import { awayTicks, closingLots, copyBoundTicks, lotsOfMargin, openingLots } from './sizing.ts'

/** BTC at 50,000 with lots of 0.001: a lot is worth 50 USDT; ticks of 0.1. */
const unit = 10_000n
const opened = (lots: number, available: number) => {
  const value = BigInt(lots) * 50n * unitE8
  return { lots, value, margin: value / 10n, available: BigInt(available) * unitE8 }
}
const none = { margin: amount(0n), ratioE4: 0 }
const tenfold = leverageE2(1000)

test('EX-13.1: a leader of 1,000 uses 500, a follower of 500 uses 250', () => {
  const leader = opened(100, 1000)
  expect(leader.margin).toBe(500n * unitE8)
  const follower = { available: 500n * unitE8, leverageE2: tenfold }
  const lots = openingLots({ ...none, mode: 'Proportional' }, leader, follower)
  expect(lots).toBe(50)
  const margin = (BigInt(lots) * 50n * unitE8) / 10n
  expect(margin).toBe(250n * unitE8)
})

test('EX-13.1: a ratio of 5 copies 0.1 BTC as 0.5 BTC', () => {
  const follower = { available: 0n, leverageE2: tenfold }
  const settings = { ...none, mode: 'FixedRatio', ratioE4: 50_000 } as const
  expect(openingLots(settings, opened(100, 1000), follower)).toBe(500)
})

test('a fixed margin of 12 at 10x and 50,000 buys 0.002 BTC, rounded down to the lot', () => {
  const follower = { available: 0n, leverageE2: tenfold }
  const settings = { ...none, mode: 'FixedMargin', margin: amount(12n * unitE8) } as const
  expect(openingLots(settings, opened(100, 1000), follower)).toBe(2)
  expect(lotsOfMargin(-1n, opened(100, 1000), tenfold)).toBe(0)
})

test('Proportional copies nothing if the follower or the leader has no available balance', () => {
  const follower = { available: -5n, leverageE2: tenfold }
  const settings = { ...none, mode: 'Proportional' } as const
  expect(openingLots(settings, opened(100, 1000), follower)).toBe(0)
  expect(openingLots(settings, opened(100, 0), { ...follower, available: 5n })).toBe(0)
})

test('EX-13.1: closing 0.2 of 1 BTC closes 20 % of the copy, rounded up to the lot; closing all closes all', () => {
  expect(closingLots(500, { closed: 200, of: 1000 })).toBe(100)
  expect(closingLots(7, { closed: 200, of: 1000 })).toBe(2)
  expect(closingLots(7, { closed: 1000, of: 1000 })).toBe(7)
  expect(closingLots(0, { closed: 1, of: 2 })).toBe(0)
})

test('the price bound of a copy is the leader’s price plus or minus the slippage limit, on the safe tick', () => {
  const leader = opened(100, 1000)
  expect(copyBoundTicks(true, leader, unit, 10)).toBe(500_500)
  expect(copyBoundTicks(false, leader, unit, 10)).toBe(499_500)
  expect(copyBoundTicks(true, { ...leader, value: leader.value + 1n }, unit, 10)).toBe(500_500)
  expect(copyBoundTicks(false, { ...leader, value: leader.value + 1n }, unit, 10)).toBe(499_501)
  expect(awayTicks(leader, unit, 500)).toBe(525_000)
  expect(awayTicks(leader, unit, -10_000)).toBe(1)
})
