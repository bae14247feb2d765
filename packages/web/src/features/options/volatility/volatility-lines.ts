// Volatilities of a chain as lines of plots: the smile of an expiry, the term structure at the
// money, and the surface as a grid of strikes by expiries.

import type { WireOptionQuote } from '@basis/protocol/options/chain'
import type { Quotes } from '../../../stores/options/chain.ts'
import { anyOption, strikeAtMoney, type Expiry, type StrikeRow } from '../chain-rows.ts'

/** One strike of a smile; volatilities in percent, undefined if there is none. */
export type SmilePoint = {
  readonly strike: number
  readonly mark: number
  readonly bid: number | undefined
  readonly ask: number | undefined
}

const percentOf = (share: string | undefined): number | undefined =>
  share === undefined || share === '' || !(Number(share) > 0) ? undefined : Number(share) * 100

/**
 * Returns the quote of the strike's out-of-the-money option: the other's price is mostly intrinsic
 * value.
 */
function quoteOutOfMoney(row: StrikeRow, quotes: Quotes): WireOptionQuote | undefined {
  const [call, put] = [quotes.get(row.call ?? ''), quotes.get(row.put ?? '')]
  const forward = Number((call ?? put)?.underlyingPrice)
  return Number(row.strike) >= forward ? (call ?? put) : (put ?? call)
}

/** Returns the smile of an expiry by strike; strikes without a mark price are left out. */
export const smileOf = ({ rows }: Expiry, quotes: Quotes): readonly SmilePoint[] =>
  rows.flatMap((row) => {
    const quote = quoteOutOfMoney(row, quotes)
    const mark = percentOf(quote?.markIv)
    if (quote === undefined || mark === undefined) return []
    const strike = Number(row.strike)
    return [{ strike, mark, bid: percentOf(quote.bid1Iv), ask: percentOf(quote.ask1Iv) }]
  })

export type TermPoint = { readonly deliveryMs: number; readonly mark: number }

/** Returns the volatility at the money of each expiry that has one. */
export const termOf = (expiries: readonly Expiry[], quotes: Quotes): readonly TermPoint[] =>
  expiries.flatMap((expiry) => {
    const forward = quotes.get(anyOption(expiry))?.underlyingPrice
    const strike = strikeAtMoney(expiry.rows, forward)
    const row = expiry.rows.find((each) => each.strike === strike)
    const mark = row && percentOf(quoteOutOfMoney(row, quotes)?.markIv)
    return mark === undefined ? [] : [{ deliveryMs: expiry.deliveryMs, mark }]
  })

/** The columns of the surface: a strike's distance from its forward in whole percent. */
export const surfaceMoves = [-20, -15, -10, -5, 0, 5, 10, 15, 20] as const

export type SurfaceRow = {
  readonly deliveryMs: number
  /** In the order of `surfaceMoves`; undefined beyond the strikes of the expiry. */
  readonly cells: readonly { readonly percent: number | undefined; readonly heat: number }[]
}
const heats = 5

/**
 * Returns the surface by expiry; a cell is interpolated between strikes, undefined beyond the last.
 */
export function surfaceOf(expiries: readonly Expiry[], quotes: Quotes): readonly SurfaceRow[] {
  const rows = expiries.flatMap((expiry) => {
    const smile = smileOf(expiry, quotes)
    const forward = Number(quotes.get(anyOption(expiry))?.underlyingPrice)
    if (smile.length === 0 || !(forward > 0)) return []
    const percents = surfaceMoves.map((move) => between(smile, forward * (1 + move / 100)))
    return [{ deliveryMs: expiry.deliveryMs, percents }]
  })
  const all = rows.flatMap(({ percents }) => percents.filter((each) => each !== undefined))
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const heatOf = (percent: number | undefined): number =>
    percent !== undefined && most > least
      ? Math.round(((percent - least) / (most - least)) * heats)
      : 0
  return rows.map(({ deliveryMs, percents }) => ({
    deliveryMs,
    cells: percents.map((percent) => ({ percent, heat: heatOf(percent) })),
  }))
}

function between(smile: readonly SmilePoint[], strike: number): number | undefined {
  const above = smile.findIndex((point) => point.strike >= strike)
  const [low, high] = [smile[above - 1], smile[above]]
  if (high?.strike === strike) return high.mark
  if (above === -1 || low === undefined || high === undefined) return undefined
  const share = (strike - low.strike) / (high.strike - low.strike)
  return low.mark + (high.mark - low.mark) * share
}

/** A plot of 100 by 100 with the ranges of its axes. */
export type Plot = {
  readonly least: number
  readonly most: number
  readonly lowest: number
  readonly highest: number
  readonly x: (value: number) => number
  readonly y: (value: number) => number
}

/** Returns the scales of a plot that includes all values, with a margin above and below. */
export function plotOf(xs: readonly number[], ys: readonly number[]): Plot {
  const [least, most] = [Math.min(...xs), Math.max(...xs)]
  const [low, high] = [Math.min(...ys), Math.max(...ys)]
  const pad = (high - low) * 0.1 || 1
  const [lowest, highest] = [Math.max(0, low - pad), high + pad]
  return {
    least,
    most,
    lowest,
    highest,
    x: (value) => (most > least ? ((value - least) / (most - least)) * 100 : 50),
    y: (value) => ((highest - value) / (highest - lowest)) * 100,
  }
}

/** Rounds a plot coordinate to two decimals, enough for a pixel. */
const hundredth = (place: number): number => Math.round(place * 100) / 100

/** Returns a line through points, in plot coordinates. */
export const lineOf = (
  { x, y }: Plot,
  points: readonly { readonly at: number; readonly value: number }[],
): string => points.map(({ at, value }) => `${hundredth(x(at))},${hundredth(y(value))}`).join(' ')

/** Returns the points of a smile that have the given kind of volatility. */
export const pointsOf = (
  smile: readonly SmilePoint[],
  kind: 'mark' | 'bid' | 'ask',
): readonly { readonly at: number; readonly value: number }[] =>
  smile.flatMap(({ strike, [kind]: value }) => (value === undefined ? [] : [{ at: strike, value }]))
