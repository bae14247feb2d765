// The chart API inside the widget, with TradingView's names.

import type { TimeRange } from '../model/chart-events.ts'
import type { ShapesApi } from './shape-api.ts'
import type { PaneApi, PriceScaleApi } from './price-scale.ts'
import type { SeriesApi } from './series-api.ts'
import type { StudyApi } from './study-api.ts'
import type { TimeScaleApi, TimezoneApi } from './time-api.ts'
import type { Subscription } from '../primitives/events.ts'
import type { TemplateOptions } from '../controller/save-load.ts'
import type { JsonRecord } from '../model/layout/sources.ts'
import type { Overrides } from '../options/options.ts'
import type {
  ExecutionShapeAdapter,
  OrderLineAdapter,
  PositionLineAdapter,
} from '../model/lines/line-adapters.ts'

export type { ChartEvents, TimeRange } from '../model/chart-events.ts'

type SymbolExt = {
  readonly symbol: string
  readonly full_name: string
  readonly exchange: string
  readonly description: string
  readonly type: string
}

type StudyOptions = {
  readonly checkLimit?: boolean
  readonly priceScale?: string
  readonly disableUndo?: boolean
}

export type ExportedData = {
  readonly schema: readonly { readonly type: string; readonly plotTitle?: string }[]
  /** A row per bar: seconds, open, high, low, close, volume. */
  readonly data: readonly Float64Array[]
}

export interface ChartApi extends ShapesApi {
  /** The requested symbol, also while its bars are loading. */
  symbol(): string
  /** The symbol's info from the feed; null before it is resolved. */
  symbolExt(): SymbolExt | null
  resolution(): string
  setSymbol(symbol: string, callback?: () => void): Promise<boolean>
  setResolution(resolution: string, callback?: () => void): Promise<boolean>
  chartType(): number
  /** 0 bars, 1 candles, 2 line, 3 area, 9 hollow candles; other numbers change nothing and warn. */
  setChartType(type: number, callback?: () => void): Promise<boolean>
  /** Requests all bars again; call it after the feed's reset callback. */
  resetData(): void
  /** True if bars are shown; otherwise the callback is called when they are. */
  dataReady(callback?: () => void): boolean
  onDataLoaded(): Subscription<[]>
  onSymbolChanged(): Subscription<[]>
  onIntervalChanged(): Subscription<[string, { timeframe?: TimeRange }]>
  onChartTypeChanged(): Subscription<[number]>
  onVisibleRangeChanged(): Subscription<[TimeRange]>
  crossHairMoved(): Subscription<[{ time: number; price: number }]>
  getVisibleRange(): TimeRange
  /** Loads more if the range begins before the oldest bar; resolves when the range is visible. */
  setVisibleRange(
    range: TimeRange,
    options?: {
      readonly percentRightMargin?: number
      readonly applyDefaultRightMargin?: boolean
    },
  ): Promise<void>
  /**
   * Names: VOL MA EMA BOLL MACD RSI, or the long ones. Resolves to the id; to null with a warning
   * for any other name, and if the host's limit is reached. After the name come: overlay, lock,
   * inputs (a record or a list), overrides (`plot_0.color`), options.
   */
  createStudy(...request: CreateStudyRequest): Promise<string | null>
  removeStudy(id: string): void
  /** Removes an indicator, or the drawing with that id. */
  removeEntity(id: string, options?: { readonly disableUndo?: boolean }): void
  getAllStudies(): { id: string; name: string }[]
  getStudyById(id: string): StudyApi | null
  removeAllStudies(): void
  createStudyTemplate(options?: TemplateOptions): JsonRecord
  applyStudyTemplate(template: unknown): boolean
  /** 0 normal, 1 logarithmic, 2 percent, 3 indexed to 100. */
  setPriceScaleMode(mode: number): void
  priceScaleMode(): number
  getPanes(): PaneApi[]
  getAllPanesHeight(): number[]
  setAllPanesHeight(heights: readonly number[]): void
  getPriceScale(): PriceScaleApi
  getTimeScale(): TimeScaleApi
  getSeries(): SeriesApi
  priceFormatter(): { format(price: number): string }
  /** The selected drawings. */
  selection(): { allSources(): string[]; isEmpty(): boolean; clear(): void }
  exportData(range?: { readonly from?: number; readonly to?: number }): Promise<ExportedData>
  canZoomOut(): boolean
  zoomOut(): void
  /** Runs one of the actions in actions.ts; an unknown one does nothing. */
  executeActionById(action: string): void
  getCheckableActionState(action: string): boolean
  /** Returns the adapter itself, not a promise; allowed also while bars are loading. */
  createOrderLine(options?: object): OrderLineAdapter
  createPositionLine(options?: object): PositionLineAdapter
  createExecutionShape(options?: object): ExecutionShapeAdapter
  refreshMarks(): void
  clearMarks(): void
  getTimezoneApi(): TimezoneApi
  getTimezone(): string
  setTimezone(timezone: string): void
  setScrollEnabled(enabled: boolean): void
  setZoomEnabled(enabled: boolean): void
}

export type CreateStudyRequest = readonly [
  name: string,
  overlay?: boolean,
  lock?: boolean,
  inputs?: Readonly<Record<string, number | string>> | readonly (number | string)[],
  overrides?: Overrides,
  options?: StudyOptions,
]
