// Whether a liquidation can come before a stop that is close to it (rules 5.1, 8.5).

import { expect, test } from 'vitest'
import { priceTicks } from '../numbers/fixed.ts'
import { overtakenStop, type StopLegsRequest } from './overtaken.ts'

const e8 = 100_000_000
/** A long at a mark of 60,000, liquidated at 55,000, with a tick of 0.1. */
const long: StopLegsRequest = {
  side: 'Buy',
  triggerTicks: priceTicks(560_000),
  triggerBy: 'LastPrice',
  liquidationTicks: priceTicks(550_000),
  tickSizeE8: e8 / 10,
  markE8: 60_000 * e8,
  basisE8: 60_000 * e8,
}
const stop = (price: number, change: Partial<StopLegsRequest> = {}) =>
  overtakenStop({ ...long, triggerTicks: priceTicks(price * 10), ...change })

test('a stop far from the liquidation price gives no warning', () => {
  expect(stop(56_000)).toBeUndefined()
  expect(stop(55_500.1)).toBeUndefined()
})

test('a stop within a tenth of the way gives a warning with its distance', () => {
  expect(stop(55_500)).toEqual({ distanceTicks: 5_000, shareE4: 91 })
  expect(stop(55_001)).toMatchObject({ distanceTicks: 10 })
})

test('a stop at or beyond the liquidation price gives a warning with a distance of 0 or less', () => {
  expect(stop(55_000)).toEqual({ distanceTicks: 0, shareE4: 0 })
  expect(stop(54_000)).toMatchObject({ distanceTicks: -10_000 })
})

test('with the last price above the mark, stops farther from the liquidation price give a warning too', () => {
  // The last price is 1,200 above the mark: when the mark is at 55,000 it is at 56,200.
  const ahead = { basisE8: 61_200 * e8 }
  expect(stop(56_200, ahead)).toMatchObject({ distanceTicks: 12_000 })
  expect(stop(56_200.1, ahead)).toBeUndefined()
  // With the last price below the mark the stop is reached even earlier.
  expect(stop(56_000, { basisE8: 58_800 * e8 })).toBeUndefined()
})

test('a short is the mirror of a long', () => {
  const short = { side: 'Sell', liquidationTicks: priceTicks(650_000) } as const
  expect(stop(64_500, short)).toEqual({ distanceTicks: 5_000, shareE4: 77 })
  expect(stop(64_499.9, short)).toBeUndefined()
  expect(stop(66_000, short)).toMatchObject({ distanceTicks: -10_000 })
  expect(stop(63_800, { ...short, basisE8: 58_800 * e8 })).toMatchObject({ distanceTicks: 12_000 })
})

test('an index stop is treated like a last-price stop; a mark stop gives no warning', () => {
  const warning = { distanceTicks: 1_000, shareE4: 18 }
  expect(stop(55_100, { triggerBy: 'LastPrice' })).toEqual(warning)
  expect(stop(55_100, { triggerBy: 'IndexPrice' })).toEqual(warning)
  expect(stop(55_100, { triggerBy: 'MarkPrice' })).toBeUndefined()
})

test('without a liquidation price, a mark or a stop there is no warning', () => {
  expect(stop(55_100, { liquidationTicks: undefined })).toBeUndefined()
  expect(stop(55_100, { markE8: undefined })).toBeUndefined()
  expect(stop(0)).toBeUndefined()
})
