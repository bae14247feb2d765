// Combinations on the wire: instruments, book, ticker, trades and the history of the fair spread
// (rules 20; spread calls of the public v5 documents).

import { resolutions } from '@basis/domain/instrument/candle'
import { sides } from '@basis/domain/orders/order'
import { spreadKinds, spreadStatuses } from '@basis/domain/spread/combination'
import * as z from '../schema/deferred.ts'
import type { Call } from '../call.ts'
import { decimal, queryInteger, signedDecimal, symbolName, timeMs, optionalField } from '../wire.ts'

const root = '/v5/spread'

const wireLegInstrument = z.object({ symbol: z.string(), contractType: z.string() })

const wireSpreadInstrument = z.object({
  symbol: z.string(),
  contractType: z.enum(spreadKinds),
  status: z.enum(spreadStatuses),
  baseCoin: z.string(),
  quoteCoin: z.string(),
  settleCoin: z.string(),
  tickSize: decimal,
  /** The current band, of either sign; empty before there is a price. */
  minPrice: z.union([signedDecimal, z.literal('')]),
  maxPrice: z.union([signedDecimal, z.literal('')]),
  lotSize: decimal,
  minSize: decimal,
  maxSize: decimal,
  maxMarketSize: decimal,
  /** 0 if it does not end. */
  deliveryTime: timeMs,
  /** The far leg first. */
  legs: z.tuple([wireLegInstrument, wireLegInstrument]),
})
export type WireSpreadInstrument = z.output<typeof wireSpreadInstrument>

const wireSpreadTicker = z.object({
  symbol: z.string(),
  /** Texts are empty if there is no such price. */
  bidPrice: z.string(),
  bidSize: z.string(),
  askPrice: z.string(),
  askSize: z.string(),
  lastPrice: z.string(),
  /** Far mark minus near mark. */
  fairPrice: z.string(),
  farPrice: z.string(),
  nearPrice: z.string(),
  /** A fraction, from the fair price; for a perpetual against spot from its funding. */
  annualYield: signedDecimal,
})
export type WireSpreadTicker = z.output<typeof wireSpreadTicker>

const level = z.tuple([signedDecimal, decimal])
const wireSpreadBook = z.object({
  s: z.string(),
  b: z.array(level),
  a: z.array(level),
  u: z.int(),
  ts: timeMs,
})
export type WireSpreadBook = z.output<typeof wireSpreadBook>

const wireSpreadTrade = z.object({
  execId: z.string(),
  symbol: z.string(),
  price: signedDecimal,
  size: decimal,
  side: z.enum(sides),
  time: timeMs,
})
export type WireSpreadTrade = z.output<typeof wireSpreadTrade>

/** The public data of one combination at a time. */
export const wireSpreadMarket = z.object({
  instrument: wireSpreadInstrument,
  ticker: wireSpreadTicker,
  book: wireSpreadBook,
  /** Newest first. */
  trades: z.array(wireSpreadTrade),
})
export type WireSpreadMarket = z.output<typeof wireSpreadMarket>

export const spreadBookLevels = 25

const ofSymbol = z.strictObject({ symbol: symbolName })
const maybeSymbol = z.strictObject({ symbol: optionalField(symbolName) })
const read = { method: 'GET', access: 'public', changes: false, ours: true } as const

export const spreadMarketCalls = {
  spreadInstruments: {
    ...read,
    path: `${root}/instrument`,
    request: z.strictObject({
      symbol: optionalField(symbolName),
      baseCoin: optionalField(symbolName),
    }),
    answer: z.object({ list: z.array(wireSpreadInstrument), nextPageCursor: z.string() }),
  },
  spreadBook: {
    ...read,
    path: `${root}/orderbook`,
    request: z.strictObject({ symbol: symbolName, limit: optionalField(queryInteger) }),
    answer: wireSpreadBook,
  },
  spreadTickers: {
    ...read,
    path: `${root}/tickers`,
    request: maybeSymbol,
    answer: z.object({ list: z.array(wireSpreadTicker) }),
  },
  spreadTrades: {
    ...read,
    path: `${root}/recent-trade`,
    request: z.strictObject({ symbol: symbolName, limit: optionalField(queryInteger) }),
    answer: z.object({ list: z.array(wireSpreadTrade) }),
  },
  /** The history of the fair spread: the close of each bar, oldest first. */
  spreadLine: {
    ...read,
    path: `${root}/kline`,
    request: z.strictObject({ symbol: symbolName, interval: z.enum(resolutions) }),
    answer: z.object({ list: z.array(z.tuple([timeMs, signedDecimal])) }),
  },
  /** All data of a combination's page. */
  spreadMarket: {
    ...read,
    path: `${root}/market`,
    request: ofSymbol,
    answer: wireSpreadMarket,
  },
} as const satisfies Record<string, Call>
