// Everything inside one document of the frame: bars, legend, canvas, notices. It is made when the
// frame has a document and thrown away with it; what must outlive it is the widget's.

import { type CanvasListener, ChartCanvas, type Wording } from './canvas/chart-canvas.ts'
import type { ScaleMode } from './canvas/price-axis.ts'
import type { ChartState, Commands } from './chart-state.ts'
import { DrawDesk } from './controls/draw-desk.ts'
import { button, element, icon, setText } from './controls/elements.ts'
import { type Footer, makeFooter } from './controls/footer.ts'
import { frameVariables } from './controls/frame-style.ts'
import { type Legend, makeLegend } from './controls/legend.ts'
import { type ChartCondition, makeNotice, type Notice } from './controls/notice.ts'
import { makeToolbar, type Toolbar } from './controls/toolbar.ts'
import type { Drawings } from './drawings/drawings.ts'
import type { Workspace } from './layout/workspace.ts'
import { numberText } from './price-text.ts'
import { resolutionLabel } from './resolutions.ts'
import { paletteOf } from './theme.ts'
import { axisWords, momentText } from './time-axis.ts'
import { zoneLabel, zoneOf } from './zone.ts'

export type SurfacePlan = {
  readonly state: ChartState
  readonly workspace: Workspace
  readonly drawings: Drawings
  readonly commands: Commands
  readonly minBarSpacing: number
  nowMs(): number
  olderWanted(): void
  viewChanged(): void
  crosshairMoved(index: number | undefined): void
  pointer(name: 'mouse_down' | 'mouse_up', event: PointerEvent): void
}

/** A screen reader is told of a moving price no more often than this. */
const summaryPauseMs = 10_000

export class Surface {
  readonly page: Document
  readonly canvas: ChartCanvas
  readonly #plan: SurfacePlan
  readonly #view: Window
  readonly #stage: HTMLElement
  readonly #middle: HTMLElement
  readonly #canvasHost: HTMLElement
  readonly #summary: HTMLElement
  readonly #toLatest: HTMLButtonElement
  readonly #stop = new AbortController()
  readonly #resizing: ResizeObserver
  readonly #desk: DrawDesk
  #toolbar: Toolbar | undefined
  #footer: Footer | undefined
  #legend: Legend | undefined
  #notice: Notice | undefined
  #wording: Wording
  #condition: ChartCondition = { kind: 'loading', isFirst: true }
  #summaryAtMs = Number.NEGATIVE_INFINITY
  #clock: number

  constructor(page: Document, view: Window, plan: SurfacePlan) {
    this.page = page
    this.#view = view
    this.#plan = plan
    const { state } = plan
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
    this.#buildControls()
    this.canvas = new ChartCanvas(
      this.#canvasHost,
      {
        palette: paletteOf(state.theme, state.overrides),
        wording: this.#wording,
        fontFamily: state.fontFamily,
        chartType: state.chartType,
        minBarSpacing: plan.minBarSpacing,
        hasCountdown: state.features.has('countdown'),
        nowMs: plan.nowMs,
      },
      this.#canvasListener(),
    )
    this.#desk = new DrawDesk({
      page,
      state,
      drawings: plan.drawings,
      layer: this.canvas.drawings,
      stage: this.#stage,
      canvasHost: this.#canvasHost,
    })
    this.#addDrawTools()
    this.#settleCanvas()
    this.#listen()
    this.#resizing = new ResizeObserver(() => this.canvas.resized())
    this.#resizing.observe(this.#canvasHost)
    this.#clock = view.setInterval(() => this.#tick(), 1000)
    this.#tick()
  }

  #canvasListener(): CanvasListener {
    return {
      olderWanted: () => this.#plan.olderWanted(),
      viewChanged: () => {
        this.#placeAfterView()
        this.#plan.viewChanged()
      },
      crosshairMoved: (index) => {
        this.showLegend(index)
        this.#plan.crosshairMoved(index)
      },
    }
  }

  #settleCanvas(): void {
    const { state } = this.#plan
    this.canvas.setStudies(state.studies)
    if (state.scale !== 'normal') this.canvas.setScale(state.scale)
    this.canvas.setScrollEnabled(state.features.has('chart_scroll'))
    this.canvas.setZoomEnabled(state.features.has('chart_zoom'))
    this.canvas.setLines(state.lines)
  }

  /** Makes the bars and the legend anew, in the language of the state. */
  #buildControls(): void {
    const { page } = this
    const { state, commands } = this.#plan
    const { features, messages } = state
    this.#toolbar?.closeMenus()
    this.#footer?.closeMenus()
    page.documentElement.lang = state.locale
    page.documentElement.dir = 'ltr'
    this.#toolbar = features.has('header_widget') ? makeToolbar(page, state, commands) : undefined
    this.#footer = features.has('timeframes_toolbar')
      ? makeFooter(page, state, commands)
      : undefined
    this.#legend = features.has('legend_widget') ? makeLegend(page, state, commands) : undefined
    this.#stage.setAttribute('aria-label', `${messages.chart}. ${messages.keys}`)
    this.#toLatest.setAttribute('aria-label', messages.toLatest)
    this.#toLatest.title = messages.toLatest
    this.#stage.replaceChildren(this.#canvasHost)
    if (this.#legend !== undefined) this.#stage.append(this.#legend.root)
    this.#stage.append(this.#toLatest, this.#summary)
    this.#notice = makeNotice(this.#stage, messages, commands.retry)
    this.#notice.show(this.#condition)
    page.body.replaceChildren(
      ...(this.#toolbar === undefined ? [] : [this.#toolbar.root]),
      this.#middle,
      ...(this.#footer === undefined ? [] : [this.#footer.root]),
    )
  }

  #addDrawTools(): void {
    const { bar, styleBar } = this.#desk.build()
    this.#middle.replaceChildren(...(bar === undefined ? [] : [bar]), this.#stage)
    this.#stage.append(styleBar)
  }

  #listen(): void {
    const { signal } = this.#stop
    this.#toLatest.addEventListener('click', () => this.canvas.toLatest(), { signal })
    this.#stage.addEventListener('keydown', (event) => this.#moveByKey(event), { signal })
    for (const [type, name] of pointerEvents) {
      this.#stage.addEventListener(type, (event) => this.#plan.pointer(name, event), { signal })
    }
    this.#view.document.addEventListener('fullscreenchange', () => this.update(), { signal })
  }

  #moveByKey(event: KeyboardEvent): void {
    if (event.target === this.#stage && this.#desk.key(event)) return event.preventDefault()
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

  /** Shows the state again in the bars: what is chosen, what the symbol is called. */
  update(): void {
    this.#desk.update()
    this.#toolbar?.update()
    this.#footer?.update()
    this.showLegend()
  }

  showCondition(condition: ChartCondition): void {
    this.#condition = condition
    this.#notice?.show(condition)
    this.showLegend()
  }

  get condition(): ChartCondition {
    return this.#condition
  }

  /** Shows the bar under the pointer, else the latest one. */
  showLegend(index = this.canvas.crosshairIndex): void {
    const isShown = this.#condition.kind === 'shown'
    const reading = isShown ? this.canvas.reading(index) : undefined
    this.#legend?.show(reading, this.#wording.numbers)
    this.#legend?.place((paneId) => this.canvas.paneTop(paneId))
  }

  restyle(): void {
    const { state } = this.#plan
    this.#paintVariables()
    this.canvas.setPalette(paletteOf(state.theme, state.overrides))
    this.showLegend()
  }

  /** Language or time zone have changed. */
  reword(): void {
    this.#wording = wordingOf(this.#plan.state)
    this.canvas.setWording(this.#wording)
    this.#buildControls()
    this.#addDrawTools()
    // A new legend does not know yet where the axis begins.
    this.#placeAfterView()
    this.update()
    this.#tick()
  }

  setZone(): void {
    this.#wording = wordingOf(this.#plan.state)
    this.canvas.setWording(this.#wording)
    this.#footer?.update()
    this.#tick()
  }

  setScale(mode: ScaleMode): boolean {
    return this.canvas.setScale(mode)
  }

  closeMenus(): void {
    this.#toolbar?.closeMenus()
    this.#footer?.closeMenus()
    this.#desk.closeMenus()
  }

  #paintVariables(): void {
    const { state } = this.#plan
    const { style } = this.page.documentElement
    const palette = paletteOf(state.theme, state.overrides)
    for (const [name, value] of Object.entries(frameVariables(palette, state.fontFamily))) {
      style.setProperty(name, value)
    }
  }

  #placeAfterView(): void {
    const isAway = this.#condition.kind === 'shown' && !this.canvas.isAtLatest
    this.#toLatest.hidden = !isAway
    this.#toLatest.style.right = `${this.canvas.axisWidthPx + 12}px`
    this.#toLatest.style.bottom = '40px'
    this.#legend?.place((paneId) => this.canvas.paneTop(paneId))
    if (this.#legend !== undefined) {
      this.#legend.root.style.right = `${this.canvas.axisWidthPx + 8}px`
    }
  }

  #tick(): void {
    const nowMs = this.#plan.nowMs()
    this.#footer?.tick(nowMs)
    if (nowMs - this.#summaryAtMs >= summaryPauseMs) this.summarise()
  }

  /** Writes the chart in one sentence, for those who cannot see it. */
  summarise(): void {
    const reading = this.#condition.kind === 'shown' ? this.canvas.reading() : undefined
    const extremes = this.canvas.extremes()
    if (reading === undefined || extremes === undefined) return setText(this.#summary, '')
    this.#summaryAtMs = this.#plan.nowMs()
    const { state } = this.#plan
    const price = (value: number) => this.#wording.numbers.price(value, state.priceDecimals)
    const { bar, previousClose } = reading
    const words: Readonly<Record<string, string>> = {
      symbol: state.title,
      interval: resolutionLabel(state.interval),
      last: price(bar.close),
      change: this.#wording.numbers.percent((bar.close - previousClose) / previousClose),
      high: price(extremes.high),
      low: price(extremes.low),
    }
    const text = state.messages.summary.replace(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(words, name) ? (words[name] ?? whole) : whole,
    )
    setText(this.#summary, text)
  }

  /** The words above a picture: symbol, interval, latest bar, and when it was taken. */
  pictureTitle(): string {
    const { state } = this.#plan
    const reading = this.canvas.reading()
    const price = (value: number) => this.#wording.numbers.price(value, state.priceDecimals)
    const { messages } = state
    const values = (['open', 'high', 'low', 'close'] as const).map((key) =>
      reading === undefined ? '' : `${messages[key]} ${price(reading.bar[key])}`,
    )
    const moment = momentText(state.locale, this.#wording.zone, true)(this.#plan.nowMs())
    const zone = zoneLabel(this.#wording.zone, this.#plan.nowMs())
    return [`${state.title} · ${resolutionLabel(state.interval)}`, ...values, `${moment} ${zone}`]
      .filter((words) => words !== '')
      .join('   ')
  }

  dispose(): void {
    this.#stop.abort()
    this.#resizing.disconnect()
    this.#view.clearInterval(this.#clock)
    this.closeMenus()
    this.#desk.dispose()
    this.canvas.dispose()
  }
}

const pointerEvents = [
  ['pointerdown', 'mouse_down'],
  ['pointerup', 'mouse_up'],
] as const

function wordingOf(state: ChartState): Wording {
  return {
    numbers: numberText(state.locale),
    axis: axisWords(state.locale),
    locale: state.locale,
    zone: zoneOf(state.timezone),
    drawing: drawWords(state.messages),
  }
}

const drawWords = (messages: ChartState['messages']): Wording['drawing'] => ({
  target: messages.targetWord,
  stop: messages.stopWord,
  quantity: messages.quantityWord,
  riskReward: messages.riskRewardWord,
  barCount: messages.barCount,
  textHint: messages.textHint,
})
