// Statistics of the screener, computed by hand from short series.

import { expect, test } from 'vitest'
import type { Candle } from '@basis/domain/instrument/candle'
import { symbolId, type SymbolId } from '@basis/domain/numbers/brand'
import { marketStatistics, marketStatisticsOf } from './market-statistics.ts'
import type { CandleQuestion } from './read-model.ts'

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

test('each caller gets the markets that it asks for; a market is read once in half a minute', async () => {
  const asked: string[] = []
  const readModel = {
    candles: async ({ symbol, resolution }: CandleQuestion) => {
      asked.push(`${symbol} ${resolution}`)
      return []
    },
    openInterest: async () => [],
    openInterestAt: () => 0,
  }
  const [pair, option] = [symbolId('ETHUSDT'), symbolId('BTC-25DEC26-60000-C')]
  const ask = async (symbols: readonly SymbolId[], nowMs: number) =>
    (await marketStatisticsOf(readModel, symbols, nowMs)).map(({ symbol }) => symbol)
  expect(await Promise.all([ask([option], 0), ask([pair, option], 1)])).toEqual([
    [option],
    [pair, option],
  ])
  const once = ['BTCUSDT 60', ...[option, pair].flatMap((one) => [`${one} 1`, `${one} 60`])]
  expect(asked.splice(0).toSorted()).toEqual(once.toSorted())
  expect(await ask([pair], 29_999)).toEqual([pair])
  expect(asked).toEqual([])
  expect(await ask([pair], 30_001)).toEqual([pair])
  expect(asked.toSorted()).toEqual(['BTCUSDT 60', `${pair} 1`, `${pair} 60`])
})

test('statistics that could not be read are read again', async () => {
  let isAway = true
  const readModel = {
    candles: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve([])),
    openInterest: async () => [],
    openInterestAt: () => 0,
  }
  const pair = symbolId('ETHUSDT')
  await expect(marketStatisticsOf(readModel, [pair], 0)).rejects.toThrow('away')
  isAway = false
  expect(await marketStatisticsOf(readModel, [pair], 0)).toMatchObject([{ symbol: pair }])
})
