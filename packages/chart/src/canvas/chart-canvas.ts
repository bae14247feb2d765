// The chart's canvas. It hides the drawing engine from the other folders.

import { type Chart, dispose, init, type PeriodType } from 'klinecharts'
import type { Bar } from '../options/datafeed.ts'
import type { NumberText } from '../primitives/number-format.ts'
import type { ChartAppearance } from '../model/appearance.ts'
import { barEndMs, countdownText, isIntraday, spanOf } from '../primitives/resolutions.ts'
import { type AxisLabels, timeText } from '../primitives/time-labels.ts'
import type { Zone } from '../primitives/time-zone.ts'
import { EngineBars, plainBar } from './engine-bars.ts'
import { drawingAppearance, type DrawingTexts } from './drawing-colors.ts'
import { DrawingLayer } from './drawing-layer.ts'
import { engineStyles } from './engine-styles.ts'
import { visibleBars } from './paint-view.ts'
import { attachPainters, type PainterState } from './register-painters.ts'
import { registerPercentAxis } from './percent-axis.ts'
import { screenshotOf } from './screenshot.ts'
import { PriceAxis, unbroken } from './price-axis.ts'
import type { StudySpec } from '../model/studies/study-catalogue.ts'
import { type PaneContext, StudyPanes } from './study-panes.ts'
import { type TimeSpan, TimeView } from './time-scale.ts'
import * as studies from './study-panes-layout.ts'
import { LineLayer } from './lines/line-layer.ts'
import { Viewport } from './viewport.ts'
import type { ChartType } from '../model/chart-type.ts'
import type { ScaleMode } from '../model/price-scale.ts'

/** All number and time formats, replaced together, because the engine draws text at any time. */
export type Wording = {
  readonly numbers: NumberText
  readonly axis: AxisLabels
  readonly locale: string
  readonly zone: Zone
  /** Texts beside the numbers of drawings. */
  readonly drawing: DrawingTexts
  /** The host's own time format, if any. */
  customTimeText?(timeMs: number, isIntraday: boolean): string
}

export type CanvasChoices = {
  readonly appearance: ChartAppearance
  readonly wording: Wording
  readonly fontFamily: string
  readonly chartType: ChartType
  readonly minBarSpacing: number
  readonly hasCountdown: boolean
  readonly behaviour: Behaviour
  nowMs(): number
}

/** Behaviour of the view that a host can configure. */
export type Behaviour = {
  readonly followsNewBar: boolean
  readonly keepsRightBar: boolean
  readonly fixesLeftEdge: boolean
  readonly keepsRangeOnResize: boolean
  /** Bars may become wider than the default limit. */
  readonly allowsWideBars: boolean
}

/** Events of the canvas: each at most once per frame, except the request for older bars. */
export type CanvasListener = {
  olderRequested(): void
  viewChanged(): void
  /** The index of the bar under the pointer; undefined when the pointer has left. */
  crosshairMoved(index: number | undefined): void
  /** The trader has dragged the separator of a pane. */
  panesResized(): void
}

export type Series = {
  readonly name: string
  readonly resolution: string
  readonly priceDecimals: number
  readonly volumeDecimals: number
}

/** A bar with the values that the legend shows beside it. */
export type LegendValues = {
  readonly bar: Bar
  readonly previousClose: number
  readonly studies: readonly studies.StudyValues[]
}

const defaultBarPx = 8
const engineUnits: Readonly<Record<string, PeriodType>> = {
  second: 'second',
  minute: 'minute',
  day: 'day',
  week: 'week',
  month: 'month',
}
/** The engine updates its layout a frame or two after a change of size. */
const afterLayoutMs = 50

export class ChartCanvas {
  readonly drawings: DrawingLayer
  readonly lines: LineLayer
  readonly #host: HTMLElement
  readonly #view: Window
  readonly #chart: Chart
  readonly #root: HTMLElement
  readonly #listener: CanvasListener
  readonly #loader: EngineBars
  readonly #viewport: Viewport
  readonly #appearance: PainterState
  readonly panes: StudyPanes
  readonly times: TimeView
  readonly prices: PriceAxis
  readonly #measure: CanvasRenderingContext2D | null
  readonly #stopListening = new AbortController()
  #choices: CanvasChoices
  #series: Series = { name: '', resolution: '30', priceDecimals: 2, volumeDecimals: 0 }
  #axisWidthPx = 64
  #timeText: (timeMs: number) => string = String
  #resizeTimer: number | undefined
  #frame: number | undefined
  #crosshairX: number | undefined
  #crosshairY: number | undefined
  #isDisposed = false

  constructor(host: HTMLElement, choices: CanvasChoices, listener: CanvasListener) {
    this.#host = host
    this.#view = host.ownerDocument.defaultView ?? window
    this.#choices = choices
    this.#listener = listener
    this.#appearance = {
      appearance: choices.appearance,
      chartType: choices.chartType,
      heikinAshiBars: (from, to) => this.panes.heikinAshiBars(from, to),
    }
    this.#loader = new EngineBars(() => listener.olderRequested())
    this.#measure = host.ownerDocument.createElement('canvas').getContext('2d')
    const chart = this.#makeChart(host)
    this.#chart = chart
    this.#root = chart.getDom() ?? host
    this.#viewport = new Viewport(chart, this.#view)
    this.panes = new StudyPanes(chart, this.#view, () => this.#context())
    this.times = new TimeView(chart, this.#spacingLimits())
    this.prices = new PriceAxis(chart, host)
    this.prices.needed = () => this.panes.needed(this.#appearance.chartType === 'heikinAshi')
    this.prices.setMargins(choices.appearance.margins)
    chart.overrideXAxis({
      createTicks: () =>
        unbroken(() => this.times.marks(this.#choices.wording.zone, this.#choices.wording.axis)),
    })
    attachPainters(chart, this.#appearance)
    this.drawings = this.#makeDrawings(chart)
    this.lines = new LineLayer(chart, this.#view, {
      palette: () => this.#appearance.appearance.palette,
      fontFamily: choices.fontFamily,
      priceText: (price) => this.#priceText(price),
    })
    this.prices.refit()
    this.#limitOffset()
    this.#listen()
  }

  #makeDrawings(chart: Chart): DrawingLayer {
    return new DrawingLayer(chart, this.#host.ownerDocument, {
      fontFamily: this.#choices.fontFamily,
      interval: () => this.#series.resolution,
      priceDecimals: () => this.#series.priceDecimals,
      timeText: (timeMs) => this.#timeText(timeMs),
      appearance: () => {
        const { appearance, wording } = this.#choices
        return drawingAppearance(
          { palette: appearance.palette, wording },
          this.#series.priceDecimals,
        )
      },
    })
  }

  #makeChart(host: HTMLElement): Chart {
    const chart = init(host, {
      hotkey: { enabled: false },
      timezone: 'UTC',
      styles: this.#styles(),
      layout: { barSpaceLimit: this.#spacingLimits() },
      thousandsSeparator: {
        format: (value) => this.#choices.wording.numbers.regroup(String(value)),
      },
      decimalFold: { format: String },
      formatter: {
        formatDate: ({ timestamp }) => this.#timeText(timestamp),
        formatBigNumber: (value) => this.#choices.wording.numbers.volume(Number(value)),
        formatExtendText: ({ data }) => this.#countdown(data.timestamp),
      },
    })
    if (chart === null) throw new Error('Invariant: the host of the canvas is an element of a page')
    registerPercentAxis()
    chart.setDataLoader(this.#loader.loader)
    chart.setBarSpace(defaultBarPx)
    return chart
  }

  #spacingLimits(): { min: number; max: number } {
    const { minBarSpacing, behaviour } = this.#choices
    return { min: minBarSpacing, max: behaviour.allowsWideBars ? 400 : 50 }
  }

  #listen(): void {
    this.#chart.subscribeAction('onPaneDrag', () => this.#listener.panesResized())
    this.#chart.subscribeAction('onVisibleRangeChange', () => this.#viewMoved())
    this.#chart.subscribeAction('onCrosshairChange', (crosshair) => {
      const { x, y } = Object(crosshair) as { x?: unknown; y?: unknown }
      this.#crosshairX = typeof x === 'number' ? x : undefined
      this.#crosshairY = typeof y === 'number' ? y : undefined
      this.#emitSoon()
    })
    const { signal } = this.#stopListening
    this.#root.addEventListener('pointerleave', () => this.#crosshairLeft(), { signal })
    this.#root.addEventListener('pointerdown', () => this.#viewport.stop(), { signal })
    this.#root.addEventListener('wheel', () => this.#viewport.stop(), { signal, passive: true })
    // The engine's own tab stop would be the first on the page; the stage around it is one already.
    this.#root.removeAttribute('tabindex')
  }

  #crosshairLeft(): void {
    this.#crosshairX = undefined
    this.#emitSoon()
  }

  #viewMoved(): void {
    if (this.#isDisposed) return
    const { from, to } = visibleBars(this.#chart)
    // Zooming keeps the latest bar in place while it is visible, else the bar under the pointer.
    const isFixed = this.#choices.behaviour.keepsRightBar && to >= this.barCount
    this.#chart.setZoomAnchor(isFixed ? 'last_bar' : 'cursor')
    const isNearEdge = from < (to - from) * 0.75
    if (isNearEdge && !this.#loader.hasPage) this.#listener.olderRequested()
    this.#emitSoon()
  }

  #emitSoon(): void {
    this.#frame ??= this.#view.requestAnimationFrame(() => {
      this.#frame = undefined
      if (this.#isDisposed) return
      this.prices.fitMargins()
      this.prices.range()
      this.#listener.viewChanged()
      this.#listener.crosshairMoved(this.crosshairIndex)
    })
  }

  /** The index of the bar under the pointer, undefined when it is elsewhere. */
  get crosshairIndex(): number | undefined {
    const x = this.#crosshairX
    const count = this.#chart.getDataList().length
    if (x === undefined || count === 0) return undefined
    const point = this.#chart.convertFromPixel([{ x }])
    const index = (Array.isArray(point) ? point[0] : point)?.dataIndex ?? count - 1
    return Math.max(0, Math.min(count - 1, index))
  }

  /** Emits the view events again, as if the view had moved. */
  emitViewChanged(): void {
    this.#emitSoon()
  }

  /** The price under the pointer, undefined when it is elsewhere. */
  get crosshairPrice(): number | undefined {
    return this.#crosshairY === undefined ? undefined : this.priceAt(this.#crosshairY)
  }

  /** Prepares for the bars of another symbol or interval; the old ones stay until `setBars`. */
  setSeries(series: Series): void {
    const { name, resolution } = this.#series
    this.#series = series
    // The prices that one series was scrolled to may show nothing of another.
    if (series.name !== name || series.resolution !== resolution) this.prices.refit()
    this.#timeText = this.#timeLabel()
    const span = spanOf(series.resolution) ?? { unit: 'minute', count: 30 }
    this.#chart.setSymbol({
      ticker: series.name,
      pricePrecision: series.priceDecimals,
      volumePrecision: series.volumeDecimals,
    })
    this.times.resolution = series.resolution
    this.panes.setPrecision(series.priceDecimals)
    this.#chart.setPeriod({ type: engineUnits[span.unit] ?? 'minute', span: span.count })
  }

  setBars(bars: readonly Bar[], hasOlder: boolean): void {
    this.#loader.show(bars, hasOlder, () => {
      this.#viewport.stop()
      this.#chart.setOffsetRightDistance(this.#rightOffsetPx())
      this.panes.clearBars()
      this.#chart.resetData()
    })
    this.#fitAxis()
    this.#emitSoon()
  }

  prependBars(bars: readonly Bar[], hasOlder: boolean): void {
    this.#loader.prepend(bars, hasOlder)
    this.#emitSoon()
  }

  /** Draws live bars; called at most once per frame. */
  pushBars(bars: readonly Bar[]): void {
    const before = this.barCount
    for (const bar of bars) this.#loader.push(bar)
    const added = this.barCount - before
    if (!this.#choices.behaviour.followsNewBar && added > 0 && before > 0) {
      this.#chart.scrollByDistance(added * this.times.barSpacing)
    }
    this.#fitAxis()
    this.prices.uncoverMarks()
    this.#emitSoon()
  }

  get barCount(): number {
    return this.#chart.getDataList().length
  }

  /** A bar with the values the legend shows beside it; the latest one by default. */
  reading(index = this.barCount - 1): LegendValues | undefined {
    const bars = this.#chart.getDataList()
    const bar = bars[index]
    if (bar === undefined) return undefined
    const palette = this.#appearance.appearance.palette
    return {
      bar: plainBar(bar),
      previousClose: bars[index - 1]?.close ?? bar.open,
      studies: this.panes.read({ index, palette }),
    }
  }

  /** Distance of a pane from the top of the canvas, for the legend inside it. */
  paneTop(paneId: string): number {
    return this.#chart.getSize(paneId)?.top ?? 0
  }

  get axisWidthPx(): number {
    return this.#axisWidthPx
  }

  /** The highest and the lowest visible price. */
  extremes(): { high: number; low: number } | undefined {
    const { from, to } = visibleBars(this.#chart)
    const bars = this.#chart.getDataList().slice(from, to)
    if (bars.length === 0) return undefined
    return bars.reduce(
      ({ high, low }, bar) => ({ high: Math.max(high, bar.high), low: Math.min(low, bar.low) }),
      { high: Number.NEGATIVE_INFINITY, low: Number.POSITIVE_INFINITY },
    )
  }

  visibleTimes(): TimeSpan | undefined {
    return this.times.visibleRange()
  }

  get oldestMs(): number | undefined {
    return this.#chart.getDataList()[0]?.timestamp
  }

  /** Scrolls and zooms to the bars between two times, as far as bar spacing allows. */
  showTimes(fromMs: number, toMs: number): void {
    this.#viewport.stop()
    this.times.show({ fromMs, toMs }, this.#rightOffsetPx())
  }

  /** Restores the default bar spacing at the latest bar and the automatic price scale. */
  resetView(): void {
    this.#viewport.stop()
    this.#chart.setBarSpace(defaultBarPx)
    this.#chart.setOffsetRightDistance(this.#rightOffsetPx())
    this.fitPrices()
  }

  /** Makes the price axis fit the visible bars again after it was scaled by hand. */
  fitPrices(): void {
    this.prices.refit()
  }

  scrollBars(count: number): void {
    this.#viewport.scrollBy(count * this.#chart.getBarSpace().bar)
  }

  /** Zooms by a factor: animated, or at once around an x position (pinch). */
  zoomBy(factor: number, x?: number): void {
    if (x === undefined) this.#viewport.zoomBy(factor)
    else this.#viewport.zoomAt(factor, x)
  }

  toLatest(): void {
    this.#viewport.toLatest()
  }

  toOldest(): void {
    this.#viewport.stop()
    this.#chart.scrollToDataIndex(0)
  }

  get isAtLatest(): boolean {
    return visibleBars(this.#chart).to >= this.barCount
  }

  setScrollEnabled(isEnabled: boolean): void {
    this.#chart.setScrollEnabled(isEnabled)
  }

  setZoomEnabled(isEnabled: boolean): void {
    this.#chart.setZoomEnabled(isEnabled)
  }

  setChartType(type: ChartType): void {
    this.#appearance.chartType = type
    this.#repaint()
  }

  /**
   * Sets the price scale. There is no logarithm of zero: if a price of the series is not above
   * zero, the scale stays normal and the result is false.
   */
  setScale(mode: ScaleMode): boolean {
    const isRefused = mode === 'log' && this.#chart.getDataList().some(({ low }) => !(low > 0))
    this.prices.setMode(isRefused ? 'normal' : mode)
    return !isRefused
  }

  setStudies(wanted: readonly StudySpec[]): void {
    this.panes.show(wanted)
    this.#emitSoon()
  }

  #context(): PaneContext {
    const host = this.#host
    return {
      // Read only when needed: reading it makes the browser lay out the whole frame.
      get heightPx() {
        return host.clientHeight
      },
      priceDecimals: this.#series.priceDecimals,
      palette: this.#appearance.appearance.palette,
      volumePane: this.#appearance.appearance.volumePane,
      roundVolume: (value) => this.#choices.wording.numbers.roundVolume(value),
      studiesChanged: () => this.#emitSoon(),
    }
  }

  get heightPx(): number {
    return this.#host.clientHeight
  }

  /** The y position of a price on the canvas; undefined without bars. */
  yOfPrice(price: number): number | undefined {
    if (this.barCount === 0) return undefined
    return this.#chart.getYAxes({ paneId: studies.pricePaneId })[0]?.convertToPixel(price)
  }

  priceAt(y: number): number | undefined {
    if (this.barCount === 0) return undefined
    return this.#chart.getYAxes({ paneId: studies.pricePaneId })[0]?.convertFromPixel(y)
  }

  /** The bars as drawn, oldest first. */
  bars(): Bar[] {
    return this.#chart.getDataList().map(plainBar)
  }

  /** Adapts the panes' heights to the new size; the engine notices the size itself. */
  resized(): void {
    const span = this.#choices.behaviour.keepsRangeOnResize ? this.visibleTimes() : undefined
    this.#limitOffset()
    this.panes.resize()
    this.#view.clearTimeout(this.#resizeTimer)
    this.#resizeTimer = this.#view.setTimeout(() => {
      if (span !== undefined) this.showTimes(span.fromMs, span.toMs)
      this.#emitSoon()
    }, afterLayoutMs)
  }

  setAppearance(appearance: ChartAppearance): void {
    const hasNewPanes = appearance.volumePane !== this.#appearance.appearance.volumePane
    this.#choices = { ...this.#choices, appearance }
    this.#appearance.appearance = appearance
    this.drawings.repaint()
    this.prices.setMargins(appearance.margins)
    this.panes.restyle()
    if (hasNewPanes) this.panes.resize()
    this.#repaint()
    this.lines.repaint()
  }

  setWording(wording: Wording): void {
    this.#choices = { ...this.#choices, wording }
    this.#timeText = this.#timeLabel()
    this.drawings.repaint()
    this.#fitAxis()
    this.#repaint()
  }

  /** Takes a screenshot; trading lines are private and excluded by default. */
  async screenshot(title: string, withLines: boolean): Promise<HTMLCanvasElement> {
    const { appearance, fontFamily } = this.#choices
    const { palette } = appearance
    this.#crosshairX = undefined
    this.lines.setHidden(!withLines)
    this.drawings.setScreenshot(true)
    await this.painted()
    const screenshot = screenshotOf(this.#root, { palette, title, fontFamily })
    if (!this.#isDisposed) {
      this.lines.setHidden(false)
      this.drawings.setScreenshot(false)
    }
    return screenshot
  }

  /** Resolves after the engine's next paint, or a timeout: a hidden page has no frames. */
  painted(): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#view.setTimeout(resolve, 120)
      this.#view.requestAnimationFrame(() =>
        this.#view.requestAnimationFrame(() => {
          this.#view.clearTimeout(timer)
          resolve()
        }),
      )
    })
  }

  dispose(): void {
    if (this.#isDisposed) return
    this.#isDisposed = true
    this.panes.dispose()
    this.lines.dispose()
    this.#viewport.stop()
    if (this.#frame !== undefined) this.#view.cancelAnimationFrame(this.#frame)
    this.#view.clearTimeout(this.#resizeTimer)
    this.#stopListening.abort()
    dispose(this.#chart)
  }

  #styles() {
    const { appearance, fontFamily, hasCountdown } = this.#choices
    return engineStyles({ appearance, fontFamily, axisWidthPx: this.#axisWidthPx, hasCountdown })
  }

  /** The fonts have changed: measures all texts again. */
  measureAgain(): void {
    this.lines.measureAgain()
    this.drawings.measureAgain()
    this.#fitAxis(true)
  }

  #repaint(): void {
    this.#chart.setStyles(this.#styles())
  }

  /** The axis is as wide as its widest price, and does not shrink when a digit disappears. */
  #fitAxis(isNew = false): void {
    const last = this.#chart.getDataList().at(-1)
    if (last === undefined || this.#measure === null) return
    const text = this.#priceText(last.high).replace(/\d/g, '0')
    this.#measure.font = `600 11px ${this.#choices.fontFamily}`
    const wanted = Math.max(52, Math.ceil(this.#measure.measureText(text).width) + 16)
    const spare = this.#axisWidthPx - wanted
    if (spare >= 0 && spare < 24 && !isNew) return
    this.#axisWidthPx = wanted
    this.#repaint()
  }

  /** The first and the last bar can be scrolled to the middle, not out of view. */
  #limitOffset(): void {
    const half = Math.max(40, this.#host.clientWidth / 2)
    this.#chart.setMaxOffsetLeftDistance(this.#choices.behaviour.fixesLeftEdge ? 0 : half)
    this.#chart.setMaxOffsetRightDistance(half)
  }

  #rightOffsetPx(): number {
    return Math.min(80, Math.max(24, this.#host.clientWidth * 0.08))
  }

  #priceText(price: number): string {
    return this.#choices.wording.numbers.price(price, this.#series.priceDecimals)
  }

  /** Returns a function, because making a date format costs more than using it forty times. */
  #timeLabel(): (timeMs: number) => string {
    const { locale, zone, customTimeText: moment } = this.#choices.wording
    if (moment !== undefined) {
      const isTimed = isIntraday(this.#series.resolution)
      return (timeMs) => moment(timeMs, isTimed)
    }
    return timeText(locale, zone, isIntraday(this.#series.resolution))
  }

  #countdown(startMs: number): string {
    const leftMs = barEndMs(this.#series.resolution, startMs) - this.#choices.nowMs()
    return leftMs >= 0 ? countdownText(leftMs) : ''
  }
}
