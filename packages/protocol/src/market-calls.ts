// Calls of the instrument lists and market data: a part of the table of calls (spec 7).

import { candleSources } from '@basis/domain/instrument/candle'
import { contractTypes } from '@basis/domain/instrument/market'
import { sides } from '@basis/domain/orders/order'
import * as z from './schema/deferred.ts'
import { nothing, type Call } from './call.ts'
import { contractSymbol } from './instrument.ts'
import {
  bookDepths,
  candleResolution,
  wireCandle,
  openInterestResolutions,
  wireDepth,
  wireLiquidationSum,
  wireMarketLiquidation,
  wireOpenInterest,
  wireTicker,
  wireTrade,
} from './market-data.ts'
import { quoteTokenGroup, shortSpotSymbol } from './spot/symbol.ts'
import {
  decimal,
  decimalOrEmpty,
  queryInteger,
  shortText,
  signedDecimal,
  symbolName,
  timeMs,
  optionalField,
} from './wire.ts'

const contractLists = Object.fromEntries(
  contractTypes.map((type) => [type, z.array(contractSymbol)]),
) as Record<(typeof contractTypes)[number], z.ZodMiniArray<typeof contractSymbol>>

/** The maximum of candles of one response. */
export const maxCandles = 1000

export const catalogueCalls = {
  symbolList: {
    method: 'GET',
    path: '/contract/v5/product/brief-symbol-list',
    access: 'public',
    changes: false,
    ours: false,
    /** If the given version is current, the response has that version and empty lists. */
    request: z.strictObject({
      filter: optionalField(z.enum(['all'])),
      version: optionalField(shortText),
    }),
    answer: z.object({ version: z.string(), ...contractLists }),
  },
  symbolItem: {
    method: 'GET',
    path: '/contract/v5/product/dynamic-symbol-item',
    access: 'public',
    changes: false,
    ours: false,
    request: z.strictObject({ symbol: symbolName }),
    answer: z.object({ item: contractSymbol }),
  },
  spotSymbolsAll: {
    method: 'GET',
    path: '/spot/api/basic/symbol_list_all',
    access: 'public',
    changes: false,
    ours: false,
    /** If the given time is that of the list or later, the response is empty. */
    request: z.strictObject({ last_modified_at: optionalField(queryInteger) }),
    answer: z.object({
      quoteTokenSymbols: z.array(shortSpotSymbol),
      /** The time of the list's last change; another venue may leave it out. */
      last_modified_at: optionalField(timeMs),
    }),
  },
  spotSymbolsV3: {
    method: 'GET',
    path: '/spot/api/basic/symbol_list_v3',
    access: 'public',
    changes: false,
    ours: false,
    /** If the given version is current, the response has that version and no groups. */
    request: z.strictObject({ version: optionalField(shortText) }),
    answer: z.object({ version: z.string(), quoteTokenResult: z.array(quoteTokenGroup) }),
  },
  spotSymbolsV2: {
    method: 'GET',
    path: '/spot/api/basic/symbol_list_v2',
    access: 'public',
    changes: false,
    ours: false,
    request: nothing,
    answer: z.object({ quoteTokenResult: z.array(quoteTokenGroup) }),
  },
  slippage: {
    method: 'GET',
    path: '/contract/v5/public/instrument/slippage',
    access: 'public',
    changes: false,
    ours: false,
    request: z.strictObject({ symbol: symbolName, side: z.enum(sides), qty: decimal }),
    /** The estimate of a market order of that size against the current book. */
    answer: z.object({
      symbol: z.string(),
      side: z.enum(sides),
      /** The quantity that the book can fill, at most the requested one. */
      fillableQty: decimal,
      bestPrice: decimalOrEmpty,
      avgPrice: decimalOrEmpty,
      /** avgPrice against bestPrice, never negative: 0.001 is 0.1 %. */
      slippage: decimalOrEmpty,
    }),
  },
} as const satisfies Record<string, Call>

/** The requested time buckets of a contract. */
const bucketQuestion = z.strictObject({
  symbol: symbolName,
  resolution: z.enum(openInterestResolutions),
  /** Only buckets that start at or after it. */
  fromMs: optionalField(queryInteger),
  /** Only buckets that start before it; without it, up to now. */
  endMs: optionalField(queryInteger),
  /** 1 to 1000; the newest ones. */
  limit: optionalField(queryInteger),
})

export const marketCalls = {
  depth: {
    method: 'GET',
    path: '/contract/v5/public/depth',
    access: 'public',
    changes: false,
    ours: true,
    request: z.strictObject({
      symbol: symbolName,
      limit: optionalField(z.enum(bookDepths.map(String))),
    }),
    answer: wireDepth,
  },
  trades: {
    method: 'GET',
    path: '/contract/v5/public/trades',
    access: 'public',
    changes: false,
    ours: true,
    request: z.strictObject({ symbol: symbolName, limit: optionalField(queryInteger) }),
    answer: z.object({ list: z.array(wireTrade) }),
  },
  tickers: {
    method: 'GET',
    path: '/contract/v5/public/tickers',
    access: 'public',
    changes: false,
    ours: true,
    request: z.strictObject({ symbol: optionalField(symbolName) }),
    answer: z.object({ list: z.array(wireTicker) }),
  },
  candles: {
    method: 'GET',
    path: '/contract/v5/public/candles',
    access: 'public',
    changes: false,
    ours: true,
    request: z.strictObject({
      symbol: symbolName,
      source: optionalField(z.enum(candleSources)),
      resolution: candleResolution,
      /** Only candles that start at or after it. */
      fromMs: optionalField(queryInteger),
      /** Only candles that start before it; without it, up to now. */
      endMs: optionalField(queryInteger),
      /** 1 to 1000; the newest ones. */
      limit: optionalField(queryInteger),
    }),
    /** Ascending by start. */
    answer: z.object({ list: z.array(wireCandle) }),
  },
  /** The open interest of a contract over time. */
  openInterest: {
    method: 'GET',
    path: '/contract/v5/public/open-interest',
    access: 'public',
    changes: false,
    ours: true,
    request: bucketQuestion,
    /** Ascending; each at the end of its bucket, the last one current. */
    answer: z.object({ list: z.array(wireOpenInterest) }),
  },
  /** Liquidations of a contract over time, and the last ones. */
  marketLiquidations: {
    method: 'GET',
    path: '/contract/v5/public/liquidations',
    access: 'public',
    changes: false,
    ours: true,
    request: bucketQuestion,
    answer: z.object({
      /** Ascending; buckets without liquidations are omitted. */
      list: z.array(wireLiquidationSum),
      /** Newest first, at most fifty. */
      newest: z.array(wireMarketLiquidation),
    }),
  },
  marketStatistics: {
    method: 'GET',
    path: '/contract/v5/public/market-statistics',
    access: 'public',
    changes: false,
    ours: true,
    request: nothing,
    /** All symbols, at most half a minute old; ratios ×1e6, absent if there are too few candles. */
    answer: z.object({
      list: z.array(
        z.object({
          symbol: z.string(),
          change5mE6: optionalField(z.int()),
          change15mE6: optionalField(z.int()),
          change1hE6: optionalField(z.int()),
          change4hE6: optionalField(z.int()),
          change24hE6: optionalField(z.int()),
          /** The standard deviation of the last 24 hourly changes. */
          volatilityE6: optionalField(z.int()),
          /** The last hour's volume ÷ the mean of the 24 hours before. */
          volumeRatioE6: optionalField(z.int()),
          btcCorrelationE6: optionalField(z.int()),
          /** The open interest ÷ that of one hour or 24 hours ago. */
          openInterest1hE6: optionalField(z.int()),
          openInterest24hE6: optionalField(z.int()),
          /** The last 24 hourly closes, oldest first. */
          closes: z.array(decimal),
        }),
      ),
    }),
  },
  serverTime: {
    method: 'GET',
    path: '/contract/v5/public/time',
    access: 'public',
    changes: false,
    ours: true,
    request: nothing,
    answer: z.object({ timeE3: timeMs }),
  },
  venueStatus: {
    method: 'GET',
    path: '/contract/v5/public/status',
    access: 'public',
    changes: false,
    ours: true,
    request: nothing,
    answer: z.object({
      simulated: z.boolean(),
      /** The market's seed, for the status bar. */
      seed: z.string(),
      /** The terminal's build release (spec 9). */
      buildRelease: z.string(),
      /** The version of the running software. */
      version: z.string(),
      /** In a cluster: the name of the exchange, and of the responding gateway. */
      cluster: optionalField(z.object({ world: z.string(), gateway: z.string() })),
      mode: z.enum(['normal', 'stopping', 'failed', 'noLeader']),
      history: z.enum(['ready', 'unavailable']),
      seq: z.int(),
    }),
  },
  marketCalendar: {
    method: 'GET',
    path: '/contract/v5/public/calendar',
    access: 'public',
    changes: false,
    ours: true,
    request: nothing,
    /** Current events, and those that begin within seven days, the next first. */
    answer: z.object({
      list: z.array(
        z.object({
          kind: z.enum(['auction', 'opening', 'delisting', 'delivery', 'maintenance']),
          timeE3: timeMs,
          /** The end of an event that lasts. */
          endTimeE3: optionalField(timeMs),
          symbols: z.array(symbolName),
        }),
      ),
    }),
  },
  ledger: {
    method: 'GET',
    path: '/contract/v5/public/ledger',
    access: 'public',
    changes: false,
    ours: true,
    request: nothing,
    /** Per coin: external inflow and its current location; the drift is always zero. */
    answer: z.object({
      list: z.array(
        z.object({
          coin: z.string(),
          deposits: signedDecimal,
          accounts: signedDecimal,
          fees: signedDecimal,
          insurance: signedDecimal,
          rounding: signedDecimal,
          treasury: signedDecimal,
          openPositions: signedDecimal,
          drift: signedDecimal,
        }),
      ),
    }),
  },
} as const satisfies Record<string, Call>
