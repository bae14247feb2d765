// The candle that is open, and the one before it as it ended.

import { symbolId } from '@basis/domain/numbers/brand'
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

test('a candle that is over is told as it ended, before and after the next one begins', () => {
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
