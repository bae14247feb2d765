// The open candle, and the previous one as it ended.

import { symbolId } from '@basis/domain/numbers/brand'
import type { Candle } from '@basis/domain/instrument/candle'
import { expect, test } from 'vitest'
import { LiveSeries, type Tick } from './live-series.ts'

const startMs = Date.UTC(2026, 10, 21)
const at = (seconds: number, priceTicks: number): Tick => ({
  timeMs: startMs + seconds * 1000,
  priceTicks,
  volumeLots: 1,
  turnover: 1n,
})
const empty = (): LiveSeries =>
  new LiveSeries({ symbol: symbolId('BTCUSDT'), source: 'last', display: [], steps: [] })

test('an ended candle is returned as it ended, before and after the next one begins', () => {
  const series = empty()
  expect(series.endedCandle('1', startMs)).toBeUndefined()
  series.take(at(10, 100))
  expect(series.endedCandle('1', startMs + 30_000)).toBeUndefined()
  series.take(at(59, 103))
  const ended = { startMs, open: 100, high: 103, low: 100, close: 103, volumeLots: 2 }
  expect(series.endedCandle('1', startMs + 60_000)).toMatchObject(ended)
  series.take(at(61, 90))
  expect(series.endedCandle('1', startMs + 61_000)).toMatchObject(ended)
  expect(series.candle('1', startMs + 61_000)).toMatchObject({ open: 103, close: 90 })
  expect(series.endedCandle('5', startMs + 61_000)).toBeUndefined()
})

test('a month candle is available once its past has been joined, and has the ticks before and after', () => {
  const series = empty()
  series.take(at(10, 100))
  expect(series.candle('1M', startMs + 11_000)).toBeUndefined()
  expect(series.follow('1M')).toBe(true)
  expect(series.follow('1M')).toBe(false)
  series.take(at(12, 120))
  expect(series.candle('1M', startMs + 13_000)).toBeUndefined()
  const monthMs = Date.UTC(2026, 10, 1)
  const past: Candle = {
    startMs: monthMs,
    open: 90,
    high: 110,
    low: 80,
    close: 100,
    volumeLots: 500,
    turnover: 500n,
  }
  series.join('1M', past)
  const joined = { startMs: monthMs, open: 90, high: 120, low: 80, close: 120 }
  expect(series.candle('1M', startMs + 13_000)).toEqual({
    ...joined,
    volumeLots: 501,
    turnover: 501n,
  })
  series.take(at(14, 70))
  expect(series.candle('1M', startMs + 15_000)).toMatchObject({ low: 70, close: 70 })
})

test('a past of the previous week is not joined to a week that began while it was being loaded', () => {
  const series = empty()
  series.follow('1W')
  series.take(at(2 * 86_400, 50))
  const weekMs = Date.UTC(2026, 10, 16)
  series.join('1W', {
    startMs: weekMs,
    open: 1,
    high: 1,
    low: 1,
    close: 1,
    volumeLots: 9,
    turnover: 9n,
  })
  expect(series.candle('1W', startMs + 2 * 86_400_000)).toMatchObject({
    startMs: Date.UTC(2026, 10, 23),
    low: 50,
    volumeLots: 1,
  })
})
