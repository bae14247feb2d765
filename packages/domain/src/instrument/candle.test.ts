// Candle buckets compared with the platform's calendar, and the folding of candles.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bucketAfter,
  bucketStart,
  dayMs,
  foldCandles,
  minuteMs,
  resolutionMs,
  resolutions,
  type Candle,
} from './candle.ts'

const moment = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2300, 0, 1) })

const monthOf = (timeMs: number): number => {
  const date = new Date(timeMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
}

const mondayOf = (timeMs: number): number => {
  const date = new Date(timeMs)
  const back = (date.getUTCDay() + 6) % 7
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() - back)
}

describe('bucketStart', () => {
  test('has the thirteen resolutions of the specification', () => {
    expect(resolutions).toHaveLength(13)
    expect(resolutions.map((resolution) => resolutionMs(resolution))).toEqual([
      ...[1, 3, 5, 15, 30, 60, 120, 240, 360, 720].map((minutes) => minutes * minuteMs),
      dayMs,
      7 * dayMs,
      undefined,
    ])
  })

  test('law: weeks begin on Monday and months on the first, as in the platform’s calendar', () => {
    fc.assert(
      fc.property(moment, (timeMs) => {
        expect(bucketStart('1W', timeMs)).toBe(mondayOf(timeMs))
        expect(bucketStart('1M', timeMs)).toBe(monthOf(timeMs))
        expect(bucketStart('1D', timeMs)).toBe(new Date(timeMs).setUTCHours(0, 0, 0, 0))
      }),
      { seed: 1, numRuns: 5000 },
    )
  })

  test('every day from 1999 to 2004 is in its month', () => {
    for (let day = Date.UTC(1999, 0, 1); day < Date.UTC(2005, 0, 1); day += dayMs) {
      expect(bucketStart('1M', day)).toBe(monthOf(day))
      expect(bucketStart('1M', day + dayMs - 1)).toBe(monthOf(day))
    }
  })

  test('law: a bucket contains its time, and the next one begins where it ends', () => {
    fc.assert(
      fc.property(moment, fc.constantFrom(...resolutions), (timeMs, resolution) => {
        const start = bucketStart(resolution, timeMs)
        const next = bucketAfter(resolution, start, 1)
        expect(start).toBeLessThanOrEqual(timeMs)
        expect(next).toBeGreaterThan(timeMs)
        expect(bucketStart(resolution, start)).toBe(start)
        expect(bucketStart(resolution, next - 1)).toBe(start)
        expect(bucketAfter(resolution, next, -1)).toBe(start)
      }),
      { seed: 2, numRuns: 3000 },
    )
  })

  test('steps of months cross years, forwards and backwards', () => {
    const start = Date.UTC(2026, 10, 1)
    expect(bucketAfter('1M', start, 3)).toBe(Date.UTC(2027, 1, 1))
    expect(bucketAfter('1M', start, -23)).toBe(Date.UTC(2024, 11, 1))
    expect(bucketAfter('1M', Date.UTC(2024, 1, 1), 1)).toBe(Date.UTC(2024, 2, 1))
  })
})

describe('foldCandles', () => {
  const candle = fc.record({
    startMs: fc.integer({ min: 0, max: 1e12 }),
    open: fc.integer({ min: 1, max: 1e9 }),
    high: fc.integer({ min: 1, max: 1e9 }),
    low: fc.integer({ min: 1, max: 1e9 }),
    close: fc.integer({ min: 1, max: 1e9 }),
    volumeLots: fc.integer({ min: 0, max: 1e9 }),
    turnover: fc.bigInt({ min: 0n, max: 10n ** 20n }),
  })

  test('takes the first open, the last close, the extremes and the sums', () => {
    const first: Candle = {
      startMs: 0,
      open: 10,
      high: 14,
      low: 9,
      close: 12,
      volumeLots: 3,
      turnover: 33n,
    }
    const second: Candle = {
      startMs: minuteMs,
      open: 12,
      high: 13,
      low: 7,
      close: 8,
      volumeLots: 4,
      turnover: 40n,
    }
    expect(foldCandles(first, second)).toEqual({
      startMs: 0,
      open: 10,
      high: 14,
      low: 7,
      close: 8,
      volumeLots: 7,
      turnover: 73n,
    })
  })

  test('law: folding is associative, so a day of minutes is a day of hours', () => {
    fc.assert(
      fc.property(candle, candle, candle, (a, b, c) => {
        const left = foldCandles(foldCandles(a, b), c)
        expect(left).toEqual(foldCandles(a, foldCandles(b, c)))
      }),
      { seed: 3, numRuns: 500 },
    )
  })
})
