// Market data on the wire: depth, trades, instrument info (the ticker), candles.

import { resolutions } from '@basis/domain/candle'
import { sides } from '@basis/domain/order'
import * as z from 'zod/mini'
import { decimal, decimalOrEmpty, signedDecimal, timeMs } from './wire.ts'

/** One price level: price and absolute size; a size of zero removes the level. */
export const wireLevel = z.tuple([decimal, decimal])
export type WireLevel = z.output<typeof wireLevel>

/** The book, best first. `u` counts this topic's messages, `seq` is the engine's last command. */
export const wireDepth = z.object({
  s: z.string(),
  b: z.array(wireLevel),
  a: z.array(wireLevel),
  u: z.int(),
  seq: z.int(),
})
export type WireDepth = z.output<typeof wireDepth>

export const bookDepths = [50, 200] as const
export type BookDepth = (typeof bookDepths)[number]

/** A public trade, oldest first in a list. */
export const wireTrade = z.object({
  /** The trade's number as text. */
  i: z.string(),
  p: decimal,
  v: decimal,
  /** The taker's side. */
  S: z.enum(sides),
  T: timeMs,
})
export type WireTrade = z.output<typeof wireTrade>

/** Everything a symbol bar shows; empty text where there is nothing (spot has no funding). */
export const wireTicker = z.object({
  symbol: z.string(),
  lastPrice: decimalOrEmpty,
  markPrice: decimalOrEmpty,
  indexPrice: decimalOrEmpty,
  prevPrice24h: decimalOrEmpty,
  /** In 1e-8: 0.0123 is +1.23 %. */
  price24hPcnt: signedDecimal,
  highPrice24h: decimalOrEmpty,
  lowPrice24h: decimalOrEmpty,
  volume24h: decimal,
  turnover24h: decimal,
  bid1Price: decimalOrEmpty,
  ask1Price: decimalOrEmpty,
  openInterest: decimalOrEmpty,
  fundingRate: decimalOrEmpty,
  nextFundingTimeE3: timeMs,
  fundingIntervalMin: z.int(),
  /** The price band now: the highest buy and the lowest sell (domain.md 8.2). */
  maxBuyPrice: decimalOrEmpty,
  minSellPrice: decimalOrEmpty,
})
export type WireTicker = z.output<typeof wireTicker>

/** A change of a ticker: the symbol and what changed. */
export const wireTickerChange = z.extend(z.partial(wireTicker), { symbol: z.string() })
export type WireTickerChange = z.output<typeof wireTickerChange>

export const candleSources = ['last', 'mark', 'index'] as const
export type CandleSource = (typeof candleSources)[number]
export const candleResolution = z.enum(resolutions)

/** [start ms, open, high, low, close, volume, turnover]; volumes are 0 for mark and index. */
export const wireCandle = z.tuple([timeMs, decimal, decimal, decimal, decimal, decimal, decimal])
export type WireCandle = z.output<typeof wireCandle>
