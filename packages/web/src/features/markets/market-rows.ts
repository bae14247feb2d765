// The rows of the markets page: listings joined with their tickers and statistics, and the sort
// keys of the columns.

import { sideOfLevel } from '@basis/domain/alerts/alert'
import { parseLevel, type MarketFigure } from '@basis/domain/alerts/figures'
import { marketFigure, quoteUsdOf, type MarketFacts } from '@basis/protocol/alerts/figures'
import type { CallAnswer } from '@basis/protocol/calls'
import type { ScreenFilter } from '../../shell/saved-screens.ts'
import type { Listing } from '../../stores/catalogue.ts'
import type { SortKey } from '../../ui/table/sort.ts'

export type MarketTicker = CallAnswer<'tickers'>['list'][number]
export type MarketStatistics = CallAnswer<'marketStatistics'>['list'][number]

export type MarketRow = {
  readonly listing: Listing
  readonly ticker: MarketTicker | undefined
  readonly statistics: MarketStatistics | undefined
  /** The dollar value of one unit of a pair's quote coin; 1 if it is left out. */
  readonly quoteUsd?: number
}

/** A day's prices from 24 hours ago to the last, so that the line agrees with the change. */
export function dayLine(row: {
  readonly ticker: Pick<MarketTicker, 'prevPrice24h' | 'lastPrice'> | undefined
  readonly statistics: Pick<MarketStatistics, 'closes'> | undefined
}): readonly string[] {
  const { ticker, statistics } = row
  const { prevPrice24h = '', lastPrice = '' } = ticker ?? {}
  return [prevPrice24h, ...(statistics?.closes ?? []), lastPrice].filter((price) => price !== '')
}

export const marketViews = ['overview', 'screener', 'heatMap', 'new'] as const
export type MarketView = (typeof marketViews)[number]

/** The screener's windows of change, written the same in every language. */
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
    'openInterest1h',
    'openInterest24h',
    'correlation',
    'spread',
  ],
} as const
export type MarketColumn = 'symbol' | (typeof viewColumns)[keyof typeof viewColumns][number]

/** Returns whether a name is that of a column. */
export const isMarketColumn = (name: string): name is MarketColumn =>
  name === 'symbol' ||
  Object.values(viewColumns).some((columns) => columns.some((id) => id === name))

/** Returns the known data of a row's market. */
export const factsOf = ({ listing, ticker, statistics, quoteUsd = 1 }: MarketRow): MarketFacts => ({
  kind: listing.instrument.kind,
  ticker,
  statistics,
  quoteUsd,
})

/** Returns the rows of the listings, in the same order. */
export function marketRows(
  listings: readonly Listing[],
  tickers: readonly MarketTicker[] | undefined,
  statistics: readonly MarketStatistics[] | undefined,
): readonly MarketRow[] {
  const tickerOf = new Map(tickers?.map((ticker) => [ticker.symbol, ticker]))
  const statisticsOf = new Map(statistics?.map((each) => [each.symbol, each]))
  const priceOf = (symbol: string): number => Number(tickerOf.get(symbol)?.lastPrice ?? 0)
  return listings.map((listing) => ({
    listing,
    ticker: tickerOf.get(listing.symbol),
    statistics: statisticsOf.get(listing.symbol),
    quoteUsd: quoteUsdOf(listing.instrument, priceOf),
  }))
}

const figureOf = (row: MarketRow, figure: MarketFigure) => marketFigure(figure, factsOf(row))

/** Scales a figure down, rounding to the nearest unit. */
const by = (units: number | undefined, factor: number): number | undefined =>
  units === undefined ? undefined : Math.round(units / factor)

/** Returns a change ×1e6. */
export const changeE6 = (row: MarketRow, column: ChangeColumn): number | undefined =>
  by(figureOf(row, column), 100)

/** Returns the turnover of 24 hours in dollars. */
export const turnoverUsd = (row: MarketRow): number | undefined =>
  by(figureOf(row, 'turnover'), 100)

/** Returns the open interest in dollars. */
export const openInterestUsd = (row: MarketRow): number | undefined =>
  by(figureOf(row, 'openInterest'), 100)

/** Returns the spread as a fraction of the best bid, ×1e6; undefined while a side is empty. */
export const spreadE6 = (row: MarketRow): number | undefined => by(figureOf(row, 'spread'), 100)

/** Returns a row's sort key in a column; undefined sorts last. */
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
    case 'openInterest1h':
    case 'openInterest24h':
      return statistics?.[`${column}E6`]
  }
}

const isNothing = (text: string | undefined): boolean => text === undefined || text === ''

/** Returns the ratio of the day's high to its low. */
function rangeShare(ticker: MarketTicker | undefined): number | undefined {
  const low = Number(ticker?.lowPrice24h)
  return low > 0 ? Number(ticker?.highPrice24h) / low : undefined
}

/** Returns whether a market passes every filter; one without the figure does not. */
export function passes(facts: MarketFacts, filters: readonly ScreenFilter[]): boolean {
  return filters.every(({ figure, operator, value }) => {
    const [now, level] = [marketFigure(figure, facts), parseLevel(figure, value)]
    if (now === undefined || level === undefined) return false
    return sideOfLevel(now, level) === (operator === 'above' ? 1 : -1)
  })
}
