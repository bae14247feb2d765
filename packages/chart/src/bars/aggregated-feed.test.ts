// Aggregation of bars: weeks begin on Monday, months by the calendar, and native resolutions pass
// through.

import { describe, expect, it } from 'vitest'
import type { Bar, Datafeed, HistoryMetadata, SymbolInfo } from '../options/datafeed.ts'
import { fillGaps, aggregateBars } from './aggregate-bars.ts'
import { aggregatedFeed } from './aggregated-feed.ts'
import { nativeResolution } from './native-resolution.ts'

const info = (rest: Partial<SymbolInfo> = {}): SymbolInfo => ({
  name: 'A',
  pricescale: 100,
  ...rest,
})

const minuteMs = 60_000

/** Minute bars counted from 0: the open is their number, the close one more. */
const minute = (at: number): Bar => ({
  time: at * minuteMs,
  open: at,
  high: at + 2,
  low: at - 1,
  close: at + 1,
  volume: 1,
})

describe('the resolution that is requested', () => {
  it('is the wanted one if the symbol has it or does not list its resolutions', () => {
    for (const wanted of ['1', '30', '1D', '1W', '1M', '15S']) {
      expect(nativeResolution(info(), wanted)).toBe(wanted)
    }
    expect(nativeResolution(info({ intraday_multipliers: ['1', '30'] }), '30')).toBe('30')
  })

  it('is the symbol’s largest one that divides the wanted one', () => {
    const has = info({ intraday_multipliers: ['1', '5', '15', '60'] })
    expect(nativeResolution(has, '30')).toBe('15')
    expect(nativeResolution(has, '240')).toBe('60')
    expect(nativeResolution(has, '3')).toBe('1')
    expect(nativeResolution(info({ intraday_multipliers: ['5'] }), '3')).toBe('3')
  })

  it('is a day for weeks and months, and minutes for days that the symbol does not have', () => {
    const noWeeks = info({ has_weekly_and_monthly: false })
    expect(nativeResolution(noWeeks, '1W')).toBe('1D')
    expect(nativeResolution(noWeeks, '3M')).toBe('1D')
    const noDays = info({ has_daily: false, intraday_multipliers: ['5', '240'] })
    expect(nativeResolution(noDays, '1D')).toBe('240')
    expect(nativeResolution({ ...noDays, has_weekly_and_monthly: false }, '1M')).toBe('240')
    expect(nativeResolution(info({ weekly_multipliers: ['1'] }), '2W')).toBe('1W')
  })
})

it('bars are aggregated: first open, highest high, lowest low, last close, total volume', () => {
  const bars = [0, 1, 2, 3, 4, 5, 6].map(minute)
  expect(aggregateBars(bars, '5')).toEqual([
    { time: 0, open: 0, high: 6, low: -1, close: 5, volume: 5 },
    { time: 5 * minuteMs, open: 5, high: 8, low: 4, close: 7, volume: 2 },
  ])
  const days = ['2026-11-20', '2026-11-22', '2026-11-23', '2026-12-01'].map((day) => ({
    ...minute(1),
    time: Date.parse(day),
  }))
  const startOf = (resolution: string) =>
    aggregateBars(days, resolution).map(({ time }) => new Date(time).toISOString().slice(0, 10))
  expect(startOf('1W')).toEqual(['2026-11-16', '2026-11-23', '2026-11-30'])
  expect(startOf('1M')).toEqual(['2026-11-01', '2026-12-01'])
})

it('gaps are filled with flat bars at the last close, up to a maximum length', () => {
  const filled = fillGaps([minute(0), minute(3)], '1')
  expect(filled.map(({ time, open, close }) => [time / minuteMs, open, close])).toEqual([
    [0, 0, 1],
    [1, 1, 1],
    [2, 1, 1],
    [3, 3, 4],
  ])
  expect(fillGaps([minute(0), minute(10_000)], '1')).toHaveLength(2)
})

/** A feed of minutes that answers every request and lets the test send ticks. */
function minuteFeed(count: number) {
  const asked: { resolution: string; countBack: number }[] = []
  let tick: (bar: Bar) => void = () => {}
  const feed: Datafeed = {
    onReady: () => {},
    resolveSymbol: () => {},
    getBars: (...[, resolution, { to, countBack }, onResult]) => {
      asked.push({ resolution, countBack })
      const end = Math.min(count, Math.floor((to * 1000) / minuteMs))
      const start = Math.max(0, end - countBack)
      const bars = Array.from({ length: Math.max(0, end - start) }, (_, at) => minute(start + at))
      onResult(bars, { noData: start === 0 })
    },
    subscribeBars: (...[, , onBar]) => {
      tick = onBar
    },
    unsubscribeBars: () => {},
  }
  return { feed: aggregatedFeed(feed), asked, tick: (bar: Bar) => tick(bar) }
}

const minutes = info({ intraday_multipliers: ['1'] })

function page(feed: Datafeed, to: number, countBack: number) {
  let got: { bars: readonly Bar[]; meta: HistoryMetadata | undefined } | undefined
  const period = { from: 0, to, countBack, firstDataRequest: true }
  feed.getBars(
    minutes,
    '5',
    period,
    (bars, meta) => {
      got = { bars, meta }
    },
    () => {},
  )
  return got
}

it('pages never contain a partial bar, and live bars continue the last bar of the history', () => {
  const { feed, asked, tick } = minuteFeed(98)
  const last = page(feed, 100 * 60, 4)
  expect(asked).toEqual([{ resolution: '1', countBack: 20 }])
  const starts = last?.bars.map(({ time }) => time / minuteMs)
  // Minute 78 was the oldest in the answer: the bar from 75 would be partial.
  expect(starts).toEqual([80, 85, 90, 95])
  expect(last?.bars.at(-1)).toMatchObject({ open: 95, close: 98, volume: 3 })
  const older = page(feed, 80 * 60, 400)
  expect(older?.bars[0]).toMatchObject({ time: 0, open: 0, volume: 5 })
  expect(older?.meta?.noData).toBe(true)
  const called: Bar[] = []
  feed.subscribeBars(
    minutes,
    '5',
    (bar) => called.push(bar),
    'guid',
    () => {},
  )
  tick({ ...minute(97), close: 500, high: 500 })
  tick(minute(98))
  tick(minute(100))
  tick(minute(20))
  expect(called.map(({ time, open, high, close }) => [time / minuteMs, open, high, close])).toEqual(
    [
      [95, 95, 500, 500],
      [95, 95, 500, 99],
      [100, 100, 102, 101],
    ],
  )
})

it('native resolutions pass through unchanged', () => {
  const { feed, asked } = minuteFeed(98)
  feed.getBars(
    info(),
    '15',
    { from: 0, to: 60, countBack: 7, firstDataRequest: true },
    () => {},
    () => {},
  )
  expect(asked).toEqual([{ resolution: '15', countBack: 7 }])
})
