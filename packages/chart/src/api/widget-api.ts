// The widget API: TradingView's names, and a few of ours for trading lines and messages.

import type { ChartApi, ChartEvents } from './chart-api.ts'
import type { Keys } from '../ui/shortcuts.ts'
import type { UndoRedoState } from '../model/layout/undo-history.ts'
import type { ChartRecord } from '../options/save-load-adapter.ts'
import type { JsonRecord } from '../model/layout/sources.ts'
import type {
  ChartLine,
  ExecutionMark,
  LineHandlers,
  PriceDragHandlers,
} from '../options/trading-lines.ts'
import type { ChartMessages } from '../options/messages.ts'
import type { MenuEntry, Overrides, ThemeName } from '../options/options.ts'
import type { Align } from '../ui/header/host-buttons.ts'
import type { Dropdown, DropdownOptions } from './host-controls.ts'
import type { WatchedValue } from '../primitives/watched-value.ts'

type NoticeOptions = {
  readonly title: string
  readonly body: string
  readonly callback?: () => void
}

type ConfirmOptions = {
  readonly title: string
  readonly body: string
  readonly callback: (isConfirmed: boolean) => void
  readonly mainButtonText?: string
  readonly cancelButtonText?: string
}

export interface ChartWidget {
  readonly _id: string
  readonly _iFrame: HTMLIFrameElement
  readonly _ready: boolean
  /** Calls back after the first bars or the first failure; at once if that has happened already. */
  onChartReady(callback: () => void): void
  chartReady(): Promise<boolean>
  /** Resolves when the header accepts buttons and the messages of the language are loaded. */
  headerReady(): Promise<void>
  activeChart(): ChartApi
  chart(index?: number): ChartApi
  chartsCount(): number
  /** Sets both with one request; calls back when the bars are loaded or have failed. */
  setSymbol(symbol: string, interval: string, callback?: () => void): void
  setResolution(resolution: string, callback?: () => void): void
  symbolInterval(): { symbol: string; interval: string }
  /** Ours: changes the theme and keeps every override. */
  setTheme(theme: ThemeName): void
  /** Replaces colours changed since the start by the theme's own; resolves after the repaint. */
  changeTheme(theme: string, options?: { readonly disableUndo?: boolean }): Promise<void>
  getTheme(): ThemeName
  setTimezone(timezone: string): void
  /** Changes the language of the running chart; messages not given are the language's own. */
  setMessages(messages: Partial<ChartMessages>, locale?: string): void
  /** Shows exactly these trading lines, by difference; cleared when the symbol changes. */
  setLines(lines: readonly ChartLine[], handlers?: LineHandlers): void
  /** Ours: the next press on the price pane draws two prices; returns a function to cancel. */
  dragPrices(handlers: PriceDragHandlers): () => void
  /** Shows exactly these executions; cleared when the symbol changes. */
  setExecutions(marks: readonly ExecutionMark[]): void
  /** Ours: shows the crosshair of a linked chart, in seconds; undefined hides it. */
  showCrosshair(unixTime: number | undefined): void
  applyOverrides(overrides: Overrides): void
  applyStudiesOverrides(overrides: Overrides): void
  /** Unknown names are accepted and never fire. */
  subscribe<Name extends keyof ChartEvents>(event: Name, callback: ChartEvents[Name]): void
  unsubscribe<Name extends keyof ChartEvents>(event: Name, callback: ChartEvents[Name]): void
  /** Passes the layout to the callback in a microtask. */
  save(callback: (layout: JsonRecord) => void, options?: object): void
  /** Shows a layout; an invalid one is refused with a warning and the chart stays as it is. */
  load(layout: unknown, meta?: { readonly name?: string }): void
  getSavedCharts(callback: (charts: readonly ChartRecord[]) => void): void
  loadChartFromServer(chart: ChartRecord): Promise<void>
  saveChartToServer(
    done?: (id: string | number) => void,
    failed?: () => void,
    options?: { readonly defaultChartName?: string; readonly chartName?: string },
  ): void
  removeChartFromServer(id: string | number, done?: () => void): void
  takeClientScreenshot(options?: object): Promise<HTMLCanvasElement>
  takeScreenshot(): void
  createButton(options?: { readonly align?: Align }): HTMLElement
  createDropdown(options: DropdownOptions): Promise<Dropdown>
  onContextMenu(callback: (unixTime: number, price: number) => readonly MenuEntry[]): void
  onShortcut(keys: Keys, callback: () => void): void
  selectLineTool(tool: string): Promise<void>
  selectedLineTool(): string
  lockAllDrawingTools(): WatchedValue<boolean>
  hideAllDrawingTools(): WatchedValue<boolean>
  magnetEnabled(): WatchedValue<boolean>
  magnetMode(): WatchedValue<number>
  getIntervals(): string[]
  getStudiesList(): string[]
  getStudyInputs(name: string): { id: string; defval: number | string }[]
  supportedChartTypes(): WatchedValue<readonly number[]>
  getLanguage(): string
  undoRedoState(): UndoRedoState
  mainSeriesPriceFormatter(): { format(price: number): string }
  startFullscreen(): void
  exitFullscreen(): void
  showNoticeDialog(options: NoticeOptions): void
  showConfirmDialog(options: ConfirmOptions): void
  closePopupsAndDialogs(): void
  addCustomCSSFile(url: string): void
  setCSSCustomProperty(name: string, value: string): void
  getCSSCustomPropertyValue(name: string): string
  resetCache(): void
  setDebugMode(isOn: boolean): void
  dateFormat(): WatchedValue<string>
  navigationButtonsVisibility(): WatchedValue<string>
  paneButtonsVisibility(): WatchedValue<string>
  engineVersion(): string
  /** Idempotent; every method called after it does nothing and returns an empty value. */
  remove(): void
}
