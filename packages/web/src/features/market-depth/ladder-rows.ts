// Rows of the ladder: a window of prices, the resting quantity at each, and the rows of the
// trader's orders.

import type { Order } from '@basis/domain/orders/order'
import { groupTicks, type DepthSide, type DepthSideName } from './depth.ts'

/** The visible prices: from `topTicks` downward, one row every `stepTicks`. */
export type LadderWindow = {
  readonly topTicks: number
  readonly stepTicks: number
  readonly count: number
}

/** Returns the window that has a price in its middle; prices below one step are not shown. */
export function windowAround(middleTicks: number, stepTicks: number, count: number): LadderWindow {
  const middle = Math.round(middleTicks / stepTicks)
  const top = Math.max(count, middle + Math.floor((count - 1) / 2))
  return { topTicks: top * stepTicks, stepTicks, count }
}

/** Returns the window scrolled up by `rows`; a negative number scrolls down. */
export function scrolled(window: LadderWindow, rows: number): LadderWindow {
  const { topTicks, stepTicks, count } = window
  return { ...window, topTicks: Math.max(count * stepTicks, topTicks + rows * stepTicks) }
}

/** Returns the price of a row. */
export const ticksAt = ({ topTicks, stepTicks }: LadderWindow, row: number): number =>
  topTicks - row * stepTicks

/** Returns the row of a price that belongs to a group; −1 outside the window. */
export function rowOf({ topTicks, stepTicks, count }: LadderWindow, ticks: number): number {
  const row = Math.round((topTicks - ticks) / stepTicks)
  return row >= 0 && row < count ? row : -1
}

/**
 * Returns the price of the row that shows the cursor, at which its keys act: after a change of the
 * step another one than before. Undefined outside the window, where nothing is marked.
 */
export function cursorIn(window: LadderWindow, ticks: number | undefined): number | undefined {
  const row = ticks === undefined ? -1 : rowOf(window, ticks)
  return row < 0 ? undefined : ticksAt(window, row)
}

/**
 * Returns whether a price has left the inner half of the window, at which point automatic centring
 * follows it.
 */
export function hasDrifted(window: LadderWindow, ticks: number): boolean {
  const row = (window.topTicks - ticks) / window.stepTicks
  return row < window.count / 4 || row > (window.count * 3) / 4
}

/** Returns the lots resting at each row of one side; the bars are scaled to the largest. */
export function levelsInWindow(
  side: DepthSideName,
  levels: DepthSide,
  window: LadderWindow,
): Float64Array {
  const lots = new Float64Array(window.count)
  const { topTicks, stepTicks, count } = window
  const lowest = topTicks - (count - 1) * stepTicks
  for (let at = 0; at + 1 < levels.length; at += 2) {
    const grouped = groupTicks(side, levels[at] ?? 0, stepTicks)
    if (side === 'bids' ? grouped < lowest : grouped > topTicks) break
    const row = Math.round((topTicks - grouped) / stepTicks)
    if (row >= 0 && row < count) lots[row] = (lots[row] ?? 0) + (levels[at + 1] ?? 0)
  }
  return lots
}

/** An order's place in the queue at its price, as the exchange reports it. */
export type QueuePlace = { readonly aheadQty: string; readonly aheadOrders: number }

/** The trader's orders in one row, on one side. */
export type OwnOrders = {
  readonly side: 'Buy' | 'Sell'
  readonly orders: readonly Order[]
  readonly lots: number
  /** All of them are untriggered. */
  readonly isStop: boolean
  /** Of the resting order that is filled first; undefined until it is known. */
  readonly place: QueuePlace | undefined
}

/**
 * Returns an order's price in the ladder: the trigger if it is untriggered; undefined if it has
 * none.
 */
export function standsAt({ stop, status, priceTicks, orderType }: Order): number | undefined {
  const waits = stop !== undefined && status === 'Untriggered'
  const ticks = waits ? stop.triggerTicks : orderType === 'Limit' ? priceTicks : 0
  return ticks > 0 ? ticks : undefined
}

/** Returns a symbol's own orders by the price of their row, buys and sells separately. */
export function ownOrdersByRow(
  orders: readonly Order[],
  stepTicks: number,
  places: ReadonlyMap<string, QueuePlace>,
): ReadonlyMap<number, readonly OwnOrders[]> {
  const groups = Map.groupBy(
    orders.filter((order) => standsAt(order) !== undefined),
    (order) => {
      const side = order.side === 'Buy' ? 'bids' : 'asks'
      return groupTicks(side, standsAt(order) ?? 0, stepTicks)
    },
  )
  return new Map(
    [...groups].map(([ticks, list]) => [
      ticks,
      (['Buy', 'Sell'] as const).flatMap((side) => {
        const ofSide = list.filter((order) => order.side === side)
        return ofSide.length === 0 ? [] : [together(side, ofSide, places)]
      }),
    ]),
  )
}

function together(
  side: 'Buy' | 'Sell',
  orders: readonly Order[],
  places: ReadonlyMap<string, QueuePlace>,
): OwnOrders {
  const known = orders.flatMap(({ id }) => places.get(String(id)) ?? [])
  return {
    side,
    orders,
    lots: orders.reduce((sum, { leavesLots }) => sum + leavesLots, 0),
    isStop: orders.every(({ status }) => status === 'Untriggered'),
    place: known.toSorted((a, b) => a.aheadOrders - b.aheadOrders)[0],
  }
}
