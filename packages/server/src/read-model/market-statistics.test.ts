// Statistics of the screener, computed by hand from short series.

import { expect, test } from 'vitest'
import type { Candle } from '@basis/domain/instrument/candle'
import { marketStatistics } from './market-statistics.ts'

const candles = (closes: readonly number[], volumeLots = 10): Candle[] =>
  closes.map((close, at) => {
    return { startMs: at, open: close, high: close, low: close, close, volumeLots, turnover: 0n }
  })
const repeated = (count: number, close: number): number[] =>
  Array.from({ length: count }, () => close)

test('a change is measured against the close of the given number of minutes ago', () => {
  const minutes = candles([...repeated(235, 1_000), 1_050, ...repeated(4, 1_000), 1_100])
  const of = { minutes, hours: [], bitcoinHours: [] }
  expect(marketStatistics(of)).toMatchObject({
    change5mE6: 47_619,
    change15mE6: 100_000,
    change1hE6: 100_000,
    change4hE6: 100_000,
  })
})

test('statistics without enough candles are absent', () => {
  const few = candles([100, 101])
  expect(marketStatistics({ minutes: few, hours: few, bitcoinHours: few })).toEqual({
    closesTicks: [100, 101],
  })
})

test('volatility is the deviation of 24 hourly changes', () => {
  // The price alternates: +10%, −9.0909…%; their mean is 0.4545…%, the deviation 9.5454…%.
  const hours = candles(Array.from({ length: 25 }, (_, at) => (at % 2 === 0 ? 100 : 110)))
  const statistics = marketStatistics({ minutes: [], hours, bitcoinHours: hours })
  expect(statistics.volatilityE6).toBe(95_455)
  expect(statistics.btcCorrelationE6).toBe(1_000_000)
  expect(statistics.closesTicks).toHaveLength(24)
})

test('a market that falls as bitcoin rises has a correlation of −1, one that does not move has none', () => {
  const rises = candles(Array.from({ length: 25 }, (_, at) => (at % 2 === 0 ? 100 : 110)))
  const falls = candles(Array.from({ length: 25 }, (_, at) => (at % 2 === 0 ? 110 : 100)))
  const still = candles(repeated(25, 100))
  const of = { minutes: [], bitcoinHours: rises }
  expect(marketStatistics({ ...of, hours: falls }).btcCorrelationE6).toBe(-1_000_000)
  expect(marketStatistics({ ...of, hours: still }).btcCorrelationE6).toBeUndefined()
})

test('the volume ratio compares the last 60 minutes with the mean hour', () => {
  const minutes = candles(repeated(241, 100), 5)
  const hours = candles(repeated(25, 100), 200)
  expect(marketStatistics({ minutes, hours, bitcoinHours: hours }).volumeRatioE6).toBe(1_500_000)
})
