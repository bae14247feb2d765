// Holds the chart together: its state, the feed behind it, and whatever document the frame has.
// The widget and the controls ask; each change has one room behind this desk that makes it.

import { type Listeners, makeListeners, type TimeRange } from '../model/chart-events.ts'
import { type DrawingSwitches, drawingSwitches } from './drawing-switches.ts'
import type { TimeSpan } from '../canvas/time-scale.ts'
import type { ChartState } from '../model/chart-state.ts'
import type { ChartCondition } from '../ui/panes/empty-state.ts'
import type { SymbolInfo } from '../options/datafeed.ts'
import { chartDrawings } from './chart-drawings.ts'
import type { Drawings } from '../model/drawings/drawings.ts'
import { safely, Signal } from '../primitives/events.ts'
import { foldedFeed } from '../bars/aggregated-feed.ts'
import { BarFeed, type FeedListener } from '../bars/bar-loader.ts'
import { ChartFrame, paintPage } from '../ui/frame.ts'
import { commandsOf } from './commands.ts'
import { CompareBook } from './compare-symbols.ts'
import type { Desk } from './context.ts'
import { FeedTrouble } from '../bars/feed-status.ts'
import { firstRange, logOptions, sizeFrame } from './initial-range.ts'
import { firstState, zoneWished } from './initial-state.ts'
import { HeaderShelf } from '../ui/header/host-buttons.ts'
import { LayoutRoom } from './save-load.ts'
import { MarkBook } from '../bars/bar-marks.ts'
import { Pace } from '../primitives/frame-scheduler.ts'
import { SeriesStyle } from './series-style.ts'
import { Shortcuts } from '../ui/shortcuts.ts'
import { StudyBook } from './studies.ts'
import { Autosave } from '../model/layout/autosave.ts'
import { savedCharts, savedContent } from '../options/save-load-adapter.ts'
import { Workspace } from '../model/layout/workspace.ts'
import type { ChartLine, LineHands } from '../options/trading-lines.ts'
import { loadMessages } from '../options/locales/bundles.ts'
import { type ChartMessages, translated } from '../options/messages.ts'
import {
  type ChartOptions,
  type MenuEntry,
  type SettledOptions,
  settledOptions,
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
import { type Settings, settingsIn } from '../options/settings.ts'
import { Surface } from '../ui/chart-view.ts'
import { LineBook } from '../model/lines/line-store.ts'

/** The chart is built without bars when the feed has not answered in this time. */
const mountMs = 16

export class ChartHost implements Desk {
  readonly frame: ChartFrame
  readonly state: ChartState
  /** The one history and the sources that are saved; it outlives the frame's document. */
  readonly workspace = new Workspace()
  readonly drawings: Drawings
  readonly trading: LineBook
  readonly dataLoaded = new Signal<[]>()
  readonly symbolChanged = new Signal<[]>()
  readonly intervalChanged = new Signal<[string, { timeframe?: TimeRange }]>()
  readonly chartTypeChanged = new Signal<[number]>()
  readonly timezoneChanged = new Signal<[string]>()
  readonly rangeChanged = new Signal<[TimeRange]>()
  readonly crosshairMoved = new Signal<[{ time: number; price: number }]>()
  readonly readied = new Signal<[]>()
  readonly events: Listeners = makeListeners()
  readonly settings: Settings
  readonly style: SeriesStyle
  readonly studies: StudyBook
  readonly layout: LayoutRoom
  readonly autosave: Autosave
  readonly trouble: FeedTrouble
  readonly marks: MarkBook
  readonly shelf = new HeaderShelf()
  readonly shortcuts: Shortcuts
  readonly switches: DrawingSwitches
  readonly view: Window
  /** Resolves when the words of the language are there. */
  readonly worded: Promise<void>
  contextEntries: ((unixTime: number, price: number) => readonly MenuEntry[]) | undefined
  readonly #settled: SettledOptions
  readonly #feed: BarFeed
  readonly #pace: Pace
  readonly #compare: CompareBook
  #surface: Surface | undefined
  /** A document that nothing has been built in yet. */
  #blank: { readonly page: Document; readonly view: Window } | undefined
  #mountTimer: number | undefined
  /** The bars came when there was no document, or went away with one. */
  #hasLostBars = false
  #condition: ChartCondition = { kind: 'loading', isFirst: true }
  #loadedSymbol: string | undefined
  #loadedTimer: number | undefined
  #wantedRange: TimeSpan | undefined
  #serverAheadMs = 0
  #isTellingReady = false
  #isReady = false
  #isRemoved = false

  constructor(options: ChartOptions) {
    this.#settled = settledOptions(options, {
      elementById: (id) => document.getElementById(id),
      warn: (text) => console.warn(text),
    })
    const settled = this.#settled
    this.view = settled.container.ownerDocument.defaultView ?? window
    this.settings = this.#openSettings(options)
    this.state = firstState(options, settled, this.settings)
    this.state.messages = translated(options.messages, options.custom_translate_function)
    const seams = {
      nowMs: () => this.nowMs(),
      after: (delayMs: number, run: () => void) => {
        const timer = this.view.setTimeout(run, delayMs)
        return () => this.view.clearTimeout(timer)
      },
    }
    this.trading = new LineBook(seams)
    this.#pace = new Pace(this.view, () => this.#draw())
    this.trouble = this.#makeTrouble()
    const datafeed = foldedFeed(settled.datafeed)
    this.#feed = new BarFeed(datafeed, this.#feedListener(), seams)
    this.#compare = new CompareBook({
      datafeed,
      seams,
      studies: () => this.state.studies,
      interval: () => this.state.interval,
      oldestMs: () => this.#surface?.canvas.oldestMs,
      changed: (id, series, isTick) => {
        this.#surface?.canvas.panes.setOther(id, series, isTick)
        this.#surface?.canvas.tellView()
      },
    })
    for (const event of [this.events.study_event, this.events.study_properties_changed]) {
      event.subscribe(null, () => this.#compare.settle())
    }
    this.marks = new MarkBook(settled.datafeed, { changed: () => this.#surface?.fillMarks() })
    this.style = new SeriesStyle(this, zoneWished(settled, this.settings) === 'exchange')
    this.studies = new StudyBook(this, options.studies_overrides ?? {})
    this.autosave = new Autosave(settled.autoSaveDelayMs, seams, () =>
      this.events.onAutoSaveNeeded.tell(),
    )
    this.layout = new LayoutRoom(this, {
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
      pane: () => this.#surface?.canvas.drawings.pane(),
    })
    this.switches = drawingSwitches(this.drawings.session)
    this.#followWorkspace()
    // Asked first: the feed looks while the frame is made.
    void this.#openFirst(options)
    this.frame = new ChartFrame(settled.container, {
      ready: (page, view) => this.#mountSoon(page, view),
      lost: () => this.#unmount(),
    })
    sizeFrame(this.frame, options)
    logOptions(options, this.#settled.debug)
    this.worded = this.#loadWords(options.messages)
    this.#askServerTime()
  }

  get isReady(): boolean {
    return this.#isReady
  }

  get isRemoved(): boolean {
    return this.#isRemoved
  }

  /**
   * What the frame shows. It is built when somebody asks for it, at the latest very soon: a feed
   * that answers at once gets its bars painted in one go, and no empty chart before them.
   */
  get surface(): Surface | undefined {
    const blank = this.#blank
    this.#blank = undefined
    if (blank !== undefined && !this.#isRemoved) this.#mount(blank.page, blank.view)
    return this.#surface
  }

  get hasBars(): boolean {
    return this.#condition.kind === 'shown'
  }

  /** Whether bars before the oldest one may be had. */
  get hasOlder(): boolean {
    return this.#feed.hasOlder
  }

  get settled(): SettledOptions {
    return this.#settled
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
      if (this.hasBars) this.#tellLoadedSoon()
      if (this.hasBars || this.#condition.kind === 'loading') return
    }
    if (isNewSymbol) Object.assign(state, { symbol, title: symbol, info: undefined })
    state.interval = wanted
    const frame: { timeframe?: TimeRange } = {}
    if (isNewInterval) this.intervalChanged.tell(wanted, frame)
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

  retry(): void {
    if (this.trouble.isOfOlder) this.#feed.retryOlder()
    else this.reload()
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

  /** Brings the bar of a moment to the middle of the view, as many bars in sight as now. */
  showMoment(timeMs: number): void {
    const times = this.#surface?.canvas.visibleTimes()
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

  setLines(lines: readonly ChartLine[], hands?: LineHands): void {
    if (!this.#isRemoved) this.trading.setLines(lines, hands)
  }

  setMessages(messages: Partial<ChartMessages>, locale?: string): void {
    const { state } = this
    if (locale !== undefined) {
      state.locale = supportedLocale(locale, {
        elementById: () => null,
        warn: (text) => console.warn(text),
      })
    }
    state.messages = translated(messages, state.options.custom_translate_function)
    this.#surface?.reword()
    if (locale !== undefined) void this.#loadWords(messages)
  }

  /** English until the words of the language are there; the host's own go above both. */
  async #loadWords(own: Partial<ChartMessages> | undefined): Promise<void> {
    const { locale } = this.state
    const words = await loadMessages(locale)
    if (words === undefined || this.#isRemoved || this.state.locale !== locale) return
    const translate = this.state.options.custom_translate_function
    this.state.messages = translated({ ...words, ...own }, translate)
    this.#surface?.reword()
  }

  remove(): void {
    if (this.#isRemoved) return
    this.#isRemoved = true
    this.#feed.close()
    this.#compare.close()
    this.#pace.stop()
    this.view.clearTimeout(this.#mountTimer)
    this.autosave.forget()
    this.trading.clear()
    this.frame.remove()
    for (const signal of Object.values(this.events)) signal.clear()
    for (const signal of [this.dataLoaded, this.symbolChanged, this.readied]) signal.clear()
  }

  #makeTrouble(): FeedTrouble {
    return new FeedTrouble({
      series: () => this.state,
      bars: () => this.#surface?.canvas.bars() ?? [],
      show: (complaints) => this.#surface?.showComplaints(complaints),
    })
  }

  #openSettings(options: ChartOptions): Settings {
    const off = options.disabled_features ?? []
    const mayStore = !off.includes('use_localstorage_for_settings')
    return settingsIn(options.settings_adapter, () =>
      mayStore ? this.view.localStorage : undefined,
    )
  }

  /** The first symbol: the host's, the given layout's, or that of the newest saved one. */
  async #openFirst(options: ChartOptions): Promise<void> {
    this.#wantedRange = firstRange(options, this.nowMs())
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
    this.#loadedSymbol = this.state.symbol
    this.#feed.open(this.state.symbol, this.state.interval, this.#wantedRange?.fromMs)
  }

  #loadFirst(layout: unknown, { symbol = '', saved_data_meta_info: meta }: ChartOptions): void {
    this.layout.load(layout, { keepsSymbol: symbol !== '', meta })
  }

  #followWorkspace(): void {
    this.workspace.touched.subscribe(null, () => this.autosave.changed())
    this.workspace.history.changed.subscribe(null, (move) => {
      const { state } = this.workspace.history
      if (move === 'undo') this.events.undo.tell()
      if (move === 'redo') this.events.redo.tell()
      this.events.undo_redo_state_changed.tell(state)
      this.#surface?.update()
    })
  }

  #mountSoon(page: Document, view: Window): void {
    paintPage(page, this.state.look, this.state.fontFamily)
    this.#blank = { page, view }
    this.#mountTimer = this.view.setTimeout(() => void this.surface, mountMs)
  }

  #mount(page: Document, view: Window): void {
    this.#surface = new Surface(page, view, {
      state: this.state,
      workspace: this.workspace,
      drawings: this.drawings,
      trading: this.trading,
      commands: commandsOf(this),
      minBarSpacing: this.#settled.minBarSpacing,
      libraryPath: this.#settled.libraryPath,
      shelf: this.shelf,
      shortcuts: this.shortcuts,
      marks: this.marks,
      configuration: () => this.#feed.configuration,
      nowMs: () => this.nowMs(),
      olderWanted: () => this.#feed.loadOlder(),
      viewChanged: () => this.#viewChanged(),
      crosshairMoved: (index) => this.#tellCrosshair(index),
      pointer: (name, event) => this.events[name].tell(event),
      markClicked: (name, id) => this.events[name].tell(id),
      panesResized: () => this.#panesResized(),
      sidebarToggled: (isHidden) => this.events.toggle_sidebar.tell(isHidden),
      plusClicked: (price) => this.events.onPlusClick.tell({ time: this.nowMs() / 1000, price }),
      contextEntries: (timeMs, price) =>
        this.contextEntries?.(Math.floor(timeMs / 1000), price) ?? [],
    })
    this.#surface.showCondition(this.#condition)
    this.#surface.showComplaints(this.trouble.complaints)
    this.#compare.tellAll()
    const { info } = this.#feed
    if (info === undefined) return
    this.#setSeries(info)
    if (this.#hasLostBars) this.reload()
  }

  #unmount(): void {
    this.#blank = undefined
    this.#hasLostBars ||= this.#surface !== undefined
    this.#surface?.dispose()
    this.#surface = undefined
  }

  #feedListener(): FeedListener {
    return {
      resolved: (info, resolution) => this.#resolved(info, resolution),
      loaded: (bars, hasOlder) => {
        const { surface } = this
        this.#hasLostBars = surface === undefined
        surface?.canvas.setBars(bars, hasOlder)
        this.trouble.hasLoaded()
        this.#compare.settle()
        this.#compare.reachBack()
        this.#setCondition({ kind: bars.length > 0 ? 'shown' : 'empty' })
        this.#settleRange()
        this.#settleScale()
        this.#surface?.summarise()
        this.#tellReady()
        this.#tellLoadedSoon()
      },
      older: (bars, hasOlder) => {
        this.#surface?.canvas.prependBars(bars, hasOlder)
        this.#compare.reachBack()
      },
      failed: (trouble, reason) => {
        const { surface } = this
        const isStale = trouble === 'failed' && this.#holdsSeries
        // What belongs to another series must not be found under this one's name.
        if (!isStale) surface?.canvas.setBars([], false)
        this.#setCondition(isStale ? { kind: 'shown' } : { kind: 'failed', trouble, reason })
        if (isStale) this.trouble.tell(['stale'])
        console.warn(`No bars for ${this.state.symbol}: ${reason}`)
        this.#tellReady()
        this.#tellLoadedSoon()
      },
      ticked: () => this.#pace.soon(),
      stale: () => {
        // The host follows with resetData; until then what is shown is the best there is.
        if (this.#settled.debug) console.debug('The feed has reset its cache')
      },
      complained: (complaints) => this.trouble.tell(complaints),
      warn: (text) => console.warn(text),
    }
  }

  /** Bars of the series that is wanted are on the canvas. */
  get #holdsSeries(): boolean {
    return this.trouble.isShown && (this.#surface?.canvas.barCount ?? 0) > 0
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
    this.#surface?.update()
  }

  #showSeries(info: SymbolInfo): void {
    this.#surface?.showPriceWords()
    this.#setSeries(info)
  }

  #setSeries(info: SymbolInfo): void {
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

  /** Prices of a new symbol may not fit a logarithmic axis that the former one had. */
  #settleScale(): void {
    const { state } = this
    if (state.scale === 'log' && this.#surface?.setScale('log') === false) {
      console.warn('A logarithmic scale needs prices above zero')
      state.scale = 'normal'
      this.#surface.update()
    }
  }

  #setCondition(condition: ChartCondition): void {
    this.#condition = condition
    this.#surface?.showCondition(condition)
  }

  #setLoading(): void {
    // Who waits for what is loaded now must not be told of what was loaded before.
    this.view.clearTimeout(this.#loadedTimer)
    const isFirst = (this.#surface?.canvas.barCount ?? 0) === 0
    this.#setCondition({ kind: 'loading', isFirst, isOther: !this.#holdsSeries })
    this.trouble.tell([])
  }

  #draw(): void {
    const bars = this.#isRemoved ? [] : this.#feed.takeTicks()
    if (bars.length === 0) return
    this.#surface?.canvas.pushBars(bars)
    if (this.#condition.kind === 'empty') this.#setCondition({ kind: 'shown' })
    for (const bar of bars) this.events.onTick.tell(bar)
  }

  #tellReady(): void {
    if (this.#isReady || this.#isTellingReady) return
    this.#isTellingReady = true
    const furnished = this.surface?.furnished ?? Promise.resolve()
    void furnished.then(() => {
      if (this.#isRemoved) return
      this.#isReady = true
      this.readied.tell()
      this.events.chart_loaded.tell()
    })
  }

  #tellLoadedSoon(): void {
    this.#loadedTimer = this.view.setTimeout(() => this.#tellLoaded(), 0)
  }

  #tellLoaded(): void {
    if (this.#isRemoved) return
    const hasChanged = this.#loadedSymbol !== undefined && this.#loadedSymbol !== this.state.symbol
    this.#loadedSymbol = this.state.symbol
    this.dataLoaded.tell()
    if (hasChanged) this.symbolChanged.tell()
  }

  #viewChanged(): void {
    const times = this.#surface?.canvas.visibleTimes()
    if (times === undefined) return
    const range = { from: times.fromMs / 1000, to: times.toMs / 1000 }
    const { info, interval } = this.state
    if (info !== undefined && this.hasBars) this.marks.want(info, interval, range)
    this.rangeChanged.tell(range)
  }

  #tellCrosshair(index: number | undefined): void {
    const canvas = this.#surface?.canvas
    const reading = index === undefined ? undefined : canvas?.reading(index)
    if (reading === undefined) return
    const price = canvas?.crosshairPrice ?? reading.bar.close
    this.crosshairMoved.tell({ time: reading.bar.time / 1000, price })
  }

  #panesResized(): void {
    this.state.paneShares = this.#surface?.measuredShares() ?? new Map()
    this.#surface?.canvas.panes.setShares(this.state.paneShares)
    this.workspace.touch()
    this.events.panes_height_changed.tell()
  }

  #askServerTime(): void {
    const { datafeed } = this.#settled
    safely(() =>
      datafeed.getServerTime?.((seconds) => {
        if (Number.isFinite(seconds)) this.#serverAheadMs = seconds * 1000 - Date.now()
      }),
    )
  }
}
