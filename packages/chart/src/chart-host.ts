// Holds the chart together: its state, the feed behind it, and whatever document the frame has.
// The widget and the controls ask; this room decides, in one place each.

import { BarFeed, type FeedListener } from './bar-feed.ts'
import type { ScaleMode } from './canvas/price-axis.ts'
import { type ChartType, chartTypes } from './canvas/price-painter.ts'
import { isStudyName, type StudyName } from './canvas/studies.ts'
import type { ChartEvents, TimeRange } from './chart-api.ts'
import type { ChartState, Commands } from './chart-state.ts'
import type { ChartCondition } from './controls/notice.ts'
import type { SymbolInfo } from './datafeed.ts'
import { chartDrawings } from './drawings/chart-drawings.ts'
import type { Drawings } from './drawings/drawings.ts'
import { safely, Signal } from './events.ts'
import { chosenFeatures } from './features.ts'
import { ChartFrame } from './frame.ts'
import { Workspace } from './layout/workspace.ts'
import type { ChartLine } from './lines.ts'
import { type ChartMessages, englishMessages } from './messages.ts'
import {
  type ChartOptions,
  defaultSymbol,
  type Overrides,
  type SettledOptions,
  settledOptions,
  supportedLocale,
  type ThemeName,
  themeNamed,
  type TimeFrame,
} from './options.ts'
import { priceDecimals } from './price-text.ts'
import { normalResolution, resolutionLabel, resolutions, timeFrameStartMs } from './resolutions.ts'
import { isText, isTextList, type Settings, settingsIn } from './settings.ts'
import { Surface } from './surface.ts'
import { sideOverrides } from './theme.ts'
import { isZone } from './zone.ts'

/** A change worth keeping is told of when nothing has changed for so long (spec: 0.4 s). */
const autoSaveDelayMs = 400
/** Without animation frames (a hidden tab), ticks are drawn at this pace. */
const hiddenPaceMs = 1000
const systemFonts =
  'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif'

type Listeners = { [Name in keyof ChartEvents]: Signal<Parameters<ChartEvents[Name]>> }

export class ChartHost {
  readonly frame: ChartFrame
  readonly state: ChartState
  /** The one history and the sources that are saved; it outlives the frame's document. */
  readonly workspace = new Workspace()
  readonly drawings: Drawings
  readonly dataLoaded = new Signal<[]>()
  readonly symbolChanged = new Signal<[]>()
  readonly intervalChanged = new Signal<[string, { timeframe?: TimeRange }]>()
  readonly chartTypeChanged = new Signal<[number]>()
  readonly rangeChanged = new Signal<[TimeRange]>()
  readonly crosshairMoved = new Signal<[{ time: number }]>()
  readonly readied = new Signal<[]>()
  readonly events: Listeners = {
    onTick: new Signal(),
    chart_loaded: new Signal(),
    mouse_down: new Signal(),
    mouse_up: new Signal(),
    onAutoSaveNeeded: new Signal(),
    series_properties_changed: new Signal(),
    study_event: new Signal(),
    drawing_event: new Signal(),
    drawing_position: new Signal(),
    onSelectedLineToolChanged: new Signal(),
  }
  readonly #settled: SettledOptions
  readonly #settings: Settings
  readonly #view: Window
  readonly #feed: BarFeed
  #surface: Surface | undefined
  #condition: ChartCondition = { kind: 'loading', isFirst: true }
  #loadedSymbol: string | undefined
  #wantedRange: { fromMs: number; toMs: number } | undefined
  #frameRequest: number | undefined
  #paceTimer: number | undefined
  #saveTimer: number | undefined
  #serverAheadMs = 0
  #isReady = false
  #isRemoved = false

  constructor(options: ChartOptions) {
    this.#settled = settledOptions(options, {
      elementById: (id) => document.getElementById(id),
      warn: (text) => console.warn(text),
    })
    const { container } = this.#settled
    this.#view = container.ownerDocument.defaultView ?? window
    const features = chosenFeatures(options.enabled_features, options.disabled_features)
    const mayStore = features.has('use_localstorage_for_settings')
    this.#settings = settingsIn(options.settings_adapter, () =>
      mayStore ? this.#view.localStorage : undefined,
    )
    this.state = firstState(options, this.#settled, this.#settings)
    this.drawings = chartDrawings({
      state: this.state,
      workspace: this.workspace,
      events: this.events,
      settings: this.#settings,
      pane: () => this.#surface?.canvas.drawings.pane(),
    })
    this.#feed = new BarFeed(this.#settled.datafeed, this.#feedListener(), {
      nowMs: () => this.nowMs(),
      after: (delayMs, run) => {
        const timer = this.#view.setTimeout(run, delayMs)
        return () => this.#view.clearTimeout(timer)
      },
    })
    this.frame = new ChartFrame(container, {
      ready: (page, view) => this.#mount(page, view),
      lost: () => this.#unmount(),
    })
    this.#sizeFrame(options)
    if (this.#settled.debug) console.debug('chart options', Object.keys(options).join(', '))
    this.#feed.open(this.state.symbol, this.state.interval)
    this.#askServerTime()
  }

  get isReady(): boolean {
    return this.#isReady
  }

  get isRemoved(): boolean {
    return this.#isRemoved
  }

  get surface(): Surface | undefined {
    return this.#surface
  }

  get hasBars(): boolean {
    return this.#condition.kind === 'shown'
  }

  nowMs(): number {
    return Date.now() + this.#serverAheadMs
  }

  /** Shows another symbol or interval; both at once cost one request. */
  open(symbol: string, interval: string, whenShown?: () => void): void {
    const { state } = this
    if (this.#isRemoved || symbol === '') return
    const wanted = normalResolution(interval) ?? state.interval
    const isNewSymbol = symbol !== state.symbol
    const isNewInterval = wanted !== state.interval
    if (whenShown !== undefined) this.dataLoaded.subscribe(null, whenShown, true)
    if (!isNewSymbol && !isNewInterval && this.#wantedRange === undefined) {
      // On its way already, or here: then the callback still comes, in a later task as ever.
      if (this.hasBars) this.#view.setTimeout(() => this.#tellLoaded(), 0)
      if (this.hasBars || this.#condition.kind === 'loading') return
    }
    if (isNewSymbol) Object.assign(state, { symbol, title: symbol, lines: [] })
    state.interval = wanted
    const frame: { timeframe?: TimeRange } = {}
    if (isNewInterval) this.intervalChanged.tell(wanted, frame)
    if (frame.timeframe !== undefined) {
      this.#wantedRange = { fromMs: frame.timeframe.from * 1000, toMs: frame.timeframe.to * 1000 }
    }
    if (isNewSymbol) this.#surface?.canvas.setLines([])
    if (isNewSymbol) this.drawings.session.leave()
    this.#keep('symbol', symbol)
    this.#keep('interval', wanted)
    this.#setLoading()
    this.#surface?.update()
    this.#feed.open(symbol, wanted, this.#wantedRange?.fromMs)
  }

  /**
   * Asks for everything again; what is shown stays until the answer, and where the trader looks.
   */
  reload(): void {
    if (this.#isRemoved) return
    const canvas = this.#surface?.canvas
    if (this.hasBars && canvas?.isAtLatest === false) this.#wantedRange ??= canvas.visibleTimes()
    this.#setLoading()
    this.#feed.reset(this.#wantedRange?.fromMs)
  }

  /** Brings a span of time into sight, loading more when what is there does not reach. */
  showRange(fromMs: number, toMs: number): void {
    const oldestMs = this.#surface?.canvas.oldestMs ?? Number.POSITIVE_INFINITY
    if (this.hasBars && (oldestMs <= fromMs || !this.#feed.hasOlder)) {
      this.#surface?.canvas.showTimes(fromMs, toMs)
      return
    }
    this.#wantedRange = { fromMs, toMs }
    if (this.hasBars) this.reload()
  }

  setChartType(type: ChartType): void {
    if (type === this.state.chartType) return
    this.state.chartType = type
    this.#keep('chartType', type)
    this.#surface?.canvas.setChartType(type)
    this.#surface?.update()
    this.chartTypeChanged.tell(numberOfType(type))
    this.events.series_properties_changed.tell()
  }

  setScale(mode: ScaleMode): void {
    const isAccepted = this.#surface?.setScale(mode) ?? true
    if (!isAccepted) console.warn('A logarithmic scale needs prices above zero')
    this.state.scale = isAccepted ? mode : 'normal'
    this.#keep('scale', this.state.scale)
    this.#surface?.update()
    this.events.series_properties_changed.tell()
  }

  setStudies(studies: readonly StudyName[]): void {
    const before = this.state.studies
    this.state.studies = studies
    this.#keep('studies', studies)
    this.#surface?.canvas.setStudies(studies)
    this.#surface?.update()
    for (const name of studies.filter((one) => !before.includes(one))) {
      this.events.study_event.tell(name, 'create')
    }
    for (const name of before.filter((one) => !studies.includes(one))) {
      this.events.study_event.tell(name, 'remove')
    }
  }

  setLines(lines: readonly ChartLine[]): void {
    this.state.lines = [...lines]
    this.#surface?.canvas.setLines(lines)
  }

  /** Restyles everything; time zone, lines, studies and view stay (spec 4, chart). */
  setTheme(theme: ThemeName): void {
    this.state.theme = themeNamed(theme)
    this.#surface?.restyle()
  }

  applyOverrides(overrides: Overrides): void {
    this.state.overrides = { ...this.state.overrides, ...overrides }
    this.#surface?.restyle()
  }

  setTimezone(timezone: string): void {
    const wanted = timezone === 'exchange' ? (this.#feed.info?.timezone ?? 'Etc/UTC') : timezone
    if (!isZone(wanted)) console.warn(`Time zone ${timezone} is not known, showing UTC`)
    this.state.timezone = isZone(wanted) ? wanted : 'Etc/UTC'
    this.#surface?.setZone()
  }

  setMessages(messages: Partial<ChartMessages>, locale?: string): void {
    this.state.messages = { ...englishMessages, ...messages }
    if (locale !== undefined) {
      this.state.locale = supportedLocale(locale, {
        elementById: () => null,
        warn: (text) => console.warn(text),
      })
    }
    this.#surface?.reword()
  }

  /** Returns a picture of the chart with a title; an empty canvas where there is nothing to see. */
  async picture(): Promise<HTMLCanvasElement> {
    const { state } = this
    const surface = this.#surface
    if (surface === undefined) return this.#view.document.createElement('canvas')
    const withLines = state.features.has('snapshot_trading_drawings')
    return surface.canvas.picture(surface.pictureTitle(), withLines)
  }

  remove(): void {
    if (this.#isRemoved) return
    this.#isRemoved = true
    this.#feed.close()
    if (this.#frameRequest !== undefined) this.#view.cancelAnimationFrame(this.#frameRequest)
    for (const timer of [this.#paceTimer, this.#saveTimer]) this.#view.clearTimeout(timer)
    this.frame.remove()
    for (const signal of Object.values(this.events)) signal.clear()
    for (const signal of [this.dataLoaded, this.symbolChanged, this.readied]) signal.clear()
  }

  #mount(page: Document, view: Window): void {
    this.#surface = new Surface(page, view, {
      state: this.state,
      workspace: this.workspace,
      drawings: this.drawings,
      commands: this.#commands(),
      minBarSpacing: this.#settled.minBarSpacing,
      nowMs: () => this.nowMs(),
      olderWanted: () => this.#feed.loadOlder(),
      viewChanged: () => this.#tellRange(),
      crosshairMoved: (index) => this.#tellCrosshair(index),
      pointer: (name, event) => this.events[name].tell(event),
    })
    this.#surface.showCondition(this.#condition)
    const { info } = this.#feed
    if (info === undefined) return
    // The former document took its bars along.
    this.#showSeries(info)
    this.reload()
  }

  #unmount(): void {
    this.#surface?.dispose()
    this.#surface = undefined
  }

  #feedListener(): FeedListener {
    return {
      resolved: (info, resolution) => this.#resolved(info, resolution),
      loaded: (bars, hasOlder) => {
        this.#surface?.canvas.setBars(bars, hasOlder)
        this.#setCondition({ kind: bars.length > 0 ? 'shown' : 'empty' })
        this.#settleRange()
        this.#surface?.summarise()
        this.#tellReady()
        this.#view.setTimeout(() => this.#tellLoaded(), 0)
      },
      older: (bars, hasOlder) => this.#surface?.canvas.prependBars(bars, hasOlder),
      failed: (trouble, reason) => {
        if (trouble === 'unknownSymbol') this.#surface?.canvas.setBars([], false)
        this.#setCondition({ kind: 'failed', trouble, reason })
        console.warn(`No bars for ${this.state.symbol}: ${reason}`)
        this.#tellReady()
        this.#view.setTimeout(() => this.#tellLoaded(), 0)
      },
      ticked: () => this.#drawSoon(),
      stale: () => {
        // The host follows with resetData; until then what is shown is the best there is.
        if (this.#settled.debug) console.debug('The feed has reset its cache')
      },
      warn: (text) => console.warn(text),
    }
  }

  #resolved(info: SymbolInfo, resolution: string): void {
    const { state } = this
    const given = info.supported_resolutions ?? resolutions
    state.intervals = given.flatMap((one) => normalResolution(one) ?? [])
    state.title = info.name
    state.interval = resolution
    state.priceDecimals = priceDecimals(info.pricescale)
    this.#showSeries(info)
    this.#surface?.update()
  }

  #showSeries(info: SymbolInfo): void {
    this.#surface?.canvas.setSeries({
      name: info.ticker ?? info.name,
      resolution: this.state.interval,
      priceDecimals: this.state.priceDecimals,
      volumeDecimals: info.volume_precision ?? 0,
    })
  }

  #settleRange(): void {
    const range = this.#wantedRange
    this.#wantedRange = undefined
    if (range !== undefined) this.#surface?.canvas.showTimes(range.fromMs, range.toMs)
  }

  #setCondition(condition: ChartCondition): void {
    this.#condition = condition
    this.#surface?.showCondition(condition)
  }

  #setLoading(): void {
    const isFirst = (this.#surface?.canvas.barCount ?? 0) === 0
    this.#setCondition({ kind: 'loading', isFirst })
  }

  /** One drawing per frame, however many ticks; a hidden page has no frames but still a price. */
  #drawSoon(): void {
    const draw = () => {
      if (this.#frameRequest !== undefined) this.#view.cancelAnimationFrame(this.#frameRequest)
      this.#view.clearTimeout(this.#paceTimer)
      this.#frameRequest = undefined
      this.#paceTimer = undefined
      if (!this.#isRemoved) this.#draw()
    }
    this.#frameRequest ??= this.#view.requestAnimationFrame(draw)
    this.#paceTimer ??= this.#view.setTimeout(draw, hiddenPaceMs)
  }

  #draw(): void {
    const bars = this.#feed.takeTicks()
    if (bars.length === 0) return
    this.#surface?.canvas.pushBars(bars)
    if (this.#condition.kind === 'empty') this.#setCondition({ kind: 'shown' })
    for (const bar of bars) this.events.onTick.tell(bar)
  }

  #tellReady(): void {
    if (this.#isReady) return
    this.#isReady = true
    this.#view.setTimeout(() => {
      if (this.#isRemoved) return
      this.readied.tell()
      this.events.chart_loaded.tell()
    }, 0)
  }

  #tellLoaded(): void {
    if (this.#isRemoved) return
    const hasChanged = this.#loadedSymbol !== undefined && this.#loadedSymbol !== this.state.symbol
    this.#loadedSymbol = this.state.symbol
    this.dataLoaded.tell()
    if (hasChanged) this.symbolChanged.tell()
  }

  #tellRange(): void {
    const times = this.#surface?.canvas.visibleTimes()
    if (times === undefined) return
    this.rangeChanged.tell({ from: times.fromMs / 1000, to: times.toMs / 1000 })
  }

  #tellCrosshair(index: number | undefined): void {
    const reading = index === undefined ? undefined : this.#surface?.canvas.reading(index)
    if (reading !== undefined) this.crosshairMoved.tell({ time: reading.bar.time / 1000 })
  }

  #keep(key: string, value: unknown): void {
    this.#settings.write(key, value)
    this.#view.clearTimeout(this.#saveTimer)
    this.#saveTimer = this.#view.setTimeout(
      () => this.events.onAutoSaveNeeded.tell(),
      autoSaveDelayMs,
    )
  }

  #commands(): Commands {
    return {
      chooseInterval: (interval) => this.open(this.state.symbol, interval),
      toggleFavourite: (interval) => {
        this.state.favourites = toggled(this.state.favourites, interval)
        this.#keep('favourites', this.state.favourites)
        this.#surface?.update()
      },
      chooseChartType: (type) => this.setChartType(type),
      chooseScale: (mode) => {
        this.setScale(mode)
        this.#surface?.canvas.fitPrices()
      },
      toggleStudy: (name) => this.setStudies(toggled(this.state.studies, name)),
      chooseTimeFrame: (frame) => this.showTimeFrame(frame),
      chooseTimezone: (timezone) => this.setTimezone(timezone),
      savePicture: () => this.savePicture(),
      toggleFullscreen: () => this.toggleFullscreen(),
      isFullscreen: () => (this.#surface?.page.fullscreenElement ?? null) !== null,
      retry: () => this.reload(),
    }
  }

  showTimeFrame({ text, resolution }: TimeFrame): void {
    const toMs = this.nowMs()
    const fromMs = timeFrameStartMs(text, toMs)
    if (fromMs === undefined) return
    const wanted = normalResolution(resolution) ?? this.state.interval
    if (wanted === this.state.interval || !this.state.intervals.includes(wanted)) {
      return this.showRange(fromMs, toMs)
    }
    this.#wantedRange = { fromMs, toMs }
    this.open(this.state.symbol, wanted)
  }

  toggleFullscreen(): void {
    const page = this.#surface?.page
    if (page === undefined) return
    const change =
      page.fullscreenElement === null
        ? page.documentElement.requestFullscreen()
        : page.exitFullscreen()
    change.catch(() => console.warn('The browser did not allow a change of fullscreen'))
  }

  savePicture(): void {
    void this.#savePicture()
  }

  async #savePicture(): Promise<void> {
    const picture = await this.picture()
    picture.toBlob((blob) => {
      if (blob === null) return
      const url = URL.createObjectURL(blob)
      const link = this.#view.document.createElement('a')
      link.href = url
      link.download = `${this.state.title}-${resolutionLabel(this.state.interval)}.png`
      link.click()
      this.#view.setTimeout(() => URL.revokeObjectURL(url), 10_000)
    }, 'image/png')
  }

  #askServerTime(): void {
    const { datafeed } = this.#settled
    safely(() =>
      datafeed.getServerTime?.((seconds) => {
        if (Number.isFinite(seconds)) this.#serverAheadMs = seconds * 1000 - Date.now()
      }),
    )
  }

  #sizeFrame({ autosize, fullscreen, width, height }: ChartOptions): void {
    if (fullscreen === true) {
      Object.assign(this.frame.element.style, { position: 'fixed', inset: '0', zIndex: '10' })
    } else if (autosize !== true) {
      this.frame.setSize(`${width ?? 800}px`, `${height ?? 500}px`)
    }
  }
}

function toggled<Item>(items: readonly Item[], item: Item): Item[] {
  return items.includes(item) ? items.filter((one) => one !== item) : [...items, item]
}

const typeNumbers: Readonly<Record<ChartType, number>> = {
  bars: 0,
  candles: 1,
  line: 2,
  area: 3,
  hollow: 9,
}

/** TradingView's number of a chart type, and back; undefined for a type that is not drawn. */
export const numberOfType = (type: ChartType): number => typeNumbers[type]

export const typeOfNumber = (number: number): ChartType | undefined =>
  chartTypes.find((type) => typeNumbers[type] === number)

const isChartType = (value: unknown): value is ChartType =>
  chartTypes.some((type) => type === value)

const scaleModes = ['normal', 'log', 'percent'] as const

const isScale = (value: unknown): value is ScaleMode => scaleModes.some((mode) => mode === value)

/**
 * What the chart shows first: what the options say, else what the trader had, else the defaults.
 */
function firstState(
  options: ChartOptions,
  settled: SettledOptions,
  settings: Settings,
): ChartState {
  const features = chosenFeatures(options.enabled_features, options.disabled_features)
  const isLast = settled.symbol === undefined
  const symbol = settled.symbol ?? settings.read('symbol', isText) ?? defaultSymbol
  const lastInterval = isLast ? settings.read('interval', isText) : undefined
  const firstStudies = features.has('create_volume_indicator_by_default') ? ['VOL'] : []
  const studies = settings.read('studies', isTextList) ?? firstStudies
  return {
    symbol,
    title: symbol,
    interval: normalResolution(lastInterval ?? settled.interval) ?? settled.interval,
    intervals: resolutions,
    favourites: settings.read('favourites', isTextList) ?? settled.favouriteIntervals,
    chartType: settings.read('chartType', isChartType) ?? 'candles',
    scale: settings.read('scale', isScale) ?? 'normal',
    studies: studies.filter(isStudyName),
    theme: settled.theme,
    overrides: { ...sideOverrides(options.up_down_colors), ...options.overrides },
    timezone: isZone(settled.timezone) ? settled.timezone : 'Etc/UTC',
    locale: settled.locale,
    messages: { ...englishMessages, ...options.messages },
    priceDecimals: 2,
    lines: [],
    features,
    timeFrames: settled.timeFrames,
    fontFamily: options.custom_font_family ?? systemFonts,
  }
}
