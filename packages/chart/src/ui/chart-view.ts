// The view inside one document of the frame: canvas, legend and messages at once, toolbars after
// the first paint. It is discarded with the document; lasting state is in the controller.

import { type CanvasListener, ChartCanvas, type Wording } from '../canvas/chart-canvas.ts'
import { paintLegends } from '../canvas/screenshot.ts'
import { type ChartState, type Commands, titleOf } from '../model/chart-state.ts'
import { button, element, icon, setText } from './toolkit/elements.ts'
import { adoptCss, followInput, paintPage } from './frame.ts'
import { blockGestures } from './panes/gestures.ts'
import type { Legend, makeLegend } from './header/legend.ts'
import { type ChartCondition, makeEmptyState, type EmptyState } from './panes/empty-state.ts'
import type { Toolbars } from './toolbars.ts'
import { makeErrorBanner, type ErrorBanner } from './panes/error-banner.ts'
import { loadDialogs, Popups } from './dialogs/popups.ts'
import type { DatafeedConfiguration } from '../options/datafeed.ts'
import type { Drawings } from '../model/drawings/drawings.ts'
import type { HostButtons } from './header/host-buttons.ts'
import type { ChartWarning } from '../bars/feed-status.ts'
import type { BarMarks } from '../bars/bar-marks.ts'
import type { Shortcuts } from './shortcuts.ts'
import { behaviourOf, wordingOf } from './wording.ts'
import { enginePanes, pricePaneId } from '../canvas/study-panes-layout.ts'
import type { Workspace } from '../model/layout/workspace.ts'
import type { MenuEntry } from '../options/options.ts'
import { resolutionLabel } from '../primitives/resolutions.ts'
import { timeText } from '../primitives/time-labels.ts'
import type { LineStore } from '../model/lines/line-store.ts'
import { zoneLabel } from '../primitives/time-zone.ts'
import type { ScaleMode } from '../model/price-scale.ts'

export type ChartViewOptions = {
  readonly state: ChartState
  readonly workspace: Workspace
  readonly drawings: Drawings
  readonly trading: LineStore
  readonly commands: Commands
  readonly minBarSpacing: number
  readonly libraryPath: string
  readonly hostButtons: HostButtons
  readonly shortcuts: Shortcuts
  readonly marks: BarMarks
  configuration(): DatafeedConfiguration | undefined
  nowMs(): number
  olderRequested(): void
  viewChanged(): void
  crosshairMoved(index: number | undefined): void
  pointer(name: 'mouse_down' | 'mouse_up', event: PointerEvent): void
  markClicked(name: 'onMarkClick' | 'onTimescaleMarkClick', id: string): void
  panesResized(): void
  sidebarToggled(isHidden: boolean): void
  plusClicked(price: number): void
  /** The host's entries for the menu at a position. */
  contextEntries(timeMs: number, price: number): readonly MenuEntry[]
}

/** The minimum interval between two price summaries for screen readers. */
const summaryPauseMs = 10_000

export class ChartView {
  readonly page: Document
  readonly canvas: ChartCanvas
  readonly popups: Popups
  /** Resolves when the toolbars are built, or could not be loaded. */
  readonly toolbarsLoaded: Promise<void>
  readonly #options: ChartViewOptions
  readonly #view: Window
  readonly #stage: HTMLElement
  readonly #middle: HTMLElement
  readonly #canvasHost: HTMLElement
  readonly #summary: HTMLElement
  readonly #toLatest: HTMLButtonElement
  readonly #stop = new AbortController()
  readonly #resizing: ResizeObserver
  /** The toolbars' elements, reserved before they load so that the layout does not shift. */
  readonly #parts = new Map<ToolbarPart, HTMLElement>()
  #toolbars: Toolbars | undefined
  #makeLegend: typeof makeLegend | undefined
  #legend: Legend | undefined
  #emptyState: EmptyState | undefined
  #errorBanner: ErrorBanner | undefined
  #wording: Wording
  #condition: ChartCondition = { kind: 'loading', isFirst: true }
  #warnings: readonly ChartWarning[] = []
  #summaryAtMs = Number.NEGATIVE_INFINITY
  #clock: number

  constructor(page: Document, view: Window, options: ChartViewOptions) {
    this.page = page
    this.#view = view
    this.#options = options
    const { state } = options
    this.#wording = wordingOf(state)
    this.#canvasHost = element(page, 'div', { class: 'canvas' })
    this.#summary = element(page, 'p', { class: 'unseen', id: 'summary', 'aria-live': 'off' })
    this.#toLatest = button(page, { class: 'to-latest', hidden: true }, [icon(page, 'toLatest')])
    this.#stage = element(page, 'div', {
      class: 'stage',
      role: 'application',
      tabindex: '0',
      'aria-describedby': 'summary',
    })
    this.#middle = element(page, 'div', { class: 'middle' }, [this.#stage])
    this.#paintVariables()
    this.#reserveParts()
    this.#buildStage()
    this.canvas = new ChartCanvas(
      this.#canvasHost,
      {
        appearance: state.appearance,
        wording: this.#wording,
        fontFamily: state.fontFamily,
        chartType: state.chartType,
        minBarSpacing: options.minBarSpacing,
        hasCountdown: state.features.has('countdown'),
        behaviour: behaviourOf(state),
        nowMs: options.nowMs,
      },
      this.#canvasListener(),
    )
    this.popups = new Popups({ ...options, page, stage: this.#stage, canvas: this.canvas })
    this.#applyStateToCanvas()
    this.#applyHostStyles()
    this.#listen()
    this.#resizing = new ResizeObserver(() => this.canvas.resized())
    this.#resizing.observe(this.#canvasHost)
    this.#clock = view.setInterval(() => this.#tick(), 1000)
    this.#tick()
    this.toolbarsLoaded = this.#loadToolbars()
  }

  /** Adds empty placeholders of the toolbars' size, until the toolbars replace them. */
  #reserveParts(): void {
    const { features, isHeaderHidden } = this.#options.state
    const keep = (name: ToolbarPart, feature: string) => {
      if (!features.has(feature)) return
      this.#parts.set(name, element(this.page, 'div', { class: partClasses[name] }))
    }
    keep('header', 'header_widget')
    keep('side', 'left_toolbar')
    keep('footer', 'timeframes_toolbar')
    const { header, side, footer } = Object.fromEntries(this.#parts)
    if (isHeaderHidden) header?.setAttribute('hidden', '')
    if (features.has('hide_left_toolbar_by_default')) side?.setAttribute('data-folded', '')
    if (side !== undefined) this.#middle.prepend(side)
    this.page.body.replaceChildren(...[header, this.#middle, footer].filter(isThere))
  }

  /** Loads the toolbars during the first paint and builds them after it. */
  async #loadToolbars(): Promise<void> {
    const { signal } = this.#stop
    try {
      const [{ Toolbars: Maker, styles, makeLegend: legend }] = await Promise.all([
        import('./toolbars.ts'),
        afterFrame(this.#view, signal),
      ])
      if (signal.aborted) return
      adoptCss(this.page, this.#view, styles)
      this.#makeLegend = legend
      this.#buildLegend()
      this.#toolbars = new Maker({
        ...this.#options,
        page: this.page,
        view: this.#view,
        canvas: this.canvas,
        stage: this.#stage,
        canvasHost: this.#canvasHost,
        openMenu: (price, at) => {
          this.#options.plusClicked(price)
          this.popups.openMenuAtPrice(price, at)
        },
      })
      this.#arrange(this.#toolbars)
      this.#placeAfterView()
      this.showLegend()
      this.summarise()
      whenIdle(this.#view, () => void loadDialogs().catch(() => {}))
    } catch (failure) {
      console.warn('The toolbars could not be loaded', failure)
    }
  }

  #arrange(toolbars: Toolbars): void {
    const parts = toolbars.build()
    for (const [name, former] of this.#parts) {
      const made = parts[name]
      if (made === undefined) continue
      former.replaceWith(made)
      this.#parts.set(name, made)
    }
    this.#toLatest.before(...parts.under)
    this.#stage.append(...parts.over)
    toolbars.tick(this.#options.nowMs())
    toolbars.placePaneBars()
    toolbars.placeMarks()
  }

  #canvasListener(): CanvasListener {
    return {
      olderRequested: () => this.#options.olderRequested(),
      viewChanged: () => {
        this.#placeAfterView()
        this.#options.viewChanged()
      },
      crosshairMoved: (index) => {
        this.showLegend(index)
        this.#toolbars?.followCrosshair()
        this.#options.crosshairMoved(index)
      },
      panesResized: () => this.#options.panesResized(),
    }
  }

  #applyStateToCanvas(): void {
    const { state } = this.#options
    this.canvas.panes.setShares(state.paneShares)
    this.canvas.setStudies(state.studies)
    this.showPanes()
    if (state.isInverted) this.canvas.prices.setInverted(true)
    if (state.scale !== 'normal') this.canvas.setScale(state.scale)
    this.canvas.setScrollEnabled(state.features.has('chart_scroll'))
    this.canvas.setZoomEnabled(state.features.has('chart_zoom'))
    this.canvas.lines.show(this.#options.trading)
  }

  /** Called after the first paint, because text layout takes longer than painting the bars. */
  #buildLegend(): void {
    const { state, commands } = this.#options
    if (!state.features.has('legend_widget')) return
    this.#legend?.root.remove()
    this.#legend = this.#makeLegend?.(this.page, state, commands)
    if (this.#legend !== undefined) this.#canvasHost.after(this.#legend.root)
  }

  /** Rebuilds the stage's elements in the language of the state. */
  #buildStage(): void {
    const { page } = this
    const { state, commands } = this.#options
    const { messages } = state
    page.documentElement.lang = state.locale
    page.documentElement.dir = 'ltr'
    this.#stage.setAttribute('aria-label', `${messages.chart}. ${messages.keyboardHelp}`)
    this.#toLatest.setAttribute('aria-label', messages.toLatest)
    this.#toLatest.title = messages.toLatest
    this.#stage.replaceChildren(this.#canvasHost, this.#toLatest, this.#summary)
    this.#emptyState = makeEmptyState(this.#stage, state, commands.retry)
    this.#emptyState.show(this.#condition)
    this.#errorBanner = makeErrorBanner(page, messages, commands.retry)
    this.#errorBanner.show(this.#warnings)
    this.#stage.append(this.#errorBanner.root)
  }

  #listen(): void {
    const { signal } = this.#stop
    this.#toLatest.addEventListener('click', () => this.canvas.toLatest(), { signal })
    this.#stage.addEventListener('keydown', (event) => this.#moveByKey(event), { signal })
    this.#stage.addEventListener('contextmenu', (event) => this.popups.openMenuAt(event), {
      signal,
    })
    this.#stage.addEventListener('dblclick', (event) => this.#doubleClicked(event), { signal })
    this.page.addEventListener('keydown', (event) => this.#pressed(event), { signal })
    followInput(this.page, signal)
    blockGestures(
      this.#stage,
      this.#options.state.features,
      () => ({
        axisWidthPx: this.canvas.axisWidthPx,
        axisHeightPx: 28,
        pinch: (factor, x) => this.canvas.zoomBy(factor, x),
      }),
      signal,
    )
    for (const [type, name] of pointerEvents) {
      this.#stage.addEventListener(type, (event) => this.#options.pointer(name, event), { signal })
    }
    this.#view.document.addEventListener('fullscreenchange', () => this.update(), { signal })
  }

  /** The engine fits a price axis that was scaled by hand, but not one with a fixed range. */
  #doubleClicked({ clientX, clientY }: MouseEvent): void {
    const { right, top } = this.#stage.getBoundingClientRect()
    const isOnPrices = clientY - top < (this.canvas.panes.height(pricePaneId) ?? 0)
    if (isOnPrices && clientX > right - this.canvas.axisWidthPx) this.canvas.fitPrices()
  }

  /** Handles shortcuts, and letters and digits that open a dialog. */
  #pressed(event: KeyboardEvent): void {
    const isTyping = event.target !== null && 'value' in event.target
    if (event.defaultPrevented || isTyping) return
    if (this.#options.shortcuts.press(event)) return event.preventDefault()
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.#stage) return
    const isLetter = /^\p{L}$/u.test(event.key)
    const isDigit = /^[1-9]$/.test(event.key)
    const { features } = this.#options.state
    const name = isLetter ? 'symbolSearch' : 'changeInterval'
    if (isLetter ? !features.has('symbol_search_hot_key') : !isDigit) return
    event.preventDefault()
    this.popups.openDialog(name, event.key)
  }

  /** Shows or hides the header. */
  showHeader(): void {
    const { isHeaderHidden } = this.#options.state
    this.#parts.get('header')?.toggleAttribute('hidden', isHeaderHidden)
  }

  openIndicators(): void {
    this.popups.openDialog('indicators')
  }

  fillMarks(): void {
    this.#toolbars?.fillMarks()
  }

  /** Applies which panes are collapsed. */
  showPanes(): void {
    const { state } = this.#options
    this.canvas.panes.setShares(state.paneShares)
    for (const pane of enginePanes(state.studies)) {
      this.canvas.panes.setCollapsed(pane, state.collapsedPanes.has(pane))
    }
  }

  /** Puts the panes of indicators in the order of the studies. */
  orderPanes(): void {
    enginePanes(this.#options.state.studies).forEach((pane, at) =>
      this.canvas.panes.setOrder(pane, at + 1),
    )
  }

  /** The panes' shares of the height on the screen. */
  measuredShares(): Map<string, number> {
    const whole = this.canvas.heightPx
    return new Map(
      enginePanes(this.#options.state.studies).flatMap((pane) => {
        const height = this.canvas.panes.height(pane)
        return height === undefined || whole <= 0 ? [] : [[pane, height / whole]]
      }),
    )
  }

  /** Applies the host's styles to the page: style sheet, colours, compact mode. */
  #applyHostStyles(): void {
    const { options } = this.#options.state
    const { body, documentElement } = this.page
    const { loading_screen: loading, toolbar_bg: toolbar } = options
    const colours: Readonly<Record<string, string | undefined>> = {
      '--loading-background': loading?.backgroundColor,
      '--loading-foreground': loading?.foregroundColor,
      '--toolbar-background': toolbar,
    }
    for (const [name, value] of Object.entries(colours)) {
      if (value !== undefined) documentElement.style.setProperty(name, value)
    }
    if (options.preset !== undefined) body.setAttribute('data-preset', options.preset)
    const { header_widget_buttons_mode: mode } = options
    if (mode !== undefined) body.setAttribute('data-buttons', mode)
    if (options.custom_css_url !== undefined) this.addStyleSheet(options.custom_css_url)
    // Fonts that load after the first paint have other text widths than their fallbacks.
    const { signal } = this.#stop
    this.page.fonts.addEventListener('loadingdone', () => this.canvas.measureAgain(), { signal })
  }

  /** Adds a style sheet of the host; a relative URL is resolved against the library path. */
  addStyleSheet(address: string): void {
    const base = new URL(this.#options.libraryPath, this.#view.document.baseURI)
    const href = new URL(address, base).href
    this.page.head.append(element(this.page, 'link', { rel: 'stylesheet', href }))
  }

  priceText(price: number): string {
    return this.#wording.numbers.price(price, this.#options.state.priceDecimals)
  }

  /** Call this after the decimals or the host's price format have changed. */
  updatePriceFormat(): void {
    this.#wording = wordingOf(this.#options.state)
    this.canvas.setWording(this.#wording)
  }

  #moveByKey(event: KeyboardEvent): void {
    if (event.target === this.#stage && this.#toolbars?.key(event) === true)
      return event.preventDefault()
    if (event.target !== this.#stage || event.ctrlKey || event.metaKey || event.altKey) return
    const far = event.shiftKey ? 5 : 1
    const moves: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => this.canvas.scrollBars(10 * far),
      ArrowRight: () => this.canvas.scrollBars(-10 * far),
      ArrowUp: () => this.canvas.zoomBy(1.25),
      ArrowDown: () => this.canvas.zoomBy(1 / 1.25),
      '+': () => this.canvas.zoomBy(1.25),
      '=': () => this.canvas.zoomBy(1.25),
      '-': () => this.canvas.zoomBy(1 / 1.25),
      _: () => this.canvas.zoomBy(1 / 1.25),
      End: () => this.canvas.toLatest(),
      Home: () => this.canvas.toOldest(),
      Escape: () => this.canvas.resetView(),
    }
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined
    if (move === undefined) return
    event.preventDefault()
    move()
  }

  /** Updates toolbars and legend from the state. */
  update(): void {
    this.#toolbars?.update()
    this.showLegend()
  }

  showCondition(condition: ChartCondition): void {
    this.#condition = condition
    this.#emptyState?.show(condition)
    this.showLegend()
  }

  /** Shows the warnings about the current bars. */
  showWarnings(warnings: readonly ChartWarning[]): void {
    this.#warnings = warnings
    this.#errorBanner?.show(warnings)
  }

  get condition(): ChartCondition {
    return this.#condition
  }

  /** Shows the bar under the pointer, else the latest one. */
  showLegend(index = this.canvas.crosshairIndex): void {
    const isShown = this.#condition.kind === 'shown'
    const reading = isShown && this.#legend !== undefined ? this.canvas.reading(index) : undefined
    this.#legend?.show(reading, this.#wording.numbers)
    this.#legend?.place((paneId) => this.canvas.paneTop(paneId))
    this.#toolbars?.placePaneBars()
  }

  restyle(): void {
    const { state } = this.#options
    this.#paintVariables()
    this.canvas.setAppearance(state.appearance)
    this.showLegend()
  }

  /** Call this after the language or the time zone has changed. */
  updateMessages(): void {
    this.#wording = wordingOf(this.#options.state)
    this.canvas.setWording(this.#wording)
    this.#buildStage()
    if (this.#toolbars !== undefined) {
      this.#buildLegend()
      this.#arrange(this.#toolbars)
    }
    // A new legend needs the position of the axis.
    this.#placeAfterView()
    this.update()
    this.#tick()
  }

  setZone(): void {
    this.#wording = wordingOf(this.#options.state)
    this.canvas.setWording(this.#wording)
    this.#toolbars?.setZone()
    this.#tick()
  }

  setScale(mode: ScaleMode): boolean {
    return this.canvas.setScale(mode)
  }

  closeMenus(): void {
    this.#toolbars?.closeMenus()
    this.popups.close()
  }

  #paintVariables(): void {
    const { state } = this.#options
    paintPage(this.page, state.appearance, state.fontFamily)
  }

  #placeAfterView(): void {
    const isAway = this.#condition.kind === 'shown' && !this.canvas.isAtLatest
    this.#toLatest.hidden = !isAway
    this.#toLatest.style.right = `${this.canvas.axisWidthPx + 12}px`
    this.#toLatest.style.bottom = '40px'
    this.#toolbars?.placeMarks()
    this.#legend?.place((paneId) => this.canvas.paneTop(paneId))
    if (this.#legend !== undefined) {
      this.#legend.root.style.right = `${this.canvas.axisWidthPx + 8}px`
    }
  }

  #tick(): void {
    const nowMs = this.#options.nowMs()
    this.#toolbars?.tick(nowMs)
    if (nowMs - this.#summaryAtMs >= summaryPauseMs) this.summarise()
  }

  /** Summarises the chart in one sentence for screen readers. */
  summarise(): void {
    if (this.#toolbars === undefined) return
    const reading = this.#condition.kind === 'shown' ? this.canvas.reading() : undefined
    const extremes = this.canvas.extremes()
    if (reading === undefined || extremes === undefined) return setText(this.#summary, '')
    this.#summaryAtMs = this.#options.nowMs()
    const { state } = this.#options
    const price = (value: number) => this.#wording.numbers.price(value, state.priceDecimals)
    const { bar, previousClose } = reading
    const placeholders: Readonly<Record<string, string>> = {
      symbol: titleOf(state),
      interval: resolutionLabel(state.interval),
      last: price(bar.close),
      change: this.#wording.numbers.percent((bar.close - previousClose) / previousClose),
      high: price(extremes.high),
      low: price(extremes.low),
    }
    const text = state.messages.summary.replace(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(placeholders, name) ? (placeholders[name] ?? whole) : whole,
    )
    setText(this.#summary, text)
  }

  /** A screenshot with its title line and the legends of the studies. */
  async screenshot(withLines: boolean): Promise<HTMLCanvasElement> {
    const screenshot = await this.canvas.screenshot(this.#screenshotTitle(), withLines)
    if (this.#legend !== undefined && !this.#legend.root.hidden) {
      paintLegends(screenshot, this.#canvasHost, this.#legend.root)
    }
    return screenshot
  }

  /** The title of a screenshot: symbol, interval, latest bar, and its time. */
  #screenshotTitle(): string {
    const { state } = this.#options
    const reading = this.canvas.reading()
    const price = (value: number) => this.#wording.numbers.price(value, state.priceDecimals)
    const { messages } = state
    const values = (['open', 'high', 'low', 'close'] as const).map((key) =>
      reading === undefined ? '' : `${messages[key]} ${price(reading.bar[key])}`,
    )
    const takenAt = timeText(state.locale, this.#wording.zone, true)(this.#options.nowMs())
    const zone = zoneLabel(this.#wording.zone, this.#options.nowMs())
    return [
      `${titleOf(state)} · ${resolutionLabel(state.interval)}`,
      ...values,
      `${takenAt} ${zone}`,
    ]
      .filter((part) => part !== '')
      .join('   ')
  }

  dispose(): void {
    this.#stop.abort()
    this.#resizing.disconnect()
    this.#view.clearInterval(this.#clock)
    this.closeMenus()
    this.popups.dispose()
    this.#toolbars?.dispose()
    this.canvas.dispose()
  }
}

type ToolbarPart = 'header' | 'side' | 'footer'

const partClasses = { header: 'toolbar', side: 'drawbar', footer: 'footer' } as const

const isThere = (one: HTMLElement | undefined): one is HTMLElement => one !== undefined

/** Browsers without `requestIdleCallback` wait a second instead. */
function whenIdle(view: Window, run: () => void): void {
  if ('requestIdleCallback' in view) view.requestIdleCallback(run)
  else (view as Window).setTimeout(run, 1000)
}

/** A hidden page has no frames, so waiting is limited to this time. */
const frameWaitMs = 200

/** Resolves after the next paint, or when there will be no more. */
const afterFrame = (view: Window, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve())
    view.setTimeout(resolve, frameWaitMs)
    view.requestAnimationFrame(() => view.setTimeout(resolve, 0))
  })

const pointerEvents = [
  ['pointerdown', 'mouse_down'],
  ['pointerup', 'mouse_up'],
] as const
