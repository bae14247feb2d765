// Grouping, totals and sums on hover of the depth panel.

import { describe, expect, test } from 'vitest'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { formatFor } from '../../i18n/format.ts'
import { bidShare, depthGroupings, depthRows, depthSum, groupTicks, largeLots } from './depth.ts'
import { ownLevels, spreadTicks } from './depth.ts'

const bids = [100, 5, 99, 3, 97, 2, 96, 1]
const asks = [101, 1, 103, 4, 104, 2]
const none = new Map<number, number>()

test('price steps are formatted in the language of the page', () => {
  const coin = { tickSizeE8: 1_000_000, depthMergeTimes: [1, 10, 100_000] } as unknown as Instrument
  const labels = (locale: string) =>
    depthGroupings(coin, formatFor(locale, 'utc')).map(({ label }) => label)
  expect(labels('en-US')).toEqual(['0.01', '0.1', '1,000'])
  expect(labels('de-DE')).toEqual(['0,01', '0,1', '1.000'])
})

describe('depthRows', () => {
  test('there is a row for each level, totals are cumulated outward, and bars end at 100 percent', () => {
    expect(depthRows('bids', bids, { ratio: 1, count: 3, own: none })).toEqual([
      { priceTicks: 100, qtyLots: 5, totalLots: 5, share: 50, ownLots: 0, plannedLots: 0 },
      { priceTicks: 99, qtyLots: 3, totalLots: 8, share: 80, ownLots: 0, plannedLots: 0 },
      { priceTicks: 97, qtyLots: 2, totalLots: 10, share: 100, ownLots: 0, plannedLots: 0 },
    ])
  })

  test('bids are grouped downward and asks upward', () => {
    expect(groupTicks('bids', 99, 4)).toBe(96)
    expect(groupTicks('asks', 101, 4)).toBe(104)
    expect(
      depthRows('bids', bids, { ratio: 4, count: 9, own: none }).map((row) => row.qtyLots),
    ).toEqual([5, 6])
    expect(
      depthRows('asks', asks, { ratio: 2, count: 9, own: none }).map((row) => row.priceTicks),
    ).toEqual([102, 104])
  })

  test('a group counts every own order inside it', () => {
    const own = new Map([
      [99, 1],
      [97, 2],
    ])
    const rows = depthRows('bids', bids, { ratio: 10, count: 9, own })
    expect(rows.map((row) => row.ownLots)).toEqual([0, 3])
  })

  test('planned orders of a ladder are counted in the groups of their prices', () => {
    const planned = new Map([
      [99, 2],
      [94, 1],
      [98, 4],
    ])
    const rows = depthRows('bids', bids, { ratio: 10, count: 9, own: none, planned })
    expect(rows.map(({ priceTicks, plannedLots }) => [priceTicks, plannedLots])).toEqual([
      [100, 0],
      [90, 7],
    ])
  })

  test('an empty side has no rows', () => {
    expect(depthRows('asks', [], { ratio: 1, count: 9, own: none })).toEqual([])
    expect(bidShare([], [])).toBe(50)
    expect(spreadTicks([], asks)).toBeUndefined()
    expect(spreadTicks(bids, asks)).toBe(1)
  })
})

test('the sum of a hovered row covers the exact levels up to it', () => {
  const instrument = { tickSizeE8: 10_000_000, lotSizeE8: 100_000 } as Instrument
  const sum = depthSum(instrument, 'bids', bids, { ratio: 1, priceTicks: 99 })
  expect(sum.base).toBe(800_000n)
  // 5 lots at 10.0 and 3 at 9.9 with a lot of 0.001.
  expect(sum.quote).toBe(7_970_000n)
  expect(sum.averageE8).toBe(996_250_000)
})

test('own orders are summed by price and side', () => {
  const orders = [
    { side: 'Buy', priceTicks: 5, leavesLots: 2, status: 'New' },
    { side: 'Buy', priceTicks: 5, leavesLots: 3, status: 'New' },
    { side: 'Sell', priceTicks: 9, leavesLots: 1, status: 'New' },
  ] as const
  expect([...ownLevels(orders, 'bids')]).toEqual([[5, 5]])
  expect([...ownLevels(orders, 'asks')]).toEqual([[9, 1]])
})

test('a conditional order is not in the book before its trigger is reached', () => {
  const order = { side: 'Buy', priceTicks: 5, leavesLots: 2 } as const
  expect([...ownLevels([{ ...order, status: 'Untriggered' }], 'bids')]).toEqual([])
  expect([...ownLevels([{ ...order, status: 'PartiallyFilled' }], 'bids')]).toEqual([[5, 2]])
})

test('a large quantity is four times the median', () => {
  expect(largeLots([1, 2, 2, 3, 90].map((lots) => ({ lots })))).toBe(8)
  expect(largeLots([])).toBe(Number.POSITIVE_INFINITY)
})
