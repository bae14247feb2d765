// The chart as its host sees it: a TradingView-compatible widget with a door of our own for lines.
// This room only translates the host's names; what happens is decided in chart-host.ts.

import type { ScaleMode } from './canvas/price-axis.ts'
import { isStudyName } from './canvas/studies.ts'
import {
  drawingSwitches,
  type DrawingSwitches,
  selectedLineTool,
  selectLineTool,
} from './api/drawing-switches.ts'
import { shapesApi } from './api/shape-api.ts'
import type { ChartApi, ChartEvents, TimeRange } from './chart-api.ts'
import { ChartHost, numberOfType, typeOfNumber } from './chart-host.ts'
import { safely, type Subscription } from './events.ts'
import type { ChartLine } from './lines.ts'
import { type ChartMessages, englishMessages } from './messages.ts'
import type { ChartOptions, Overrides, ThemeName } from './options.ts'

export type {
  ChartApi,
  ChartEvents,
  ChartLine,
  ChartMessages,
  ChartOptions,
  Overrides,
  Subscription,
  ThemeName,
  TimeRange,
}
export { englishMessages }

export interface ChartWidget {
  readonly _id: string
  readonly _iFrame: HTMLIFrameElement
  readonly _ready: boolean
  /** Calls back after the first bars or the first failure; at once when that is past. */
  onChartReady(callback: () => void): void
  chartReady(): Promise<boolean>
  headerReady(): Promise<void>
  activeChart(): ChartApi
  chart(index?: number): ChartApi
  chartsCount(): number
  /** Both at once, one request; calls back when the bars are there or have failed. */
  setSymbol(symbol: string, interval: string, callback?: () => void): void
  setResolution(resolution: string, callback?: () => void): void
  symbolInterval(): { symbol: string; interval: string }
  setTheme(theme: ThemeName): void
  changeTheme(theme: ThemeName): Promise<void>
  getTheme(): ThemeName
  setTimezone(timezone: string): void
  /** Changes the language while the chart goes on; what is not given is English. */
  setMessages(messages: Partial<ChartMessages>, locale?: string): void
  /** Shows these trading lines and no others, by difference; forgotten when the symbol changes. */
  setLines(lines: readonly ChartLine[]): void
  applyOverrides(overrides: Overrides): void
  subscribe<Name extends keyof ChartEvents>(event: Name, callback: ChartEvents[Name]): void
  unsubscribe<Name extends keyof ChartEvents>(event: Name, callback: ChartEvents[Name]): void
  takeClientScreenshot(): Promise<HTMLCanvasElement>
  startFullscreen(): void
  exitFullscreen(): void
  closePopupsAndDialogs(): void
  /** Takes a drawing tool in hand by its name (`trend_line`); another name lays it down. */
  selectLineTool(name: string): void
  selectedLineTool(): string
  lockAllDrawingTools(): DrawingSwitches['lockAll']
  hideAllDrawingTools(): DrawingSwitches['hideAll']
  magnetEnabled(): DrawingSwitches['magnetEnabled']
  magnetMode(): DrawingSwitches['magnetMode']
  /** Idempotent; every method after it does nothing and answers empty. */
  remove(): void
}

/**
 * Makes a chart inside the container. Throws, word for word as the specification has it, when the
 * symbol, the container or the datafeed is missing (spec 5, chart).
 */
export function createChartWidget(options: ChartOptions): ChartWidget {
  return widgetOf(new ChartHost(options))
}

/** The compatibility version that hosts compare (spec, constants of the chart). */
export const version = (): string => 'TT v29.5.0'

function widgetOf(host: ChartHost): ChartWidget {
  const chart = chartOf(host)
  const { session } = host.drawings
  const switches = drawingSwitches(session)
  const whenReady = (callback: () => void) => {
    if (host.isRemoved) return
    if (host.isReady) safely(callback)
    else host.readied.subscribe(null, callback, true)
  }
  return {
    _id: host.frame.id,
    _iFrame: host.frame.element,
    get _ready() {
      return host.isReady
    },
    onChartReady: whenReady,
    chartReady: () => new Promise((resolve) => whenReady(() => resolve(true))),
    headerReady: () => Promise.resolve(),
    activeChart: () => chart,
    chart: () => chart,
    chartsCount: () => 1,
    setSymbol: (symbol, interval, callback) => host.open(symbol, interval, callback),
    setResolution: (resolution, callback) => host.open(host.state.symbol, resolution, callback),
    symbolInterval: () => ({ symbol: host.state.symbol, interval: host.state.interval }),
    setTheme: (theme) => host.setTheme(theme),
    changeTheme: async (theme) => host.setTheme(theme),
    getTheme: () => host.state.theme,
    setTimezone: (timezone) => host.setTimezone(timezone),
    setMessages: (messages, locale) => host.setMessages(messages, locale),
    setLines: (lines) => host.setLines(lines),
    applyOverrides: (overrides) => host.applyOverrides(overrides),
    subscribe: (event, callback) => signalOf(host, event)?.subscribe(null, callback),
    unsubscribe: (event, callback) => signalOf(host, event)?.unsubscribe(null, callback),
    takeClientScreenshot: () => host.picture(),
    startFullscreen: () => setFullscreen(host, true),
    exitFullscreen: () => setFullscreen(host, false),
    closePopupsAndDialogs: () => host.surface?.closeMenus(),
    selectLineTool: (name) => selectLineTool(session, name),
    selectedLineTool: () => selectedLineTool(session),
    lockAllDrawingTools: () => switches.lockAll,
    hideAllDrawingTools: () => switches.hideAll,
    magnetEnabled: () => switches.magnetEnabled,
    magnetMode: () => switches.magnetMode,
    remove: () => host.remove(),
  }
}

type AnyListener = ChartEvents[keyof ChartEvents]

/** Each event's signal takes that event's listeners; the names pair them, the types cannot. */
type AnySignal = {
  subscribe(scope: null, listener: AnyListener): void
  unsubscribe(scope: null, listener: AnyListener): void
}

function signalOf(host: ChartHost, event: string): AnySignal | undefined {
  return Object.hasOwn(host.events, event)
    ? (host.events[event as keyof ChartEvents] as AnySignal)
    : undefined
}

function setFullscreen(host: ChartHost, isWanted: boolean): void {
  const isFull = (host.surface?.page.fullscreenElement ?? null) !== null
  if (isFull !== isWanted) host.toggleFullscreen()
}

const scaleNumbers: readonly ScaleMode[] = ['normal', 'log', 'percent']

function chartOf(host: ChartHost): ChartApi {
  const opened = (symbol: string, interval: string, callback?: () => void): Promise<boolean> =>
    new Promise((resolve) => {
      if (host.isRemoved) return resolve(false)
      host.open(symbol, interval, () => {
        if (callback !== undefined) safely(callback)
        resolve(host.hasBars)
      })
    })
  return {
    symbol: () => host.state.symbol,
    resolution: () => host.state.interval,
    setSymbol: (symbol, callback) => opened(symbol, host.state.interval, callback),
    setResolution: (resolution, callback) => opened(host.state.symbol, resolution, callback),
    chartType: () => numberOfType(host.state.chartType),
    setChartType: async (number, callback) => {
      const type = typeOfNumber(number)
      if (type === undefined) console.warn(`Chart type ${number} is not supported`)
      else host.setChartType(type)
      if (callback !== undefined) safely(callback)
      return type !== undefined
    },
    resetData: () => host.reload(),
    dataReady: (callback) => {
      if (callback !== undefined) {
        if (host.hasBars) safely(callback)
        else host.dataLoaded.subscribe(null, callback, true)
      }
      return host.hasBars
    },
    onDataLoaded: () => host.dataLoaded,
    onSymbolChanged: () => host.symbolChanged,
    onIntervalChanged: () => host.intervalChanged,
    onChartTypeChanged: () => host.chartTypeChanged,
    onVisibleRangeChanged: () => host.rangeChanged,
    crossHairMoved: () => host.crosshairMoved,
    ...viewOf(host),
    ...contentOf(host),
    ...shapesApi({
      drawings: host.drawings,
      symbol: () => host.state.symbol,
      pane: () => host.surface?.canvas.drawings.pane(),
    }),
  }
}

type ViewPart = Pick<
  ChartApi,
  | 'getVisibleRange'
  | 'setVisibleRange'
  | 'setPriceScaleMode'
  | 'priceScaleMode'
  | 'executeActionById'
  | 'getTimezone'
  | 'setTimezone'
  | 'setScrollEnabled'
  | 'setZoomEnabled'
>

function viewOf(host: ChartHost): ViewPart {
  return {
    getVisibleRange: () => {
      const times = host.surface?.canvas.visibleTimes()
      return { from: (times?.fromMs ?? 0) / 1000, to: (times?.toMs ?? 0) / 1000 }
    },
    setVisibleRange: async ({ from, to }) => host.showRange(from * 1000, to * 1000),
    setPriceScaleMode: (mode) => host.setScale(scaleNumbers[mode] ?? 'normal'),
    priceScaleMode: () => scaleNumbers.indexOf(host.state.scale),
    executeActionById: (action) => {
      if (action === 'timeScaleReset' || action === 'chartReset') host.surface?.canvas.resetView()
      if (action === 'takeScreenshot') host.savePicture()
    },
    getTimezone: () => host.state.timezone,
    setTimezone: (timezone) => host.setTimezone(timezone),
    setScrollEnabled: (enabled) => host.surface?.canvas.setScrollEnabled(enabled),
    setZoomEnabled: (enabled) => host.surface?.canvas.setZoomEnabled(enabled),
  }
}

type ContentPart = Pick<ChartApi, 'createStudy' | 'removeStudy' | 'getAllStudies' | 'removeEntity'>

function contentOf(host: ChartHost): ContentPart {
  return {
    createStudy: async (name) => {
      if (!isStudyName(name)) {
        console.warn(`Indicator ${name} is not known`)
        return null
      }
      if (!host.state.studies.includes(name)) host.setStudies([...host.state.studies, name])
      return name
    },
    removeEntity: (id, options) => {
      const { book } = host.drawings
      if (book.get(id) !== undefined) book.remove([id], options?.disableUndo !== true)
      else host.setStudies(host.state.studies.filter((name) => name !== id))
    },
    removeStudy: (id) => host.setStudies(host.state.studies.filter((name) => name !== id)),
    getAllStudies: () => host.state.studies.map((name) => ({ id: name, name })),
  }
}
