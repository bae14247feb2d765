// Rows of the order book: levels grouped by a price step, running totals, own orders, totals of a
// hovered row; all in ticks and lots, money exact.

import type { Amount, PriceE8 } from '@basis/domain/numbers/fixed'
import { amount, priceTicks, qtyLots, zero } from '@basis/domain/numbers/fixed'
import {
  depthStepsE8,
  priceOfValue,
  valueOf,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import type { Format } from '../../i18n/format.ts'

/** One side of a book, best level first: ticks, lots, ticks, lots, … */
export type DepthSide = ArrayLike<number>

export type DepthSideName = 'bids' | 'asks'

export const depthViews = ['both', 'bids', 'asks'] as const
export type DepthView = (typeof depthViews)[number]

/**
 * A displayed row. `share`: the running total as a percentage of the largest one shown, 0 to 100.
 */
export type DepthRow = {
  readonly priceTicks: number
  readonly qtyLots: number
  readonly totalLots: number
  readonly share: number
  readonly ownLots: number
  /** Of a scaled order that is being typed. */
  readonly plannedLots: number
}

/** Own resting lots by price in ticks, one side. */
export type OwnLevels = ReadonlyMap<number, number>

/**
 * Returns the group a price belongs to: bids are rounded down and asks up, so that a group never
 * promises a better price than its orders have.
 */
export function groupTicks(side: DepthSideName, ticks: number, ratio: number): number {
  return (side === 'bids' ? Math.floor(ticks / ratio) : Math.ceil(ticks / ratio)) * ratio
}

/** Returns the choices of ticks per row, each written as its price step. */
export function depthGroupings(
  instrument: Instrument,
  format: Pick<Format, 'trimmed'>,
): { value: string; label: string }[] {
  const steps = depthStepsE8(instrument)
  return instrument.depthMergeTimes.map((ratio, at) => ({
    value: String(ratio),
    label: format.trimmed({ units: steps[at] ?? 0, scale: 8 }),
  }))
}

/**
 * Returns at most `count` grouped rows of a side, best first, with totals from the best outward.
 */
export function depthRows(
  side: DepthSideName,
  levels: DepthSide,
  group: {
    readonly ratio: number
    readonly count: number
    readonly own: OwnLevels
    readonly planned?: OwnLevels
  },
): DepthRow[] {
  const planned = grouped(side, group.planned ?? new Map(), group.ratio)
  const rows: Omit<{ -readonly [Key in keyof DepthRow]: DepthRow[Key] }, 'share'>[] = []
  let total = 0
  for (let at = 0; at + 1 < levels.length; at += 2) {
    const ticks = levels[at] ?? 0
    const lots = levels[at + 1] ?? 0
    const row = groupTicks(side, ticks, group.ratio)
    const last = rows.at(-1)
    const own = group.own.get(ticks) ?? 0
    total += lots
    if (last !== undefined && last.priceTicks === row) {
      last.qtyLots += lots
      last.totalLots = total
      last.ownLots += own
    } else {
      if (rows.length === group.count) break
      const plannedLots = planned.get(row) ?? 0
      rows.push({ priceTicks: row, qtyLots: lots, totalLots: total, ownLots: own, plannedLots })
    }
  }
  const largest = rows.at(-1)?.totalLots ?? 0
  return rows.map((row) => ({ ...row, share: shareOf(row.totalLots, largest) }))
}

/** Returns the lots summed by the price of their group. */
function grouped(side: DepthSideName, levels: OwnLevels, ratio: number): OwnLevels {
  const groups = new Map<number, number>()
  for (const [ticks, lots] of levels) {
    const row = groupTicks(side, ticks, ratio)
    groups.set(row, (groups.get(row) ?? 0) + lots)
  }
  return groups
}

/**
 * Returns the rows with `share` relative to a total common to both sides, so that the bars compare.
 */
export function withCommonScale(rows: readonly DepthRow[], largest: number): DepthRow[] {
  return rows.map((row) => ({ ...row, share: shareOf(row.totalLots, largest) }))
}

function shareOf(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.round((part / whole) * 1000) / 10
}

/**
 * The result of trading from the best price to a row. Quantity and value in 1e-8 of their coins.
 */
export type DepthSum = {
  readonly averageE8: PriceE8
  readonly base: Amount
  readonly quote: Amount
}

/** Returns the totals of a side from its best level to the group's price, from the exact levels. */
export function depthSum(
  instrument: Instrument,
  side: DepthSideName,
  levels: DepthSide,
  upTo: { readonly ratio: number; readonly priceTicks: number },
): DepthSum {
  let base = 0n
  let quote = 0n
  for (let at = 0; at + 1 < levels.length; at += 2) {
    const ticks = levels[at] ?? 0
    const grouped = groupTicks(side, ticks, upTo.ratio)
    if (side === 'bids' ? grouped < upTo.priceTicks : grouped > upTo.priceTicks) break
    const lots = levels[at + 1] ?? 0
    base += BigInt(lots) * BigInt(instrument.lotSizeE8)
    quote += valueOf(instrument, priceTicks(ticks), qtyLots(lots))
  }
  const sums = { base: amount(base), quote: amount(quote) }
  return { averageE8: priceOfValue(instrument, sums.quote, sums.base), ...sums }
}

/** Returns a quantity's value in 1e-8 quote at the row's price, shown when the unit is quote. */
export function rowValue(instrument: Instrument, ticks: number, lots: number): Amount {
  return lots === 0 ? zero : valueOf(instrument, priceTicks(ticks), qtyLots(lots))
}

/** Returns best ask − best bid in ticks, undefined while a side is empty. */
export function spreadTicks(bids: DepthSide, asks: DepthSide): number | undefined {
  const bid = bids[0]
  const ask = asks[0]
  return bid === undefined || ask === undefined ? undefined : ask - bid
}

/** Returns the bids' share of the shown quantity in percent; 50 for an empty book. */
export function bidShare(bids: readonly DepthRow[], asks: readonly DepthRow[]): number {
  const bidLots = bids.at(-1)?.totalLots ?? 0
  const askLots = asks.at(-1)?.totalLots ?? 0
  const whole = bidLots + askLots
  return whole === 0 ? 50 : Math.round((bidLots / whole) * 100)
}

/** Returns whether an open order is in the book; a conditional one is not before its trigger. */
export const isResting = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 'New' || status === 'PartiallyFilled'

type OwnOrder = Pick<Order, 'side' | 'status'> & {
  readonly priceTicks: number
  readonly leavesLots: number
}

/** Returns own resting lots by price from a list of open orders of one symbol. */
export function ownLevels(orders: readonly OwnOrder[], side: DepthSideName): Map<number, number> {
  const wanted = side === 'bids' ? 'Buy' : 'Sell'
  const levels = new Map<number, number>()
  for (const order of orders) {
    if (order.side !== wanted || !isResting(order)) continue
    levels.set(order.priceTicks, (levels.get(order.priceTicks) ?? 0) + order.leavesLots)
  }
  return levels
}

/**
 * Returns the number of lots from which a trade counts as large among those shown: four times the
 * median, so that a burst of small trades does not highlight every ordinary one.
 */
export function largeLots(trades: readonly { readonly lots: number }[]): number {
  const sizes = trades.map(({ lots }) => lots).toSorted((a, b) => a - b)
  const middle = sizes[Math.floor(sizes.length / 2)]
  return middle === undefined ? Number.POSITIVE_INFINITY : Math.max(middle * 4, middle + 1)
}
