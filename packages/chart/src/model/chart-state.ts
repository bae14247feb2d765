// The state of the chart, and the commands its UI can issue. The controller alone changes the
// state.
import { studyCatalogue, type StudyName, type StudySpec } from './studies/study-catalogue.ts'
import type { SymbolInfo } from '../options/datafeed.ts'
import type { Features } from '../options/features.ts'
import type { UndoRedoState } from './layout/undo-history.ts'
import type { ChartRecord } from '../options/save-load-adapter.ts'
import type { ChartAppearance } from './appearance.ts'
import type { ChartMessages } from '../options/messages.ts'
import type { ChartOptions, Overrides, ThemeName, TimeFrame } from '../options/options.ts'
import type { ChartType } from './chart-type.ts'
import type { ScaleMode } from './price-scale.ts'

/** Favourites besides intervals. */
export type Starred = {
  readonly chartTypes: readonly string[]
  readonly indicators: readonly string[]
  readonly drawingTools: readonly string[]
}

export type ChartState = {
  symbol: string
  /** The symbol's title in the legend: its name until the feed has resolved it. */
  title: string
  /** The symbol's info; undefined before it is resolved. */
  info: SymbolInfo | undefined
  interval: string
  /** The symbol's resolutions, in the order of the menu. */
  intervals: readonly string[]
  favourites: readonly string[]
  starred: Starred
  chartType: ChartType
  scale: ScaleMode
  isInverted: boolean
  studies: readonly StudySpec[]
  theme: ThemeName
  /** The host's overrides at creation. */
  readonly initialOverrides: Overrides
  /** Changes since the creation; saved with the layout. */
  ownOverrides: Overrides
  /** The appearance of the theme with all overrides. */
  appearance: ChartAppearance
  timezone: string
  locale: string
  messages: ChartMessages
  /** The messages are English until those of the language are loaded. */
  isLanguagePending: boolean
  priceDecimals: number
  /** The name of the shown layout; empty if it has none. */
  layoutName: string
  /** Shares of the chart's height that the trader gave to panes, by the canvas's pane id. */
  paneShares: ReadonlyMap<string, number>
  collapsedPanes: ReadonlySet<string>
  isHeaderHidden: boolean
  readonly features: Features
  readonly timeFrames: readonly TimeFrame[]
  readonly fontFamily: string
  /** The host's options, for those that only one module needs. */
  readonly options: ChartOptions
}

export type DialogName =
  | 'symbolSearch'
  | 'changeInterval'
  | 'chartProperties'
  | 'gotoDate'
  | 'indicators'
  | 'compare'
  | 'studySettings'
  | 'symbolInfo'
  | 'loadLayout'
  | 'saveLayout'
  | 'saveStudyTemplate'

export type Commands = {
  chooseInterval(interval: string): void
  toggleFavourite(interval: string): void
  toggleStar(kind: keyof Starred, name: string): void
  chooseChartType(type: ChartType): void
  chooseScale(mode: ScaleMode): void
  setInverted(isInverted: boolean): void
  fitPrices(): void
  addStudy(name: StudyName): void
  /** Changes inputs and styles together, as one step of history. */
  changeStudy(id: string, change: { readonly inputs: unknown; readonly styles: unknown }): void
  /** Shows another symbol: on one percent scale with the main one, or in a pane of its own. */
  compare(symbol: string, place: 'scale' | 'pane'): void
  removeStudy(id: string): void
  /** Moves a pane to another position among those below the price pane. */
  movePane(pane: string, to: number): void
  foldPane(pane: string, isFolded: boolean): void
  closePane(pane: string): void
  setStudyVisible(id: string, isVisible: boolean): void
  /** Highlights a study's lines while the pointer is on its legend. */
  markStudy(id: string | undefined): void
  chooseTimeFrame(frame: TimeFrame): void
  chooseTimezone(timezone: string): void
  applyOverrides(overrides: Overrides): void
  saveScreenshot(): void
  copyScreenshot(): void
  openScreenshot(): void
  linkScreenshot(): void
  toggleFullscreen(): void
  isFullscreen(): boolean
  undo(): void
  redo(): void
  openDialog(name: DialogName, first?: string): void
  applyStudyTemplate(name: string): void
  /** The names of the saved templates. */
  studyTemplates(): readonly string[]
  /** Layouts that the host stores by name. */
  readonly layout: {
    charts(): Promise<readonly ChartRecord[]>
    open(record: ChartRecord): Promise<boolean>
    save(name: string): Promise<string | number | undefined>
    drop(id: string | number): Promise<void>
    saveTemplate(name: string): Promise<void>
  }
  undoRedoState(): UndoRedoState
  openSymbol(symbol: string): void
  centerTime(timeMs: number): void
  retry(): void
}

/** The label of a chart type. */
export function chartTypeLabel(type: ChartType, messages: ChartMessages): string {
  const labels: Readonly<Record<ChartType, string>> = {
    candles: messages.candles,
    hollow: messages.hollowCandles,
    bars: messages.bars,
    line: messages.line,
    area: messages.area,
    heikinAshi: messages.heikinAshi,
    baseline: messages.baseline,
    highLow: messages.highLow,
    columns: messages.columns,
  }
  return labels[type]
}

/** The label of a study: translated if possible, else its English name. */
export function studyLabel(name: StudyName, messages: ChartMessages): string {
  const labels: Partial<Readonly<Record<StudyName, string>>> = {
    VOL: messages.volume,
    MA: messages.movingAverage,
    EMA: messages.exponentialAverage,
    BOLL: messages.bollingerBands,
    MACD: messages.macd,
    RSI: messages.rsi,
    COMPARE: messages.compare,
  }
  const own: unknown = Reflect.get(messages, `study${name}`)
  return labels[name] ?? (typeof own === 'string' ? own : studyCatalogue[name].title)
}

/** The symbol's title in legend and screenshots. */
export function titleOf({ title, info, appearance, features }: ChartState): string {
  const description = info?.description ?? ''
  const source = description === '' ? 'ticker' : appearance.titleSource
  const text = {
    ticker: title,
    description,
    'ticker-and-description': `${title} · ${description}`,
  }[source]
  return features.has('uppercase_instrument_names') && source === 'ticker'
    ? text.toUpperCase()
    : text
}
