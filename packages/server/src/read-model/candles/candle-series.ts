// Candle series as they are stored and followed: apart from the store, because that loads the query
// builder, which the exchange's thread does not need.

import {
  minuteMs,
  type Candle,
  type CandleSource,
  type Resolution,
} from '@basis/domain/instrument/candle'

/**
 * The stored steps in minutes and how long each is kept; every resolution is folded from one of
 * them.
 */
export const candleSteps = [
  { stepMin: 1, keptDays: 30 },
  { stepMin: 15, keptDays: 400 },
  { stepMin: 60, keptDays: 4_000 },
  { stepMin: 1440, keptDays: 40_000 },
] as const

/**
 * Rarely used resolutions, which would need a month of minutes of every market: they are updated
 * from the first request on, not from the start.
 */
export const followedLate: readonly Resolution[] = ['1W', '1M']

export type Series = { readonly symbol: string; readonly source: CandleSource }

/** The candles of a series that can still change, by resolution and by stored step. */
export type OpenSeries = Series & {
  readonly display: readonly (readonly [Resolution, Candle])[]
  readonly steps: readonly (readonly [stepMin: number, Candle])[]
}

/** Returns the start of the step, counted from 1970, that contains the time. */
export const stepStart = (stepMin: number, timeMs: number): number =>
  timeMs - (timeMs % (stepMin * minuteMs))
