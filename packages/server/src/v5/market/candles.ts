// Candles of the open API: the range that a request means, and the rows (open API 3.6).

import {
  bucketAfter,
  bucketStart,
  type Candle,
  type CandleSource,
  type Resolution,
} from '@basis/domain/instrument/candle'
import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import { formatTrimmed, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { changeE8 } from '@basis/protocol/market-data'
import type { V5Request } from '@basis/protocol/v5/calls'
import { resolutionOf } from '@basis/protocol/v5/vocabulary'
import type { V5Handlers, V5Parts } from '../context.ts'
import { listedInstrument } from '../instruments.ts'

const defaultLimit = 200

/** The parameters that all kline calls share. */
type Asked = Pick<V5Request<'kline'>, 'symbol' | 'interval' | 'start' | 'end' | 'limit'>

export const candleHandlers: V5Handlers<
  'kline' | 'markPriceKline' | 'indexPriceKline' | 'premiumIndexPriceKline'
> = {
  kline: async ({ parts }, request) => {
    const { category, symbol } = request
    const instrument = listedInstrument(parts.exchange.views, category, symbol)
    const found = await candlesOf(parts, instrument, 'last', request)
    return { result: { category, symbol, list: found.map((each) => tradedRow(instrument, each)) } }
  },
  markPriceKline: async ({ parts }, request) => {
    const { category, symbol } = request
    const instrument = listedInstrument(parts.exchange.views, category, symbol)
    const found = await candlesOf(parts, instrument, 'mark', request)
    return { result: { category, symbol, list: found.map((each) => plainRow(instrument, each)) } }
  },
  indexPriceKline: async ({ parts }, request) => {
    const { category, symbol } = request
    const instrument = listedInstrument(parts.exchange.views, category, symbol)
    const found = await candlesOf(parts, instrument, 'index', request)
    return { result: { category, symbol, list: found.map((each) => plainRow(instrument, each)) } }
  },
  premiumIndexPriceKline: async ({ parts }, request) => {
    const { category, symbol } = request
    const instrument = listedInstrument(parts.exchange.views, category, symbol)
    const [marks, indexes] = await Promise.all([
      candlesOf(parts, instrument, 'mark', request),
      candlesOf(parts, instrument, 'index', request),
    ])
    const ofStart = new Map(indexes.map((candle) => [candle.startMs, candle]))
    const list = marks.flatMap((mark) => {
      const index = ofStart.get(mark.startMs)
      return index === undefined ? [] : [premiumRow(mark, index)]
    })
    return { result: { category, symbol, list } }
  },
}

/**
 * Returns the candles of a window, newest first: with `start` alone the first ones from it, else
 * the newest up to `end`.
 */
export async function candlesOf(
  parts: V5Parts,
  { symbol }: Instrument,
  source: CandleSource,
  { interval, start, end, limit = defaultLimit }: Asked,
): Promise<readonly Candle[]> {
  const resolution = resolutionOf(interval)
  const nowMs = parts.exchange.lastTimeMs()
  const last = bucketStart(resolution, Math.min(end ?? nowMs, nowMs))
  const first = start === undefined ? undefined : bucketFrom(resolution, start)
  if (first !== undefined && first > last) return []
  const opensAtStart = first !== undefined && end === undefined
  const toMs = opensAtStart ? bucketAfter(resolution, first, limit) : Infinity
  const candles = await parts.readModel.candles({
    symbol,
    source,
    resolution,
    ...(first === undefined ? {} : { fromMs: first }),
    toMs: Math.min(toMs, last + 1),
    limit,
  })
  return candles.toReversed()
}

/** Returns the start of the first bucket at or after a time. */
function bucketFrom(resolution: Resolution, timeMs: number): number {
  const start = bucketStart(resolution, timeMs)
  return start === timeMs ? start : bucketAfter(resolution, start, 1)
}

type PlainRow = [string, string, string, string, string]

function plainRow(instrument: Instrument, candle: Candle): PlainRow {
  const price = (ticks: number): string => formatPrice(instrument, priceTicks(ticks))
  const { open, high, low, close } = candle
  return [String(candle.startMs), price(open), price(high), price(low), price(close)]
}

export const tradedRow = (
  instrument: Instrument,
  candle: Candle,
): [...PlainRow, string, string] => [
  ...plainRow(instrument, candle),
  formatQty(instrument, qtyLots(candle.volumeLots)),
  formatTrimmed(candle.turnover, 8),
]

/**
 * Returns the premium of mark over index as a fraction; high and low are those of the four prices.
 */
function premiumRow(mark: Candle, index: Candle): PlainRow {
  const [open, close] = [changeE8(index.open, mark.open), changeE8(index.close, mark.close)]
  const all = [open, close, changeE8(index.high, mark.high), changeE8(index.low, mark.low)]
  const sorted = all.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const text = (value: bigint | undefined): string => formatTrimmed(value ?? 0n, 8)
  return [String(mark.startMs), text(open), text(sorted.at(-1)), text(sorted[0]), text(close)]
}
