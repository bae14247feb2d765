// The chart's controller: owns the state, the bar loader and the current view, and delegates
// each kind of change to one module.

import { type Listeners, makeListeners, type TimeRange } from '../model/chart-events.ts'
import { type DrawingSwitches, drawingSwitches } from './drawing-switches.ts'
import type { TimeSpan } from '../canvas/time-scale.ts'
import type { ChartState } from '../model/chart-state.ts'
import type { ChartCondition } from '../ui/panes/empty-state.ts'
import type { SymbolInfo } from '../options/datafeed.ts'
import { chartDrawings } from './chart-drawings.ts'
import type { Drawings } from '../model/drawings/drawings.ts'
import { Signal } from '../primitives/events.ts'
import { aggregatedFeed } from '../bars/aggregated-feed.ts'
import { BarLoader, type FeedListener } from '../bars/bar-loader.ts'
import { ChartFrame, paintPage } from '../ui/frame.ts'
import { commandsOf } from './commands.ts'
import { CompareSymbols } from './compare-symbols.ts'
import { followCompared } from './compared-scale.ts'
import type { ChartContext } from './context.ts'
import { FeedStatus } from '../bars/feed-status.ts'
import { initialRange, logOptions, sizeFrame } from './initial-range.ts'
import { initialState, openSettings, requestedZone } from './initial-state.ts'
import { HostButtons } from '../ui/header/host-buttons.ts'
import { SaveLoad } from './save-load.ts'
import { BarMarks } from '../bars/bar-marks.ts'
import { FrameScheduler } from '../primitives/frame-scheduler.ts'
import { serverClock } from './server-clock.ts'
import { SeriesStyle } from './series-style.ts'
import { Shortcuts } from '../ui/shortcuts.ts'
import { Studies } from './studies.ts'
import { Autosave } from '../model/layout/autosave.ts'
import { savedCharts, savedContent } from '../options/save-load-adapter.ts'
import { Workspace } from '../model/layout/workspace.ts'
import type { ChartLine, LineHandlers } from '../options/trading-lines.ts'
import { hasBundle, loadMessages } from '../options/locales/bundles.ts'
import { type ChartMessages, translated } from '../options/messages.ts'
import {
  type ChartOptions,
  type MenuEntry,
  type ResolvedOptions,
  resolveOptions,
  supportedLocale,
  type TimeFrame,
} from '../options/options.ts'
import { priceDecimals } from '../primitives/number-format.ts'
import {
  isShownResolution,
  normalResolution,
  resolutions,
  timeFrameStartMs,
} from '../primitives/resolutions.ts'
import type { Settings } from '../options/settings.ts'
import { ChartView } from '../ui/chart-view.ts'
import { LineStore } from '../model/lines/line-store.ts'

/** The view is built without bars if none have come after this time. */
const mountMs = 16

export class ChartController implements ChartContext {
  readonly frame: ChartFrame
  readonly state: ChartState
  /** The undo history and the sources of the saved layout; it outlives the frame's document. */
  readonly workspace = new Workspace()
  readonly drawings: Drawings
  readonly trading: LineStore
  readonly dataLoaded = new Signal<[]>()
  readonly symbolChanged = new Signal<[]>()
  readonly intervalChanged = new Signal<[string, { timeframe?: TimeRange }]>()
  readonly chartTypeChanged = new Signal<[number]>()
  readonly timezoneChanged = new Signal<[string]>()
  readonly rangeChanged = new Signal<[TimeRange]>()
  readonly crosshairMoved = new Signal<[{ time: number; price: number }]>()
  readonly ready = new Signal<[]>()
  readonly events: Listeners = makeListeners()
  readonly settings: Settings
  readonly style: SeriesStyle
  readonly studies: Studies
  readonly layout: SaveLoad
  readonly autosave: Autosave
  readonly feedStatus: FeedStatus
  readonly marks: BarMarks
  readonly hostButtons = new HostButtons()
  readonly shortcuts: Shortcuts
  readonly switches: DrawingSwitches
  readonly view: Window
  /** Resolves when the messages of the language are loaded. */
  readonly messagesLoaded: Promise<void>
  contextEntries: ((unixTime: number, price: number) => readonly MenuEntry[]) | undefined
  readonly #resolvedOptions: ResolvedOptions
  readonly #feed: BarLoader
  readonly #scheduler: FrameScheduler
  readonly #compare: CompareSymbols
  #chartView: ChartView | undefined
  /** A new document in which nothing has been built yet. */
  #blank: { readonly page: Document; readonly view: Window } | undefined
  #mountTimer: number | undefined
  /** The bars came while there was no document, or were lost with it. */
  #hasLostBars = false
  #condition: ChartCondition = { kind: 'loading', isFirst: true }
  #loadedSymbol: string | undefined
  #loadedTimer: number | undefined
  #wantedRange: TimeSpan | undefined
  readonly #serverNowMs: () => number
  #isEmittingReady = false
  #isReady = false
  #isRemoved = false

  constructor(options: ChartOptions) {
    this.#resolvedOptions = resolveOptions(options, {
      elementById: (id) => document.getElementById(id),
      warn: (text) => console.warn(text),
    })
    const resolved = this.#resolvedOptions
    this.view = resolved.container.ownerDocument.defaultView ?? window
    this.#serverNowMs = serverClock(resolved.datafeed)
    this.settings = openSettings(options, this.view)
    this.state = initialState(options, resolved, this.settings)
    this.state.messages = translated(options.messages, options.custom_translate_function)
    const clock = {
      nowMs: () => this.nowMs(),
      after: (delayMs: number, run: () => void) => {
        const timer = this.view.setTimeout(run, delayMs)
        return () => this.view.clearTimeout(timer)
      },
    }
    this.trading = new LineStore(clock)
    this.#scheduler = new FrameScheduler(this.view, () => this.#draw())
    this.feedStatus = this.#makeFeedStatus()
    const datafeed = aggregatedFeed(resolved.datafeed)
    this.#feed = new BarLoader(datafeed, this.#feedListener(), clock)
    this.#compare = new CompareSymbols({
      datafeed,
      clock,
      studies: () => this.state.studies,
      companions: () => this.#feed.info?.companions ?? {},
      interval: () => this.state.interval,
      oldestMs: () => this.#chartView?.canvas.oldestMs,
      changed: (id, series, fromMs) => {
        this.#chartView?.canvas.panes.setCompareSeries(id, series, fromMs)
        this.#chartView?.canvas.emitViewChanged()
      },
    })
    for (const event of [this.events.study_event, this.events.study_properties_changed]) {
      event.subscribe(null, () => this.#compare.update())
    }
    this.marks = new BarMarks(resolved.datafeed, { changed: () => this.#chartView?.fillMarks() })
    this.style = new SeriesStyle(this, requestedZone(resolved, this.settings) === 'exchange')
    this.studies = new Studies(this, options.studies_overrides ?? {})
    this.autosave = new Autosave(resolved.autoSaveDelayMs, clock, () =>
      this.events.onAutoSaveNeeded.emit(),
    )
    this.layout = new SaveLoad(this, {
      style: this.style,
      studies: this.studies,
      autosave: this.autosave,
      open: (symbol, interval) => this.open(symbol, interval),
    })
    const { history } = this.workspace
    this.shortcuts = new Shortcuts({ undo: () => history.undo(), redo: () => history.redo() })
    this.drawings = chartDrawings({
      state: this.state,
      workspace: this.workspace,
      events: this.events,
      settings: this.settings,
      pane: () => this.#chartView?.canvas.drawings.pane(),
    })
    this.switches = drawingSwitches(this.drawings.session)
    this.#followWorkspace()
    // Requested first: the feed loads while the frame is created.
    void this.#openFirst(options)
    this.frame = new ChartFrame(resolved.container, {
      ready: (page, view) => this.#mountSoon(page, view),
      lost: () => this.#unmount(),
    })
    sizeFrame(this.frame, options)
    logOptions(options, this.#resolvedOptions.debug)
    this.messagesLoaded = this.#loadLocale(options.messages)
  }

  get isReady(): boolean {
    return this.#isReady
  }

  get isRemoved(): boolean {
    return this.#isRemoved
  }

  /**
   * The view in the frame, built on first use or after `mountMs`: if the feed answers at once, its
   * bars are painted in the first frame, without an empty chart before them.
   */
  get chartView(): ChartView | undefined {
    const blank = this.#blank
    this.#blank = undefined
    if (blank !== undefined && !this.#isRemoved) this.#mount(blank.page, blank.view)
    return this.#chartView
  }

  get hasBars(): boolean {
    return this.#condition.kind === 'shown'
  }

  /** Whether the feed may have bars before the oldest one. */
  get hasOlder(): boolean {
    return this.#feed.hasOlder
  }

  get resolvedOptions(): ResolvedOptions {
    return this.#resolvedOptions
  }

  nowMs(): number {
    return this.#serverNowMs()
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
      // Loading or loaded already: the callback is still called, in a later task as always.
      if (this.hasBars) this.#emitLoadedSoon()
      if (this.hasBars || this.#condition.kind === 'loading') return
    }
    if (isNewSymbol) {
      Object.assign(state, { symbol, title: symbol, info: undefined })
      // A range that was still to be shown was one of the former symbol.
      this.#wantedRange = undefined
    }
    state.interval = wanted
    const frame: { timeframe?: TimeRange } = {}
    if (isNewInterval) this.intervalChanged.emit(wanted, frame)
    if (frame.timeframe !== undefined) {
      this.#wantedRange = { fromMs: frame.timeframe.from * 1000, toMs: frame.timeframe.to * 1000 }
    }
    if (isNewSymbol) {
      this.trading.clear()
      this.drawings.session.leave()
    } else this.drawings.session.barsChanged()
    this.settings.write('symbol', symbol)
    this.settings.write('interval', wanted)
    this.workspace.touch()
    this.marks.clear()
    this.#setLoading()
    this.#chartView?.update()
    this.#feed.open(symbol, wanted, this.#wantedRange?.fromMs)
  }

  /** Requests everything again; the bars and the visible range stay until the answer. */
  reload(): void {
    if (this.#isRemoved) return
    const canvas = this.#chartView?.canvas
    if (this.hasBars && canvas?.isAtLatest === false) this.#wantedRange ??= canvas.visibleTimes()
    this.#setLoading()
    this.#feed.reset(this.#wantedRange?.fromMs)
    this.#compare.reload()
  }

  retry(): void {
    if (this.feedStatus.isOfOlder) this.#feed.retryOlder()
    else this.reload()
  }

  /** Scrolls to a time range, loading more if the bars do not reach back to it. */
  showRange(fromMs: number, toMs: number): void {
    const oldestMs = this.#chartView?.canvas.oldestMs ?? Number.POSITIVE_INFINITY
    if (this.hasBars && (oldestMs <= fromMs || !this.#feed.hasOlder)) {
      this.#chartView?.canvas.showTimes(fromMs, toMs)
      return
    }
    this.#wantedRange = { fromMs, toMs }
    if (this.hasBars) this.reload()
  }

  /** Scrolls the bar of a time to the middle; the number of visible bars stays. */
  centerTime(timeMs: number): void {
    const times = this.#chartView?.canvas.visibleTimes()
    const halfMs = times === undefined ? 0 : (times.toMs - times.fromMs) / 2
    this.showRange(timeMs - halfMs, timeMs + halfMs)
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

  setLines(lines: readonly ChartLine[], handlers?: LineHandlers): void {
    if (!this.#isRemoved) this.trading.setLines(lines, handlers)
  }

  setMessages(messages: Partial<ChartMessages>, locale?: string): void {
    const { state } = this
    if (locale !== undefined) {
      const report = { elementById: () => null, warn: (text: string) => console.warn(text) }
      state.locale = supportedLocale(locale, report)
      state.isLanguagePending = hasBundle(state.locale)
    }
    state.messages = translated(messages, state.options.custom_translate_function)
    this.#chartView?.updateMessages()
    if (locale !== undefined) void this.#loadLocale(messages)
  }

  /** English until the messages of the language are loaded; the host's own override both. */
  async #loadLocale(own: Partial<ChartMessages> | undefined): Promise<void> {
    const { state } = this
    const { locale, options } = state
    if (!hasBundle(locale)) return
    const loaded = await loadMessages(locale)
    if (this.#isRemoved || state.locale !== locale) return
    state.isLanguagePending = false
    state.messages = translated({ ...loaded, ...own }, options.custom_translate_function)
    this.#chartView?.updateMessages()
  }

  remove(): void {
    if (this.#isRemoved) return
    this.#isRemoved = true
    this.#feed.close()
    this.#compare.close()
    this.#scheduler.stop()
    this.view.clearTimeout(this.#mountTimer)
    this.autosave.cancel()
    this.trading.clear()
    this.frame.remove()
    for (const signal of Object.values(this.events)) signal.clear()
    for (const signal of [this.dataLoaded, this.symbolChanged, this.ready]) signal.clear()
  }

  #makeFeedStatus(): FeedStatus {
    return new FeedStatus({
      series: () => this.state,
      bars: () => this.#chartView?.canvas.bars() ?? [],
      show: (warnings) => this.#chartView?.showWarnings(warnings),
    })
  }

  /** Opens the first symbol: the host's, the given layout's, or that of the newest saved one. */
  async #openFirst(options: ChartOptions): Promise<void> {
    const adapter = options.save_load_adapter
    const isLast = options.load_last_chart === true && options.saved_data === undefined
    if (isLast && adapter !== undefined) {
      const [newest] = await savedCharts(adapter)
      const content = newest && (await savedContent(adapter, newest.id))
      if (this.#isRemoved) return
      if (content !== undefined) this.#loadFirst(content, options)
    } else if (options.saved_data !== undefined && options.saved_data !== null) {
      this.#loadFirst(options.saved_data, options)
    }
    this.#wantedRange ??= initialRange(options, this.nowMs())
    this.#loadedSymbol = this.state.symbol
    this.#feed.open(this.state.symbol, this.state.interval, this.#wantedRange?.fromMs)
  }

  #loadFirst(layout: unknown, { symbol = '', saved_data_meta_info: meta }: ChartOptions): void {
    this.layout.load(layout, { keepsSymbol: symbol !== '', meta })
  }

  #followWorkspace(): void {
    followCompared(this, this.style)
    this.workspace.touched.subscribe(null, () => this.autosave.changed())
    this.workspace.history.changed.subscribe(null, (move) => {
      const { state } = this.workspace.history
      if (move === 'undo') this.events.undo.emit()
      if (move === 'redo') this.events.redo.emit()
      this.events.undo_redo_state_changed.emit(state)
      this.#chartView?.update()
    })
  }

  #mountSoon(page: Document, view: Window): void {
    paintPage(page, this.state.appearance, this.state.fontFamily)
    this.#blank = { page, view }
    this.#mountTimer = this.view.setTimeout(() => void this.chartView, mountMs)
  }

  #mount(page: Document, view: Window): void {
    this.#chartView = new ChartView(page, view, {
      state: this.state,
      workspace: this.workspace,
      drawings: this.drawings,
      trading: this.trading,
      commands: commandsOf(this),
      minBarSpacing: this.#resolvedOptions.minBarSpacing,
      libraryPath: this.#resolvedOptions.libraryPath,
      hostButtons: this.hostButtons,
      shortcuts: this.shortcuts,
      marks: this.marks,
      configuration: () => this.#feed.configuration,
      nowMs: () => this.nowMs(),
      olderRequested: () => this.#feed.loadOlder(),
      viewChanged: () => this.#viewChanged(),
      crosshairMoved: (index) => this.#emitCrosshair(index),
      pointer: (name, event) => this.events[name].emit(event),
      markClicked: (name, id) => this.events[name].emit(id),
      panesResized: () => this.#panesResized(),
      sidebarToggled: (isHidden) => this.events.toggle_sidebar.emit(isHidden),
      plusClicked: (price) => this.events.onPlusClick.emit({ time: this.nowMs() / 1000, price }),
      contextEntries: (timeMs, price) =>
        this.contextEntries?.(Math.floor(timeMs / 1000), price) ?? [],
    })
    this.#chartView.showCondition(this.#condition)
    this.#chartView.showWarnings(this.feedStatus.warnings)
    this.#compare.emitAll()
    const { info } = this.#feed
    if (info === undefined) return
    this.#setSeries(info)
    if (this.#hasLostBars) this.reload()
  }

  #unmount(): void {
    this.#blank = undefined
    this.#hasLostBars ||= this.#chartView !== undefined
    this.#chartView?.dispose()
    this.#chartView = undefined
  }

  #feedListener(): FeedListener {
    return {
      resolved: (info, resolution) => this.#resolved(info, resolution),
      loaded: (bars, hasOlder) => {
        const { chartView } = this
        this.#hasLostBars = chartView === undefined
        chartView?.canvas.setBars(bars, hasOlder)
        this.feedStatus.hasLoaded()
        this.#compare.update()
        this.#compare.loadBack()
        this.#setCondition({ kind: bars.length > 0 ? 'shown' : 'empty' })
        this.#applyWantedRange()
        this.#applyScale()
        this.#chartView?.summarise()
        this.#emitReady()
        this.#emitLoadedSoon()
      },
      older: (bars, hasOlder) => {
        this.#chartView?.canvas.prependBars(bars, hasOlder)
        this.#compare.loadBack()
      },
      failed: (feedStatus, reason) => {
        const { chartView } = this
        const isStale = feedStatus === 'failed' && this.#holdsSeries
        // Bars of another series must not be shown under this one's name.
        if (!isStale) chartView?.canvas.setBars([], false)
        this.#setCondition(
          isStale ? { kind: 'shown' } : { kind: 'failed', error: feedStatus, reason },
        )
        if (isStale) this.feedStatus.update(['stale'])
        console.warn(`No bars for ${this.state.symbol}: ${reason}`)
        this.#emitReady()
        this.#emitLoadedSoon()
      },
      ticked: () => this.#scheduler.schedule(),
      stale: () => {
        // The host then calls resetData; until then the present bars stay.
        if (this.#resolvedOptions.debug) console.debug('The feed has reset its cache')
      },
      warningsChanged: (warnings) => this.feedStatus.update(warnings),
      warn: (text) => console.warn(text),
    }
  }

  /** Whether bars of the requested series are on the canvas. */
  get #holdsSeries(): boolean {
    return this.feedStatus.isShown && (this.#chartView?.canvas.barCount ?? 0) > 0
  }

  #resolved(info: SymbolInfo, resolution: string): void {
    const { state } = this
    const given = info.supported_resolutions ?? resolutions
    state.intervals = given.flatMap((one) => {
      const normal = normalResolution(one)
      return normal !== undefined && isShownResolution(normal, state.features) ? [normal] : []
    })
    state.info = info
    state.title = info.name
    this.drawings.session.barsChanged()
    state.interval = resolution
    state.priceDecimals = priceDecimals(info.pricescale)
    this.style.followExchange()
    this.#showSeries(info)
    this.#chartView?.update()
  }

  #showSeries(info: SymbolInfo): void {
    this.#chartView?.updatePriceFormat()
    this.#setSeries(info)
  }

  #setSeries(info: SymbolInfo): void {
    this.#chartView?.canvas.setSeries({
      name: info.ticker ?? info.name,
      resolution: this.state.interval,
      priceDecimals: this.state.priceDecimals,
      volumeDecimals: info.volume_precision ?? 0,
    })
  }

  #applyWantedRange(): void {
    const range = this.#wantedRange
    this.#wantedRange = undefined
    if (range !== undefined) this.#chartView?.canvas.showTimes(range.fromMs, range.toMs)
  }

  /** A new symbol may have prices that a logarithmic axis cannot show. */
  #applyScale(): void {
    const { state } = this
    if (state.scale === 'log' && this.#chartView?.setScale('log') === false) {
      console.warn('A logarithmic scale needs prices above zero')
      state.scale = 'normal'
      this.#chartView.update()
    }
  }

  #setCondition(condition: ChartCondition): void {
    this.#condition = condition
    this.#chartView?.showCondition(condition)
  }

  #setLoading(): void {
    // Listeners of this load must not be called for the previous one.
    this.view.clearTimeout(this.#loadedTimer)
    const isFirst = (this.#chartView?.canvas.barCount ?? 0) === 0
    this.#setCondition({ kind: 'loading', isFirst, isOther: !this.#holdsSeries })
    this.feedStatus.update([])
  }

  #draw(): void {
    const bars = this.#isRemoved ? [] : this.#feed.takeTicks()
    if (bars.length === 0) return
    this.#chartView?.canvas.pushBars(bars)
    if (this.#condition.kind === 'empty') this.#setCondition({ kind: 'shown' })
    for (const bar of bars) this.events.onTick.emit(bar)
  }

  #emitReady(): void {
    if (this.#isReady || this.#isEmittingReady) return
    this.#isEmittingReady = true
    const toolbarsLoaded = this.chartView?.toolbarsLoaded ?? Promise.resolve()
    void toolbarsLoaded.then(() => {
      if (this.#isRemoved) return
      this.#isReady = true
      this.ready.emit()
      this.events.chart_loaded.emit()
    })
  }

  #emitLoadedSoon(): void {
    this.#loadedTimer = this.view.setTimeout(() => this.#emitLoaded(), 0)
  }

  #emitLoaded(): void {
    if (this.#isRemoved) return
    const hasChanged = this.#loadedSymbol !== undefined && this.#loadedSymbol !== this.state.symbol
    this.#loadedSymbol = this.state.symbol
    this.dataLoaded.emit()
    if (hasChanged) this.symbolChanged.emit()
  }

  #viewChanged(): void {
    const times = this.#chartView?.canvas.visibleTimes()
    if (times === undefined) return
    const range = { from: times.fromMs / 1000, to: times.toMs / 1000 }
    const { info, interval } = this.state
    if (info !== undefined && this.hasBars) this.marks.want(info, interval, range)
    this.rangeChanged.emit(range)
  }

  #emitCrosshair(index: number | undefined): void {
    const canvas = this.#chartView?.canvas
    const reading = index === undefined ? undefined : canvas?.reading(index)
    if (reading === undefined) return
    const price = canvas?.crosshairPrice ?? reading.bar.close
    this.crosshairMoved.emit({ time: reading.bar.time / 1000, price })
  }

  #panesResized(): void {
    this.state.paneShares = this.#chartView?.measuredShares() ?? new Map()
    this.settings.write('paneShares', Object.fromEntries(this.state.paneShares))
    this.#chartView?.canvas.panes.setShares(this.state.paneShares)
    this.workspace.touch()
    this.events.panes_height_changed.emit()
  }
}
