// Mark and index prices as candles, which are in whole ticks.

import { symbolId } from '@basis/domain/numbers/brand'
import { priceE8, rateE8 } from '@basis/domain/numbers/fixed'
import type { EventBatch } from '@basis/engine/events'
import { expect, test } from 'vitest'
import { LiveMarket } from './live-market.ts'

const symbol = symbolId('BTC-26DEC25-60000-C')
const market = { symbol, kind: 'Linear', tickSizeE8: 500_000_000, lotSizeE8: 1_000_000 } as const

const marked = (seq: number, timeMs: number, markE8: number): EventBatch => ({
  seq,
  timeMs,
  events: [
    {
      kind: 'PricesChanged',
      symbol,
      markE8: priceE8(markE8),
      indexE8: priceE8(6_000_000_000_000),
      fundingRateE8: rateE8(0),
      nextFundingMs: 0,
    },
  ],
})

test('a mark below half a tick is a price of one tick, and the candle goes on', () => {
  const start = { timeMs: 0, series: [], minutes: [], trades: [] }
  const live = new LiveMarket([market], start)
  const shown = () => live.series(symbol, 'mark')?.candle('1', live.nowMs)
  live.apply(marked(1, 60_000, 1_000_000_000))
  live.apply(marked(2, 61_000, 200_000_000))
  expect(shown()).toMatchObject({ open: 2, high: 2, low: 1, close: 1 })
  // The next minute opens where this one closed.
  live.apply(marked(3, 120_000, 1_500_000_000))
  expect(shown()).toMatchObject({ startMs: 120_000, open: 1, high: 3, low: 1, close: 3 })
})

test('the index of an option is not recorded again: it is that of its coin’s perpetual', () => {
  const start = { timeMs: 0, series: [], minutes: [], trades: [] }
  const live = new LiveMarket([{ ...market, option: {} }], start)
  live.apply(marked(1, 60_000, 1_000_000_000))
  live.apply(marked(2, 120_000, 1_000_000_000))
  expect(live.takeChanges().map(({ source, candle }) => [source, candle.startMs])).toEqual([
    ['mark', 60_000],
    ['mark', 120_000],
  ])
  expect(live.series(symbol, 'index')).toBeUndefined()
})
