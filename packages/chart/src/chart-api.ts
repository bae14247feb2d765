// The one chart inside the widget, with the names hosts of TradingView's library know.

import type { ShapesApi } from './api/shape-api.ts'
import type { Bar } from './datafeed.ts'
import type { DrawingEvent } from './drawings/drawing-book.ts'
import type { DrawnPosition } from './drawings/drawings.ts'
import type { Subscription } from './events.ts'

/** What a host may listen to on the widget; any other name is legal and silent. */
export type ChartEvents = {
  readonly onTick: (bar: Bar) => void
  readonly chart_loaded: () => void
  readonly mouse_down: (event: PointerEvent) => void
  readonly mouse_up: (event: PointerEvent) => void
  /** After a change worth keeping: symbol, interval, style, scale, indicators. */
  readonly onAutoSaveNeeded: () => void
  readonly series_properties_changed: () => void
  /** A drawing's id and what has happened to it. */
  readonly drawing_event: (id: string, event: DrawingEvent) => void
  /** Ours: the trader wants to trade on a long or short position drawing. */
  readonly drawing_position: (position: DrawnPosition) => void
  readonly onSelectedLineToolChanged: () => void
  readonly study_event: (name: string, event: 'create' | 'remove') => void
}

/** Seconds, both ends included. */
export type TimeRange = { readonly from: number; readonly to: number }

export interface ChartApi extends ShapesApi {
  /** Removes a drawing or an indicator. */
  removeEntity(id: string, options?: { readonly disableUndo?: boolean }): void
  /** The symbol asked for, also while its bars are on their way. */
  symbol(): string
  resolution(): string
  setSymbol(symbol: string, callback?: () => void): Promise<boolean>
  setResolution(resolution: string, callback?: () => void): Promise<boolean>
  chartType(): number
  /** 0 bars, 1 candles, 2 line, 3 area, 9 hollow candles; other numbers change nothing and warn. */
  setChartType(type: number, callback?: () => void): Promise<boolean>
  /** Asks for all bars again; to be called after the feed's reset callback. */
  resetData(): void
  /** True when bars are shown; otherwise the callback comes when they are. */
  dataReady(callback?: () => void): boolean
  onDataLoaded(): Subscription<[]>
  onSymbolChanged(): Subscription<[]>
  onIntervalChanged(): Subscription<[string, { timeframe?: TimeRange }]>
  onChartTypeChanged(): Subscription<[number]>
  onVisibleRangeChanged(): Subscription<[TimeRange]>
  crossHairMoved(): Subscription<[{ time: number }]>
  getVisibleRange(): TimeRange
  setVisibleRange(range: TimeRange): Promise<void>
  /** Names: VOL MA EMA BOLL MACD RSI. Null, with a warning, for any other. */
  createStudy(name: string): Promise<string | null>
  removeStudy(id: string): void
  getAllStudies(): { id: string; name: string }[]
  /** 0 normal, 1 logarithmic, 2 percent. */
  setPriceScaleMode(mode: number): void
  priceScaleMode(): number
  /** timeScaleReset, chartReset, takeScreenshot; others do nothing. */
  executeActionById(action: string): void
  getTimezone(): string
  setTimezone(timezone: string): void
  setScrollEnabled(enabled: boolean): void
  setZoomEnabled(enabled: boolean): void
}
