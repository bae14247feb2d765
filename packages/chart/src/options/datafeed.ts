// The datafeed contract, with the shape and names of TradingView's public documentation, so that
// one feed serves this chart and the licensed one.

/** One candle. `time` is the start of the bar in milliseconds UTC, prices are plain numbers. */
export type Bar = {
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume?: number
}

/** Additional series of a symbol, for studies: the name of each, and the symbol to request. */
export type Companions = Readonly<Record<string, string>>

/**
 * A resolved symbol. A tick is `minmov / pricescale`; a field left out takes the default of the
 * contract (`session` 24x7, `minmov` 1, `volume_precision` 0).
 */
export type SymbolInfo = {
  readonly name: string
  readonly ticker?: string
  readonly description?: string
  readonly type?: string
  readonly exchange?: string
  readonly listed_exchange?: string
  readonly session?: string
  readonly timezone?: string
  readonly minmov?: number
  readonly pricescale: number
  readonly volume_precision?: number
  readonly has_intraday?: boolean
  readonly has_daily?: boolean
  readonly has_weekly_and_monthly?: boolean
  readonly has_seconds?: boolean
  readonly has_ticks?: boolean
  readonly minmove2?: number
  readonly fractional?: boolean
  readonly format?: 'price' | 'volume'
  readonly visible_plots_set?: 'ohlcv' | 'ohlc' | 'c'
  readonly has_empty_bars?: boolean
  readonly seconds_multipliers?: readonly string[]
  readonly daily_multipliers?: readonly string[]
  readonly weekly_multipliers?: readonly string[]
  readonly monthly_multipliers?: readonly string[]
  readonly intraday_multipliers?: readonly string[]
  readonly supported_resolutions?: readonly string[]
  /** URLs of one logo, or of a pair's two. */
  readonly logo_urls?: readonly string[]
  readonly data_status?: 'streaming' | 'endofday' | 'delayed_streaming'
  readonly expired?: boolean
  /** Ours: the symbols passed to `resolveSymbol` for studies that need more series. */
  readonly companions?: Companions
}

/** The feed's answer to `onReady`. */
export type DatafeedConfiguration = {
  readonly supported_resolutions?: readonly string[]
  readonly exchanges?: readonly { value: string; name: string; desc: string }[]
  readonly symbols_types?: readonly { name: string; value: string }[]
  readonly supports_time?: boolean
  readonly supports_marks?: boolean
  readonly supports_timescale_marks?: boolean
}

/** One line of a symbol search. */
export type SearchItem = {
  readonly symbol: string
  readonly ticker?: string
  readonly full_name?: string
  readonly description: string
  readonly exchange: string
  readonly type: string
  readonly logo_urls?: readonly string[]
}

/** The requested bars: `from` included, `to` excluded, in seconds; `countBack` overrides `from`. */
export type PeriodParams = {
  readonly from: number
  readonly to: number
  readonly countBack: number
  readonly firstDataRequest: boolean
}

/** The metadata of an answer to `getBars`: `nextTime` is in milliseconds. */
export type HistoryMetadata = {
  readonly noData?: boolean
  readonly nextTime?: number | null
}

/** A mark at a bar: a small disc with a letter that opens a text and can be clicked. */
export type Mark = {
  readonly id: string | number
  /** Seconds; the bar that contains this time carries the mark. */
  readonly time: number
  readonly color: string | { readonly border?: string; readonly background?: string }
  readonly text: string | { readonly content: readonly string[] }
  readonly label: string
  readonly labelFontColor?: string
  /** Diameter in pixels. */
  readonly minSize?: number
}

/** A mark on the time axis. */
export type TimescaleMark = {
  readonly id: string | number
  readonly time: number
  readonly color: string
  readonly label: string
  readonly tooltip: readonly string[]
}

/** A failure reason as a text or as an error. */
export type FeedFailure = string | Error

/**
 * The datafeed that a host implements. Every method answers through exactly one of its callbacks;
 * the chart tolerates answers that are late, duplicate, out of order or missing.
 */
export interface Datafeed {
  onReady(callback: (configuration: DatafeedConfiguration) => void): void
  searchSymbols?(
    input: string,
    exchange: string,
    type: string,
    onResult: (items: readonly SearchItem[]) => void,
  ): void
  resolveSymbol(
    symbolName: string,
    onResolve: (info: SymbolInfo) => void,
    onError: (reason: FeedFailure) => void,
  ): void
  getBars(
    info: SymbolInfo,
    resolution: string,
    period: PeriodParams,
    onResult: (bars: readonly Bar[], meta?: HistoryMetadata) => void,
    onError: (reason: FeedFailure) => void,
  ): void
  subscribeBars(
    info: SymbolInfo,
    resolution: string,
    onRealtimeCallback: (bar: Bar) => void,
    listenerGuid: string,
    onResetCacheNeeded: () => void,
  ): void
  unsubscribeBars(listenerGuid: string): void
  getServerTime?(callback: (seconds: number) => void): void
  getMarks?(
    info: SymbolInfo,
    from: number,
    to: number,
    onResult: (marks: readonly Mark[]) => void,
    resolution: string,
  ): void
  getTimescaleMarks?(
    info: SymbolInfo,
    from: number,
    to: number,
    onResult: (marks: readonly TimescaleMark[]) => void,
    resolution: string,
  ): void
}
