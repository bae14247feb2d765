// The datafeed of the chart: its symbols and candles. Prices become floating-point numbers here and
// never come back through it.

import type {
  Bar,
  Datafeed,
  DatafeedConfiguration,
  PeriodParams,
  SearchItem,
  SymbolInfo,
} from '@basis/chart/datafeed'
import {
  candleSources,
  resolutions,
  type CandleSource,
  type Resolution,
} from '@basis/domain/instrument/candle'
import { qtyLots } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  formatQty,
  priceDecimals,
  qtyDecimals,
  type InstrumentStatus,
} from '@basis/domain/instrument/instrument'
import { maxCandles } from '@basis/protocol/market-calls'
import type { CandleSeries, LiveCandle } from '../../../stores/candles.ts'
import { shownName, type Listing } from '../../../stores/catalogue.ts'
import { rankedMatches } from '@basis/domain/instrument/symbol-search'
import type { Outcome } from '../../../client/http.ts'
import {
  companionOf,
  companionsOf,
  type CompanionName,
  type CompanionPoint,
  type CompanionRange,
} from './companion-series.ts'

/** What the feed needs of the exchange; implemented by the chart panel, and by fakes in tests. */
export interface CandleProvider {
  listing(symbol: string): Listing | undefined
  listings(): readonly Listing[]
  candles(
    series: CandleSeries,
    range: { readonly endMs: number; readonly count: number },
  ): Promise<Outcome<readonly LiveCandle[]>>
  listen(
    series: CandleSeries,
    listener: (candles: readonly LiveCandle[], isSnapshot: boolean) => void,
  ): () => void
  /** Returns a companion series of a contract, ascending; rejects if it is not available. */
  companion(
    symbol: string,
    name: CompanionName,
    range: CompanionRange,
  ): Promise<readonly CompanionPoint[]>
  nowMs(): number
  /** Has the chart request all its bars again, because some were missed. */
  reload(): void
  /** Returns the message for why bars are not available, in the trader's language. */
  words(reason: FeedWord): string
}

type FeedWord =
  | 'notListed'
  | 'barsFailed'
  | 'searchAll'
  | 'searchSpot'
  | 'searchPerpetual'
  | 'searchExpiry'

/**
 * Returns the chart's ticker of a series: the symbol, and the price source unless it is the last
 * price.
 */
export function tickerOf(symbol: string, source: CandleSource): string {
  return source === 'last' ? symbol : `${symbol}#${source}`
}

export function seriesOf(ticker: string): { symbol: string; source: CandleSource } {
  const [symbol = '', named] = ticker.split('#')
  return { symbol, source: candleSources.find((source) => source === named) ?? 'last' }
}

/** Returns the interval that a text names; 30 minutes if it is unknown. */
export const resolutionOf = (text: string): Resolution =>
  resolutions.find((resolution) => resolution === text) ?? '30'

const unit = 100_000_000

/** Returns a candle as a bar of the chart. */
function barOf(candle: LiveCandle): Bar {
  return {
    time: candle.startMs,
    open: candle.openE8 / unit,
    high: candle.highE8 / unit,
    low: candle.lowE8 / unit,
    close: candle.closeE8 / unit,
    volume: Number(candle.volume) / unit,
  }
}

/**
 * Returns the search tab that a listing belongs to (spec 2: all, spot, perpetual, expiry). TRADFI
 * of spec 3 has no listing, because only coins are traded here.
 */
function searchTypeOf({ marketType }: Listing): 'SPOT' | 'PERPETUAL' | 'EXPIRY' {
  if (marketType === 'Spot' || marketType === 'SpotMargin') return 'SPOT'
  return marketType.endsWith('Perpetual') || marketType === 'PerpBasis' ? 'PERPETUAL' : 'EXPIRY'
}

/**
 * What the panels of the chart need of a symbol, under the specification's names (spec 3,
 * chart-panel symbol config): prices and quantities as texts, fractions as counts of decimals.
 */
type ChartSymbol = {
  readonly symbol: string
  readonly displayName: string
  readonly coin: string
  readonly baseCoin: string
  readonly maxQty: string
  readonly maxMarketQty: string
  readonly minPrice: string
  readonly maxPrice: string
  readonly lotStep: string
  readonly lotFraction: number
  readonly balanceFraction: number
  readonly priceFraction: number
  readonly upnlFraction: number
}

function chartSymbolOf(listing: Listing): ChartSymbol {
  const { symbol, displayName, instrument, balanceFraction = 8, upnlFraction = 8 } = listing
  const { settleCoin, baseCoin, maxQtyLots, maxMarketQtyLots } = instrument
  return {
    symbol,
    displayName,
    coin: settleCoin,
    baseCoin,
    maxQty: formatQty(instrument, maxQtyLots),
    maxMarketQty: formatQty(instrument, maxMarketQtyLots),
    minPrice: formatPrice(instrument, instrument.minPriceTicks),
    maxPrice: formatPrice(instrument, instrument.maxPriceTicks),
    lotStep: formatQty(instrument, qtyLots(1)),
    lotFraction: qtyDecimals(instrument),
    balanceFraction,
    priceFraction: priceDecimals(instrument),
    upnlFraction,
  }
}

/** Returns the chart's symbol info of a listing; a tick is minmov ÷ pricescale. */
export function symbolInfoOf(
  listing: Listing,
  ticker: string,
): SymbolInfo & { readonly symbolStatus: InstrumentStatus; readonly config: ChartSymbol } {
  const { instrument } = listing
  const config = chartSymbolOf(listing)
  const pricescale = 10 ** config.priceFraction
  return {
    name: shownName(listing),
    ticker,
    description: config.displayName,
    type: searchTypeOf(listing),
    exchange: 'Basis',
    session: '24x7',
    timezone: 'Etc/UTC',
    pricescale,
    minmov: Math.max(1, Math.round((instrument.tickSizeE8 * pricescale) / unit)),
    volume_precision: config.lotFraction,
    has_intraday: true,
    has_daily: true,
    has_weekly_and_monthly: true,
    supported_resolutions: resolutions,
    data_status: 'streaming',
    expired: instrument.status === 'Closed',
    companions: companionsOf(listing),
    symbolStatus: instrument.status,
    config,
  }
}

/**
 * Returns the symbols that match the input, of the given type if there is one, the best match
 * first. Delisted symbols are left out (spec 3, chart symbol).
 */
export function searchItems(
  listings: readonly Listing[],
  wanted: { readonly input: string; readonly type: string },
): SearchItem[] {
  const offered = listings.filter(
    ({ instrument }) => instrument.status !== 'Closed' && instrument.isHidden !== true,
  )
  return rankedMatches(offered, wanted.input)
    .map((listing) => symbolInfoOf(listing, listing.symbol))
    .filter(({ type }) => wanted.type === '' || wanted.type === 'all' || type === wanted.type)
    .map(({ name, ticker = name, description = '', type = '' }) => ({
      symbol: name,
      ticker,
      description,
      type,
      exchange: 'Basis',
    }))
}

const configuration = (desk: CandleProvider): DatafeedConfiguration => ({
  supported_resolutions: resolutions,
  supports_time: true,
  symbols_types: [
    { name: desk.words('searchAll'), value: '' },
    { name: desk.words('searchSpot'), value: 'SPOT' },
    { name: desk.words('searchPerpetual'), value: 'PERPETUAL' },
    { name: desk.words('searchExpiry'), value: 'EXPIRY' },
  ],
})

/** Returns the datafeed of one chart. */
export function createChartDatafeed(desk: CandleProvider): Datafeed {
  const stops = new Map<string, () => void>()
  const sources: Sources = { desk, newest: new Map(), lateMs: Number.NEGATIVE_INFINITY }
  const source = (info: SymbolInfo, resolution: string): BarSource =>
    sourceOf(sources, info, resolution)
  return {
    onReady(callback) {
      // Asynchronous, as the datafeed's contract requires: the chart's constructor must have
      // returned.
      setTimeout(() => callback(configuration(desk)), 0)
    },
    searchSymbols(input, _exchange, type, onResult) {
      onResult(searchItems(desk.listings(), { input, type }))
    },
    resolveSymbol(name, onResolve, onError) {
      const listing = desk.listing(seriesOf(name).symbol)
      setTimeout(() => {
        if (listing === undefined) onError(desk.words('notListed'))
        else if (companionOf(name) === undefined) onResolve(symbolInfoOf(listing, name))
        else onResolve(companionInfo(listing, name))
      }, 0)
    },
    // The chart's datafeed contract has five parameters here and below.
    // oxlint-disable-next-line max-params
    getBars(info, resolution, period, onResult, onError) {
      void source(info, resolution)
        .bars(period)
        .then((bars) => {
          if (bars === undefined) onError(desk.words('barsFailed'))
          else onResult(bars, { noData: bars.length === 0 })
        })
    },
    // oxlint-disable-next-line max-params
    subscribeBars(info, resolution, onBar, listenerGuid, onResetCacheNeeded) {
      stops.set(listenerGuid, source(info, resolution).follow(onBar, onResetCacheNeeded))
    },
    unsubscribeBars(listenerGuid) {
      stops.get(listenerGuid)?.()
      stops.delete(listenerGuid)
    },
    getServerTime(callback) {
      callback(Math.floor(desk.nowMs() / 1000))
    },
  }
}

/** The source of a ticker's bars. */
type BarSource = {
  /** Undefined if they are not available. */
  readonly bars: (period: PeriodParams) => Promise<readonly Bar[] | undefined>
  /** Calls `onBar` with each update of the newest bars; returns a function that stops it. */
  readonly follow: (onBar: (bar: Bar) => void, onReset: () => void) => () => void
}

type Sources = {
  readonly desk: CandleProvider
  /** The start of the newest bar that was requested of each series. */
  readonly newest: Map<string, number>
  /** When bars were last requested again because the live ones began too late. */
  lateMs: number
}

/** If history itself is late, requesting it again at once would not help. */
const latePauseMs = 10_000

function sourceOf(sources: Sources, info: SymbolInfo, resolution: string): BarSource {
  const ticker = info.ticker ?? info.name
  const series = { ...seriesOf(ticker), resolution: resolutionOf(resolution) }
  const companion = companionOf(ticker)
  return companion === undefined
    ? candleSource(sources, series)
    : companionSource(sources.desk, { ...series, companion })
}

function candleSource(sources: Sources, series: CandleSeries): BarSource {
  const { desk, newest } = sources
  const key = JSON.stringify(series)
  const isLate = (candle: LiveCandle | undefined): boolean => {
    const knownMs = newest.get(key)
    if (candle === undefined || knownMs === undefined || candle.startMs <= knownMs) return false
    const isAgain = desk.nowMs() - sources.lateMs < latePauseMs
    if (!isAgain) sources.lateMs = desk.nowMs()
    return !isAgain
  }
  return {
    async bars({ from, to, countBack }) {
      const wanted = { endMs: to * 1000, fromMs: from * 1000, count: countBack }
      const bars = await barsBefore(desk, series, wanted)
      const lastMs = bars?.at(-1)?.time
      if (lastMs !== undefined) newest.set(key, Math.max(lastMs, newest.get(key) ?? lastMs))
      return bars
    },
    follow(onBar, onReset) {
      let hasBegun = false
      return desk.listen(series, (candles, isSnapshot) => {
        // A second snapshot means that updates were missed, and a first candle after the requested
        // ones that the live ones began too late. The callback only says that the bars are stale;
        // to request them again is up to the host (docs/chart b.2).
        if (hasBegun ? isSnapshot : isLate(candles[0])) {
          onReset()
          desk.reload()
        }
        hasBegun = true
        for (const candle of candles) onBar(barOf(candle))
      })
    },
  }
}

/** How often the current value is polled; the series themselves are sampled every five minutes. */
const companionEveryMs = 30_000

function companionSource(
  desk: CandleProvider,
  series: { symbol: string; companion: CompanionName; resolution: Resolution },
): BarSource {
  const { symbol, companion, resolution } = series
  const asked = (endMs: number, count: number): Promise<readonly Bar[] | undefined> =>
    desk.companion(symbol, companion, { resolution, endMs, count }).then(
      (points) => points.map(barOfPoint),
      () => undefined,
    )
  return {
    bars: ({ to, countBack }) => asked(to * 1000, Math.max(1, countBack)),
    follow(onBar) {
      // A failed request is repeated at the next interval.
      const update = async (): Promise<void> => (await asked(desk.nowMs(), 2))?.forEach(onBar)
      const timer = setInterval(() => void update(), companionEveryMs)
      return () => clearInterval(timer)
    },
  }
}

/** The symbol info of a companion series; its values may be zero and negative, as spreads may. */
const companionInfo = (listing: Listing, ticker: string): SymbolInfo => ({
  ...symbolInfoOf(listing, ticker),
  type: 'spread',
  companions: {},
})

const barOfPoint = ({ timeMs, value }: CompanionPoint): Bar => ({
  time: timeMs,
  open: value,
  high: value,
  low: value,
  close: value,
})

/** Requests pages until there are as many bars as wanted, or no older ones exist. */
async function barsBefore(
  desk: CandleProvider,
  series: CandleSeries,
  wanted: { readonly endMs: number; readonly fromMs: number; readonly count: number },
): Promise<Bar[] | undefined> {
  let candles: readonly LiveCandle[] = []
  let endMs = wanted.endMs
  for (;;) {
    const missing = wanted.count - candles.length
    const count = Math.min(maxCandles, Math.max(missing, 1))
    const outcome = await desk.candles(series, { endMs, count })
    if (!outcome.ok) return undefined
    candles = [...outcome.value, ...candles]
    const first = outcome.value[0]
    const isEnough = candles.length >= wanted.count && (first?.startMs ?? 0) <= wanted.fromMs
    if (first === undefined || outcome.value.length < count) break
    if (isEnough || candles.length >= Math.max(wanted.count, maxCandles)) break
    endMs = first.startMs
  }
  return candles.map(barOf)
}
