// Calls of the open API about the market, which need no key (open API 3).

import * as z from '../schema/deferred.ts'
import { optionSettleCoins } from '@basis/domain/instrument/option-naming'
import {
  b,
  i,
  momentMs,
  ms,
  n,
  nOrEmpty,
  nothing,
  optional,
  pageCursor,
  pageLimit,
  s,
  text,
  type V5Call,
} from './call.ts'
import { v5Categories, v5Intervals, v5OpenInterestIntervals } from './vocabulary.ts'
import { optionalField } from '../wire.ts'

const category = z.enum(v5Categories)
const contracts = z.enum(['linear', 'inverse'])
const pageEnd = { nextPageCursor: s }
const list = <Row extends z.ZodMiniType>(row: Row) => z.array(row)

const leverageFilter = z.object({ minLeverage: n, maxLeverage: n, leverageStep: n })
const priceFilter = z.object({ minPrice: n, maxPrice: n, tickSize: n })
const riskParameters = z.object({ priceLimitRatioX: n, priceLimitRatioY: n })

export const v5ContractRow = z.object({
  symbol: s,
  contractType: s,
  status: s,
  baseCoin: s,
  quoteCoin: s,
  settleCoin: s,
  launchTime: ms,
  deliveryTime: ms,
  deliveryFeeRate: nOrEmpty,
  priceScale: n,
  leverageFilter,
  priceFilter,
  lotSizeFilter: z.object({
    minOrderQty: n,
    maxOrderQty: n,
    qtyStep: n,
    maxMktOrderQty: n,
    postOnlyMaxOrderQty: n,
    minNotionalValue: n,
  }),
  unifiedMarginTrade: b,
  fundingInterval: i,
  upperFundingRate: n,
  lowerFundingRate: n,
  copyTrading: s,
  isPreListing: b,
  preListingInfo: z.nullable(z.looseObject({ curAuctionPhase: s })),
  riskParameters,
  displayName: s,
  symbolType: s,
})
export const v5SpotRow = z.object({
  symbol: s,
  baseCoin: s,
  quoteCoin: s,
  innovation: s,
  status: s,
  marginTrading: s,
  stTag: s,
  lotSizeFilter: z.object({
    basePrecision: n,
    quotePrecision: n,
    minOrderQty: n,
    maxOrderQty: n,
    minOrderAmt: n,
    maxOrderAmt: n,
    maxLimitOrderQty: n,
    maxMarketOrderQty: n,
    postOnlyMaxLimitOrderSize: n,
  }),
  priceFilter: z.object({ tickSize: n }),
  riskParameters,
  symbolType: s,
})
export const v5OptionRow = z.object({
  symbol: s,
  status: s,
  baseCoin: s,
  quoteCoin: s,
  settleCoin: s,
  optionsType: s,
  launchTime: ms,
  deliveryTime: ms,
  deliveryFeeRate: n,
  priceFilter,
  lotSizeFilter: z.object({ minOrderQty: n, maxOrderQty: n, qtyStep: n }),
  displayName: s,
})
export const v5InstrumentRow = z.union([v5ContractRow, v5SpotRow, v5OptionRow])

const day = {
  lastPrice: nOrEmpty,
  prevPrice24h: nOrEmpty,
  price24hPcnt: n,
  highPrice24h: nOrEmpty,
  lowPrice24h: nOrEmpty,
  turnover24h: n,
  volume24h: n,
}
const best = { bid1Price: nOrEmpty, bid1Size: n, ask1Price: nOrEmpty, ask1Size: n }
export const v5ContractTicker = z.object({
  symbol: s,
  ...day,
  indexPrice: nOrEmpty,
  markPrice: nOrEmpty,
  prevPrice1h: nOrEmpty,
  openInterest: n,
  openInterestValue: n,
  singleOpenInterest: n,
  singleOpenInterestValue: n,
  fundingRate: nOrEmpty,
  nextFundingTime: ms,
  predictedDeliveryPrice: nOrEmpty,
  basisRate: nOrEmpty,
  basisRateYear: nOrEmpty,
  basis: nOrEmpty,
  deliveryFeeRate: nOrEmpty,
  deliveryTime: ms,
  ...best,
  preOpenPrice: nOrEmpty,
  preQty: nOrEmpty,
  curPreListingPhase: s,
  fundingIntervalHour: s,
  fundingCap: nOrEmpty,
})
export const v5SpotTicker = z.object({ symbol: s, ...day, ...best, usdIndexPrice: nOrEmpty })
export const v5OptionTicker = z.object({
  symbol: s,
  ...best,
  bid1Iv: n,
  ask1Iv: n,
  lastPrice: nOrEmpty,
  highPrice24h: nOrEmpty,
  lowPrice24h: nOrEmpty,
  markPrice: nOrEmpty,
  indexPrice: nOrEmpty,
  markIv: n,
  underlyingPrice: nOrEmpty,
  openInterest: n,
  turnover24h: n,
  volume24h: n,
  totalVolume: n,
  totalTurnover: n,
  delta: n,
  gamma: n,
  vega: n,
  theta: n,
  predictedDeliveryPrice: nOrEmpty,
  change24h: n,
})

const candles = <Row extends z.ZodMiniType, Of extends z.ZodMiniType>(of: Of, row: Row) => ({
  request: z.object({
    category: z._default(of, 'linear' as never),
    symbol: text,
    interval: z.enum(v5Intervals),
    start: optional(momentMs),
    end: optional(momentMs),
    limit: pageLimit(1000),
  }),
  answer: z.object({ category: s, symbol: s, list: list(row) }),
})
const plainCandle = z.tuple([ms, n, n, n, n])
const tradedCandle = z.tuple([ms, n, n, n, n, n, n])
const window = { startTime: optional(momentMs), endTime: optional(momentMs) }

export const v5MarketCalls = {
  time: {
    method: 'GET',
    path: '/v5/market/time',
    access: 'public',
    request: nothing,
    answer: z.object({ timeSecond: s, timeNano: s }),
  },
  instrumentsInfo: {
    method: 'GET',
    path: '/v5/market/instruments-info',
    access: 'public',
    request: z.object({
      category,
      symbol: optional(text),
      status: optional(text),
      baseCoin: optional(text),
      limit: pageLimit(1000),
      cursor: pageCursor,
    }),
    answer: z.object({
      category: s,
      list: list(v5InstrumentRow),
      nextPageCursor: optionalField(s),
    }),
  },
  tickers: {
    method: 'GET',
    path: '/v5/market/tickers',
    access: 'public',
    request: z.object({
      category,
      symbol: optional(text),
      baseCoin: optional(text),
      expDate: optional(text),
    }),
    answer: z.object({
      category: s,
      list: list(z.union([v5ContractTicker, v5SpotTicker, v5OptionTicker])),
    }),
  },
  orderbook: {
    method: 'GET',
    path: '/v5/market/orderbook',
    access: 'public',
    request: z.object({ category, symbol: text, limit: pageLimit(1000) }),
    answer: z.object({
      s,
      b: list(z.tuple([n, n])),
      a: list(z.tuple([n, n])),
      ts: i,
      u: i,
      seq: i,
      cts: i,
    }),
  },
  recentTrade: {
    method: 'GET',
    path: '/v5/market/recent-trade',
    access: 'public',
    request: z.object({
      category,
      symbol: optional(text),
      baseCoin: optional(text),
      optionType: optional(text),
      limit: pageLimit(1000),
    }),
    answer: z.object({
      category: s,
      list: list(
        z.object({
          execId: s,
          symbol: s,
          price: n,
          size: n,
          side: s,
          time: ms,
          isBlockTrade: b,
          isRPITrade: b,
          seq: s,
          mP: optionalField(n),
          iP: optionalField(n),
          mIv: optionalField(n),
          iv: optionalField(n),
        }),
      ),
    }),
  },
  kline: {
    method: 'GET',
    path: '/v5/market/kline',
    access: 'public',
    ...candles(z.enum(['spot', 'linear', 'inverse']), tradedCandle),
  },
  markPriceKline: {
    method: 'GET',
    path: '/v5/market/mark-price-kline',
    access: 'public',
    ...candles(z.enum(['linear', 'inverse', 'option']), plainCandle),
  },
  indexPriceKline: {
    method: 'GET',
    path: '/v5/market/index-price-kline',
    access: 'public',
    ...candles(contracts, plainCandle),
  },
  premiumIndexPriceKline: {
    method: 'GET',
    path: '/v5/market/premium-index-price-kline',
    access: 'public',
    ...candles(contracts, plainCandle),
  },
  fundingHistory: {
    method: 'GET',
    path: '/v5/market/funding/history',
    access: 'public',
    request: z.object({ category: contracts, symbol: text, ...window, limit: pageLimit(200) }),
    answer: z.object({
      category: s,
      list: list(z.object({ symbol: s, fundingRate: n, fundingRateTimestamp: ms })),
    }),
  },
  openInterest: {
    method: 'GET',
    path: '/v5/market/open-interest',
    access: 'public',
    request: z.object({
      category: contracts,
      symbol: text,
      intervalTime: z.enum(v5OpenInterestIntervals),
      ...window,
      limit: pageLimit(200),
      cursor: pageCursor,
    }),
    answer: z.object({
      category: s,
      symbol: s,
      list: list(z.object({ openInterest: n, singleOpenInterest: n, timestamp: ms })),
      ...pageEnd,
    }),
  },
  accountRatio: {
    method: 'GET',
    path: '/v5/market/account-ratio',
    access: 'public',
    request: z.object({
      category: contracts,
      symbol: text,
      period: z.enum(v5OpenInterestIntervals),
      ...window,
      limit: pageLimit(500),
      cursor: pageCursor,
    }),
    answer: z.object({
      list: list(z.object({ symbol: s, buyRatio: n, sellRatio: n, timestamp: ms })),
      ...pageEnd,
    }),
  },
  riskLimit: {
    method: 'GET',
    path: '/v5/market/risk-limit',
    access: 'public',
    request: z.object({ category: contracts, symbol: optional(text), cursor: pageCursor }),
    answer: z.object({
      category: s,
      list: list(
        z.object({
          id: i,
          symbol: s,
          riskLimitValue: n,
          maintenanceMargin: n,
          initialMargin: n,
          isLowestRisk: i,
          maxLeverage: n,
          mmDeduction: nOrEmpty,
        }),
      ),
      ...pageEnd,
    }),
  },
  priceLimit: {
    method: 'GET',
    path: '/v5/market/price-limit',
    access: 'public',
    request: z.object({
      category: z._default(z.enum(['spot', 'linear', 'inverse']), 'linear'),
      symbol: text,
    }),
    answer: z.object({ symbol: s, buyLmt: nOrEmpty, sellLmt: nOrEmpty, ts: ms }),
  },
  insurance: {
    method: 'GET',
    path: '/v5/market/insurance',
    access: 'public',
    request: z.object({ coin: optional(text) }),
    answer: z.object({
      updatedTime: ms,
      list: list(z.object({ coin: s, symbols: s, balance: n, value: n })),
    }),
  },
  adlAlert: {
    method: 'GET',
    path: '/v5/market/adlAlert',
    access: 'public',
    request: z.object({ symbol: optional(text) }),
    answer: z.object({
      updateTime: ms,
      list: list(
        z.object({
          coin: s,
          symbol: s,
          balance: n,
          maxBalance: n,
          insurancePnlRatio: n,
          pnlRatio: n,
          adlTriggerThreshold: n,
          adlStopRatio: n,
        }),
      ),
    }),
  },
  indexPriceComponents: {
    method: 'GET',
    path: '/v5/market/index-price-components',
    access: 'public',
    request: z.object({ indexName: text }),
    answer: z.object({
      indexName: s,
      lastPrice: n,
      updateTime: ms,
      components: list(
        z.object({
          exchange: s,
          spotPair: s,
          equivalentPrice: n,
          multiplier: n,
          price: n,
          weight: n,
        }),
      ),
    }),
  },
  deliveryPrice: {
    method: 'GET',
    path: '/v5/market/delivery-price',
    access: 'public',
    request: z.object({
      category: z.enum(['linear', 'inverse', 'option']),
      symbol: optional(text),
      baseCoin: optional(text),
      settleCoin: optional(text),
      limit: pageLimit(200),
      cursor: pageCursor,
    }),
    answer: z.object({
      category: s,
      list: list(z.object({ symbol: s, deliveryPrice: n, deliveryTime: ms })),
      ...pageEnd,
    }),
  },
  newDeliveryPrice: {
    method: 'GET',
    path: '/v5/market/new-delivery-price',
    access: 'public',
    request: z.object({
      category: z.enum(['option']),
      baseCoin: text,
      settleCoin: z._default(z.enum(optionSettleCoins), 'USDT'),
    }),
    answer: z.object({
      category: s,
      list: list(z.object({ deliveryPrice: n, deliveryTime: ms })),
    }),
  },
  historicalVolatility: {
    method: 'GET',
    path: '/v5/market/historical-volatility',
    access: 'public',
    request: z.object({
      category: z.enum(['option']),
      baseCoin: z._default(text, 'BTC'),
      quoteCoin: z._default(text, 'USD'),
      period: z._default(z.enum(['7', '14', '21', '30', '60', '90']), '7'),
      ...window,
    }),
    answer: list(z.object({ period: i, value: n, time: ms })),
  },
} as const satisfies Readonly<Record<string, V5Call>>
