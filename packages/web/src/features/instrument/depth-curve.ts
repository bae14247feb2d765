// The book as depth curves around its mid price: the cumulative depth up to a price, and within a
// percentage.

import { amount, priceTicks, qtyLots, type Amount } from '@basis/domain/numbers/fixed'
import { valueOf, type Instrument } from '@basis/domain/instrument/instrument'
import { bookDepth, type Book } from '../../stores/book.ts'
import { tenths } from '../../ui/time-chart/time-scale.ts'

export type BookSide = 'bids' | 'asks'

/** A step of a curve: the cumulative depth from the best price to this one. */
export type DepthStep = { readonly ticks: number; readonly lots: number }

/** Quantity and value in 1e-8 of their coins. */
export type DepthSum = {
  readonly qty: Amount
  readonly value: Amount
  /** False if the received levels end before the bound, so that there may be more. */
  readonly isWhole: boolean
}

/** Returns twice the mid price, in ticks; undefined while a side is empty. */
export function doubleMid({ bids, asks }: Pick<Book, BookSide>): number | undefined {
  const [bid, ask] = [bids[0], asks[0]]
  return bid === undefined || ask === undefined ? undefined : bid + ask
}

/** Returns the running totals of a side, best first. */
export function depthSteps(levels: ArrayLike<number>): DepthStep[] {
  const steps: DepthStep[] = []
  let lots = 0
  for (let at = 0; at + 1 < levels.length; at += 2) {
    lots += levels[at + 1] ?? 0
    steps.push({ ticks: levels[at] ?? 0, lots })
  }
  return steps
}

/** Returns the depth of a side from its best price up to and including a price. */
export function depthUpTo(
  instrument: Instrument,
  side: BookSide,
  levels: ArrayLike<number>,
  bound: number,
): DepthSum {
  let qty = 0n
  let value = 0n
  let at = 0
  for (; at + 1 < levels.length; at += 2) {
    const ticks = levels[at] ?? 0
    if (side === 'bids' ? ticks < bound : ticks > bound) break
    const lots = qtyLots(levels[at + 1] ?? 0)
    qty += BigInt(lots) * BigInt(instrument.lotSizeE8)
    value += valueOf(instrument, priceTicks(ticks), lots)
  }
  const isWhole = at < levels.length || levels.length < 2 * bookDepth
  return { qty: amount(qty), value: amount(value), isWhole }
}

/** Returns the last price of a side within a percentage of the mid price, in ticks. */
export function boundTicks(side: BookSide, mid2: number, percent: number): number {
  return side === 'bids'
    ? Math.ceil((mid2 * (100 - percent)) / 200)
    : Math.floor((mid2 * (100 + percent)) / 200)
}

/** The maximum range that is drawn on each side of the mid price, in percent. */
const widestPercent = 5

/**
 * Returns the drawn range on each side of the mid price, in ticks: as far as the longer side
 * reaches.
 */
export function drawnSpan(book: Pick<Book, BookSide>, mid2: number): number {
  const far = [book.bids.at(-2), book.asks.at(-2)].map((ticks = 0) => Math.abs(ticks - mid2 / 2))
  return Math.max(1, Math.min(Math.max(...far), (mid2 / 2) * (widestPercent / 100)))
}

/** A box to draw in: the price axis covers `span` ticks on each side of the mid price. */
export type DepthBox = {
  readonly mid2: number
  readonly span: number
  readonly mostLots: number
  readonly width: number
  readonly height: number
}

/** Returns the outline of a side's area as the points of a polygon. */
export function depthOutline(side: BookSide, steps: readonly DepthStep[], box: DepthBox): string {
  const { mid2, span, mostLots, width, height } = box
  const end = side === 'bids' ? 0 : width
  const x = (ticks: number): number => {
    const place = ((ticks - mid2 / 2) / span + 1) * (width / 2)
    return tenths(Math.min(width, Math.max(0, place)))
  }
  const y = (lots: number): number => tenths(height - (lots / (mostLots || 1)) * (height - 4))
  const first = steps[0]
  if (first === undefined) return ''
  const points = [`${x(first.ticks)},${height}`]
  steps.forEach(({ ticks, lots }, at) => {
    const next = steps[at + 1]
    points.push(`${x(ticks)},${y(lots)}`)
    points.push(`${next === undefined ? end : x(next.ticks)},${y(lots)}`)
  })
  points.push(`${end},${height}`)
  return points.join(' ')
}

/** Returns the largest cumulative depth of either side within the drawn range. */
export function mostDrawn(
  sides: Readonly<Record<BookSide, readonly DepthStep[]>>,
  { mid2, span }: Pick<DepthBox, 'mid2' | 'span'>,
): number {
  const isDrawn = ({ ticks }: DepthStep): boolean => Math.abs(ticks - mid2 / 2) <= span
  const last = (steps: readonly DepthStep[]): number => steps.findLast(isDrawn)?.lots ?? 0
  return Math.max(last(sides.bids), last(sides.asks))
}

/** The pointer's price on the axis and the depth up to it. */
export type DepthPoint = DepthSum & {
  readonly side: BookSide
  readonly ticks: number
  /** From the mid price, in 1e-6 of it. */
  readonly distanceE6: number
}

/** Returns the depth between the mid price and a position on the axis, 0 to 1. */
export function depthAt(
  instrument: Instrument,
  book: Pick<Book, BookSide>,
  { mid2, span }: Pick<DepthBox, 'mid2' | 'span'>,
  place: number,
): DepthPoint {
  const side = place < 0.5 ? 'bids' : 'asks'
  const exact = mid2 / 2 + (place * 2 - 1) * span
  const ticks = side === 'bids' ? Math.ceil(exact) : Math.floor(exact)
  const distanceE6 = Math.round(((ticks * 2) / mid2 - 1) * 1e6)
  return { side, ticks, distanceE6, ...depthUpTo(instrument, side, book[side], ticks) }
}
