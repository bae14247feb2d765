// Feeds of the market with several readers: what one reader gets first is not missing for another.

import type { Candle } from '@basis/domain/instrument/candle'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { symbolId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { listingsAt } from '../instruments/listings.ts'
import { expect, test } from 'vitest'
import type { PushSources } from './channel.ts'
import { candleFeed } from './market-feeds.ts'

const found = listingsAt(0).find(({ instrument: { symbol } }) => symbol === symbolId('BTCUSDT'))
const instrument = found?.instrument as Instrument

/** A candle at one price; the tick is 0.1. */
const candleAt = (startMs: number, price: number): Candle => {
  const ticks = priceTicks(price * 10)
  const prices = { open: ticks, high: ticks, low: ticks, close: ticks }
  return { startMs, ...prices, volumeLots: qtyLots(1), turnover: amount(1n) }
}

test('a reader who joins takes no change of the candle from those who already read', () => {
  let [live, ended]: [Candle, Candle | undefined] = [candleAt(0, 60_000), undefined]
  const readModel = { liveCandle: () => live, endedCandle: () => ended }
  const sources = { readModel } as unknown as PushSources
  const feed = candleFeed(sources, instrument, { source: 'last', resolution: '1' })
  const closes = (data: unknown) =>
    (data as readonly (readonly unknown[])[] | undefined)?.map((row) => [row[0], Number(row[4])])
  expect(closes(feed.snapshot())).toEqual([[0, 60_000]])
  // A price is traded, and before it is pushed a second reader gets the snapshot.
  live = candleAt(0, 60_100)
  feed.snapshot()
  expect(closes(feed.changes())).toEqual([[0, 60_100]])
  // The minute ends with a last trade, and a third reader joins at the beginning of the next one.
  ended = candleAt(0, 60_200)
  live = candleAt(60_000, 60_300)
  feed.snapshot()
  expect(closes(feed.changes())).toEqual([
    [0, 60_200],
    [60_000, 60_300],
  ])
  expect(feed.changes()).toBeUndefined()
})

test('index candles of an option are pushed as those of its coin’s perpetual', () => {
  const symbol = symbolId('BTC-26DEC25-60000-C')
  const asked: unknown[] = []
  const liveCandle = (...question: unknown[]) => {
    asked.push(question)
    return candleAt(0, 60_000.1)
  }
  const views = { instrument: () => instrument }
  const sources = { readModel: { liveCandle }, exchange: { views } } as unknown as PushSources
  const option = { ...instrument, symbol, option: {}, tickSizeE8: 500_000_000 } as Instrument
  const feed = candleFeed(sources, option, { source: 'index', resolution: '1' })
  const prices = ['60000.1', '60000.1', '60000.1', '60000.1']
  expect(feed.snapshot()).toEqual([[0, ...prices, '0.001', '0.00000001']])
  expect(asked).toEqual([['BTCUSDT', 'index', '1']])
})
