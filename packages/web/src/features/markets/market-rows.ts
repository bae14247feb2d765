// The rows of the markets page: what is listed, joined with its ticker and its statistics, and the
// figures that its columns sort by.

import type { CallAnswer } from '@basis/protocol/calls'
import type { Listing } from '../../stores/catalogue.ts'
import type { SortKey } from '../../ui/table/sort.ts'

export type MarketTicker = CallAnswer<'tickers'>['list'][number]
export type MarketStatistics = CallAnswer<'marketStatistics'>['list'][number]

export type MarketRow = {
  readonly listing: Listing
  readonly ticker: MarketTicker | undefined
  readonly statistics: MarketStatistics | undefined
}

export type MarketView = 'overview' | 'screener' | 'heatMap'

/** The windows of change that the screener has, as they are written in every language. */
export const changeWindows = {
  change5m: '5m',
  change15m: '15m',
  change1h: '1h',
  change4h: '4h',
  change24h: '24h',
} as const
export type ChangeColumn = keyof typeof changeWindows

export const viewColumns = {
  overview: ['last', 'change24h', 'trend', 'range', 'turnover', 'funding', 'openInterest'],
  screener: [
    'last',
    'change5m',
    'change15m',
    'change1h',
    'change4h',
    'change24h',
    'volatility',
    'volumeRatio',
    'funding',
    'correlation',
    'spread',
  ],
} as const
export type MarketColumn = 'symbol' | (typeof viewColumns)[keyof typeof viewColumns][number]

/** Returns the rows of the listings in their order. */
export function marketRows(
  listings: readonly Listing[],
  tickers: readonly MarketTicker[] | undefined,
  statistics: readonly MarketStatistics[] | undefined,
): readonly MarketRow[] {
  const tickerOf = new Map(tickers?.map((ticker) => [ticker.symbol, ticker]))
  const statisticsOf = new Map(statistics?.map((each) => [each.symbol, each]))
  return listings.map((listing) => ({
    listing,
    ticker: tickerOf.get(listing.symbol),
    statistics: statisticsOf.get(listing.symbol),
  }))
}

/**
 * Returns a change ×1e6: over 24 hours the ticker's, as everywhere else; the others' by candles.
 */
export function changeE6(row: MarketRow, column: ChangeColumn): number | undefined {
  if (column !== 'change24h') return row.statistics?.[`${column}E6`]
  return row.ticker === undefined ? undefined : Math.round(Number(row.ticker.price24hPcnt) * 1e6)
}

/**
 * Returns the turnover of 24 hours in dollars: an inverse contract turns over coins, told at its
 * last price.
 */
export function turnoverUsd({ listing, ticker }: MarketRow): number | undefined {
  if (ticker === undefined) return undefined
  const turnover = Number(ticker.turnover24h)
  return listing.instrument.kind === 'Inverse' ? turnover * Number(ticker.lastPrice) : turnover
}

/** Returns the open interest in dollars; an inverse contract is one dollar. */
export function openInterestUsd({ listing, ticker }: MarketRow): number | undefined {
  if (ticker === undefined || listing.instrument.kind === 'Spot') return undefined
  const open = Number(ticker.openInterest)
  return listing.instrument.kind === 'Inverse' ? open : open * Number(ticker.markPrice)
}

/** Returns the spread as a part of the best bid, ×1e6; undefined while a side is empty. */
export function spreadE6({ ticker }: MarketRow): number | undefined {
  const [bid, ask] = [Number(ticker?.bid1Price), Number(ticker?.ask1Price)]
  return bid > 0 && ask > 0 ? Math.round((ask / bid - 1) * 1e6) : undefined
}

/** Returns what a row sorts by in a column; undefined comes last. */
export function marketSortKey(row: MarketRow, column: MarketColumn): SortKey {
  const { ticker, statistics, listing } = row
  switch (column) {
    case 'symbol':
      return listing.symbol
    case 'last':
      return ticker === undefined ? undefined : Number(ticker.lastPrice)
    case 'trend':
    case 'change24h':
    case 'change5m':
    case 'change15m':
    case 'change1h':
    case 'change4h':
      return changeE6(row, column === 'trend' ? 'change24h' : column)
    case 'range':
      return rangeShare(ticker)
    case 'turnover':
      return turnoverUsd(row)
    case 'funding':
      return isNothing(ticker?.fundingRate) ? undefined : Number(ticker?.fundingRate)
    case 'openInterest':
      return openInterestUsd(row)
    case 'volatility':
      return statistics?.volatilityE6
    case 'volumeRatio':
      return statistics?.volumeRatioE6
    case 'correlation':
      return statistics?.btcCorrelationE6
    case 'spread':
      return spreadE6(row)
  }
}

const isNothing = (text: string | undefined): boolean => text === undefined || text === ''

/** How far the day's high stands above its low. */
function rangeShare(ticker: MarketTicker | undefined): number | undefined {
  const low = Number(ticker?.lowPrice24h)
  return low > 0 ? Number(ticker?.highPrice24h) / low : undefined
}
