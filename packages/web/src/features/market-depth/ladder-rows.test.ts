// Rows of the ladder: shown prices, their quantities, and own orders.

import { describe, expect, test } from 'vitest'
import type { Order } from '@basis/domain/orders/order'
import {
  cursorIn,
  hasDrifted,
  levelsInWindow,
  ownOrdersByRow,
  rowOf,
  scrolled,
  standsAt,
  ticksAt,
  windowAround,
} from './ladder-rows.ts'

describe('the window of prices', () => {
  test('is centred on a price and aligned to its step', () => {
    const window = windowAround(1_003, 10, 5)
    expect([0, 1, 2, 3, 4].map((row) => ticksAt(window, row))).toEqual([
      1_020, 1_010, 1_000, 990, 980,
    ])
    expect(rowOf(window, 1_010)).toBe(1)
    expect(rowOf(window, 970)).toBe(-1)
    expect(rowOf(window, 1_030)).toBe(-1)
  })

  test('marks the cursor in a row whose price is the one that its keys act at', () => {
    const fine = windowAround(1_003, 1, 9)
    expect(cursorIn(fine, 1_003)).toBe(1_003)
    // The same cursor after a change to coarser rows.
    const coarse = windowAround(1_003, 10, 5)
    const cursor = cursorIn(coarse, 1_003)
    expect(cursor).toBe(ticksAt(coarse, rowOf(coarse, 1_003)))
    expect(cursor).toBe(1_000)
    // Scrolled out of sight, or not set yet.
    expect(cursorIn(scrolled(fine, 100), 1_003)).toBeUndefined()
    expect(cursorIn(fine, undefined)).toBeUndefined()
  })

  test('is scrolled by rows, and never below the lowest price', () => {
    const window = windowAround(100, 1, 5)
    expect(ticksAt(scrolled(window, 3), 0)).toBe(105)
    expect(ticksAt(scrolled(window, -500), 4)).toBe(1)
    expect(ticksAt(windowAround(1, 1, 5), 4)).toBe(1)
  })

  test('has drifted when the price has left its inner half', () => {
    const window = windowAround(100, 1, 41)
    expect(hasDrifted(window, 100)).toBe(false)
    expect(hasDrifted(window, 110)).toBe(true)
    expect(hasDrifted(window, 109)).toBe(false)
    expect(hasDrifted(window, 89)).toBe(true)
  })
})

test('levels are summed into their rows: bids downward, asks upward', () => {
  const window = windowAround(100, 10, 5)
  expect([...levelsInWindow('bids', [99, 1, 95, 2, 90, 4, 10, 8], window)]).toEqual([0, 0, 0, 7, 0])
  expect([...levelsInWindow('asks', [101, 1, 110, 2, 111, 4, 900, 8], window)]).toEqual([
    4, 3, 0, 0, 0,
  ])
})

describe('own orders', () => {
  const rest = {
    id: 1,
    side: 'Buy',
    orderType: 'Limit',
    status: 'New',
    priceTicks: 99,
    leavesLots: 5,
  } as Order
  const stop = {
    ...rest,
    id: 2,
    side: 'Sell',
    orderType: 'Market',
    status: 'Untriggered',
    priceTicks: 0,
    stop: { stopType: 'Stop', triggerTicks: 91, triggerDirection: 2, triggerBy: 'LastPrice' },
  } as Order

  test('are at their limit price, or at their trigger price if untriggered', () => {
    expect(standsAt(rest)).toBe(99)
    expect(standsAt(stop)).toBe(91)
    expect(standsAt({ ...stop, stop: undefined, status: 'New' } as Order)).toBeUndefined()
  })

  test('are grouped by row and side, with the queue place of the one that is filled first', () => {
    const second = { ...rest, id: 3, priceTicks: 95, leavesLots: 2 } as Order
    const places = new Map([
      ['1', { aheadQty: '3', aheadOrders: 2 }],
      ['3', { aheadQty: '0', aheadOrders: 0 }],
    ])
    const rows = ownOrdersByRow([rest, stop, second], 10, places)
    expect(rows.get(90)).toEqual([
      {
        side: 'Buy',
        orders: [rest, second],
        lots: 7,
        isStop: false,
        place: { aheadQty: '0', aheadOrders: 0 },
      },
    ])
    expect(rows.get(100)).toEqual([
      { side: 'Sell', orders: [stop], lots: 5, isStop: true, place: undefined },
    ])
  })
})
