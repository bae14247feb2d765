// The chart as its host sees it: a TradingView-compatible widget with a door of our own for lines.

import type { Bar } from './datafeed.ts'
import type { ChartLine } from './lines.ts'
import type { ChartMessages } from './messages.ts'
import type { ChartOptions, Overrides, ThemeName } from './options.ts'

export type { ChartMessages, ChartOptions, Overrides, ThemeName }

/** What a host may listen to; any other name is legal and silent. */
export type ChartEvents = {
  readonly onTick: (bar: Bar) => void
  readonly chart_loaded: () => void
  readonly mouse_down: (event: PointerEvent) => void
  readonly mouse_up: (event: PointerEvent) => void
  readonly onAutoSaveNeeded: () => void
  readonly series_properties_changed: () => void
  readonly study_event: (name: string, event: 'create' | 'remove') => void
  readonly onScreenshotReady: (url: string) => void
}

/** A subscription in the manner of TradingView: the first argument is kept and ignored. */
export interface Subscription<Arguments extends readonly unknown[]> {
  subscribe(scope: object | null, listener: (...values: Arguments) => void, once?: boolean): void
  unsubscribe(scope: object | null, listener: (...values: Arguments) => void): void
  unsubscribeAll(scope: object | null): void
}

/** Seconds, both ends included. */
export type TimeRange = { readonly from: number; readonly to: number }

/** The one chart inside the widget. */
export interface ChartApi {
  symbol(): string
  resolution(): string
  setSymbol(symbol: string, callback?: () => void): Promise<boolean>
  setResolution(resolution: string, callback?: () => void): Promise<boolean>
  chartType(): number
  /** 0 bars, 1 candles, 2 line, 3 area, 9 hollow candles; other numbers change nothing and warn. */
  setChartType(type: number, callback?: () => void): Promise<boolean>
  resetData(): void
  dataReady(callback?: () => void): boolean
  onDataLoaded(): Subscription<[]>
  onSymbolChanged(): Subscription<[]>
  onIntervalChanged(): Subscription<[string, { timeframe?: TimeRange }]>
  onChartTypeChanged(): Subscription<[number]>
  onVisibleRangeChanged(): Subscription<[TimeRange]>
  crossHairMoved(): Subscription<[{ time: number; price: number }]>
  getVisibleRange(): TimeRange
  setVisibleRange(range: TimeRange): Promise<void>
  createStudy(name: string): Promise<string | null>
  removeStudy(name: string): void
  getAllStudies(): { id: string; name: string }[]
  /** 0 normal, 1 logarithmic, 2 percent. */
  setPriceScaleMode(mode: number): void
  priceScaleMode(): number
  executeActionById(action: string): void
  getTimezone(): string
  setTimezone(timezone: string): void
  setScrollEnabled(enabled: boolean): void
  setZoomEnabled(enabled: boolean): void
}

export interface ChartWidget {
  readonly _id: string
  readonly _iFrame: HTMLIFrameElement | null
  readonly _ready: boolean
  /** Calls back after the first bars or the first failure; at once when that is past. */
  onChartReady(callback: () => void): void
  chartReady(): Promise<boolean>
  headerReady(): Promise<void>
  activeChart(): ChartApi
  chart(index?: number): ChartApi
  chartsCount(): number
  setSymbol(symbol: string, interval: string, callback?: () => void): void
  setResolution(resolution: string, callback?: () => void): void
  symbolInterval(): { symbol: string; interval: string }
  setTheme(theme: ThemeName): void
  changeTheme(theme: ThemeName): Promise<void>
  getTheme(): ThemeName
  setTimezone(timezone: string): void
  setMessages(messages: Partial<ChartMessages>, locale?: string): void
  setLines(lines: readonly ChartLine[]): void
  applyOverrides(overrides: Overrides): void
  subscribe<Name extends keyof ChartEvents>(event: Name, callback: ChartEvents[Name]): void
  unsubscribe<Name extends keyof ChartEvents>(event: Name, callback: ChartEvents[Name]): void
  takeClientScreenshot(): Promise<HTMLCanvasElement>
  /** Idempotent; every method after it does nothing and answers empty. */
  remove(): void
}

/**
 * Makes a chart inside the container. Throws, word for word as the specification has it, when the
 * symbol, the container or the datafeed is missing (spec 5, chart).
 */
export declare function createChartWidget(options: ChartOptions): ChartWidget
