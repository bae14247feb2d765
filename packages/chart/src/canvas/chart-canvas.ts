// The canvas as the widget sees it. Nobody outside this folder knows which engine draws.

import { type Chart, dispose, init, type PeriodType } from 'klinecharts'
import type { Bar } from '../datafeed.ts'
import { type ChartLine, lineChanges } from '../lines.ts'
import type { NumberText } from '../price-text.ts'
import { barEndMs, countdownText, isIntraday, resolutionMs, spanOf } from '../resolutions.ts'
import type { Palette } from '../theme.ts'
import { type AxisWords, axisMarks, momentText } from '../time-axis.ts'
import type { Zone } from '../zone.ts'
import { BarLoader } from './bar-loader.ts'
import { drawLook, type DrawWords } from './drawing-look.ts'
import { DrawingLayer } from './drawing-layer.ts'
import { engineStyles } from './engine-styles.ts'
import { barsInSight } from './paint-view.ts'
import { attachPainters, type Look } from './painters.ts'
import { registerPercentAxis } from './percent-axis.ts'
import { pictureOf } from './picture.ts'
import { PriceAxis, type ScaleMode, unbroken } from './price-axis.ts'
import type { ChartType } from './price-painter.ts'
import * as studies from './studies.ts'
import { attachTradeLines, type LineScene } from './trade-lines.ts'
import { Viewport } from './viewport.ts'

/** How everything is written: changed as one, because the engine draws words at any time. */
export type Wording = {
  readonly numbers: NumberText
  readonly axis: AxisWords
  readonly locale: string
  readonly zone: Zone
  /** Of the drawings: what stands beside their numbers. */
  readonly drawing: DrawWords
}

export type CanvasChoices = {
  readonly palette: Palette
  readonly wording: Wording
  readonly fontFamily: string
  readonly chartType: ChartType
  readonly minBarSpacing: number
  readonly hasCountdown: boolean
  nowMs(): number
}

/** What the canvas tells: all at most once per frame, except the wish for older bars. */
export type CanvasListener = {
  olderWanted(): void
  viewChanged(): void
  /** The number of the bar under the pointer; undefined when the pointer has left. */
  crosshairMoved(index: number | undefined): void
}

export type Series = {
  readonly name: string
  readonly resolution: string
  readonly priceDecimals: number
  readonly volumeDecimals: number
}

/** A bar with what a legend needs beside it. */
export type Reading = {
  readonly bar: Bar
  readonly previousClose: number
  readonly studies: readonly studies.StudyReading[]
}

const usualBarPx = 8
const engineUnits: Readonly<Record<string, PeriodType>> = {
  minute: 'minute',
  day: 'day',
  week: 'week',
  month: 'month',
}
/** The engine lays out a frame or two after a change of size. */
const afterLayoutMs = 50

export class ChartCanvas {
  readonly drawings: DrawingLayer
  readonly #host: HTMLElement
  readonly #view: Window
  readonly #chart: Chart
  readonly #root: HTMLElement
  readonly #listener: CanvasListener
  readonly #loader: BarLoader
  readonly #viewport: Viewport
  readonly #prices: PriceAxis
  readonly #look: Look
  readonly #lines = new Map<string, ChartLine>()
  readonly #scene: LineScene
  readonly #repaintLines: () => void
  readonly #shownStudies = new Set<studies.StudyName>()
  readonly #measure: CanvasRenderingContext2D | null
  readonly #stopListening = new AbortController()
  #choices: CanvasChoices
  #series: Series = { name: '', resolution: '30', priceDecimals: 2, volumeDecimals: 0 }
  #axisWidthPx = 64
  #momentText: (timeMs: number) => string = String
  #resizeTimer: number | undefined
  #frame: number | undefined
  #crosshairX: number | undefined
  #isDisposed = false

  constructor(host: HTMLElement, choices: CanvasChoices, listener: CanvasListener) {
    this.#host = host
    this.#view = host.ownerDocument.defaultView ?? window
    this.#choices = choices
    this.#listener = listener
    this.#look = { palette: choices.palette, chartType: choices.chartType }
    this.#loader = new BarLoader(() => listener.olderWanted())
    this.#measure = host.ownerDocument.createElement('canvas').getContext('2d')
    const chart = this.#makeChart(host)
    this.#chart = chart
    this.#root = chart.getDom() ?? host
    this.#viewport = new Viewport(chart, this.#view)
    this.#prices = new PriceAxis(chart, host)
    this.#scene = {
      lines: this.#lines,
      palette: choices.palette,
      fontFamily: choices.fontFamily,
      isHidden: false,
      priceText: (price) => this.#priceText(price),
      lastClose: () => chart.getDataList().at(-1)?.close,
    }
    chart.overrideXAxis({ createTicks: () => unbroken(() => this.#axisTicks()) })
    attachPainters(chart, this.#look)
    this.drawings = this.#makeDrawings(chart)
    this.#repaintLines = attachTradeLines(chart, this.#scene)
    this.#prices.refit()
    this.#limitRoom()
    this.#listen()
  }

  #makeDrawings(chart: Chart): DrawingLayer {
    return new DrawingLayer(chart, this.#host.ownerDocument, {
      fontFamily: this.#choices.fontFamily,
      interval: () => this.#series.resolution,
      priceDecimals: () => this.#series.priceDecimals,
      momentText: (timeMs) => this.#momentText(timeMs),
      look: () => drawLook(this.#choices, this.#series.priceDecimals),
    })
  }

  #makeChart(host: HTMLElement): Chart {
    const chart = init(host, {
      hotkey: { enabled: false },
      timezone: 'UTC',
      styles: this.#styles(),
      layout: {
        barSpaceLimit: { min: this.#choices.minBarSpacing, max: 50 },
      },
      thousandsSeparator: {
        format: (value) => this.#choices.wording.numbers.regroup(String(value)),
      },
      decimalFold: { format: String },
      formatter: {
        formatDate: ({ timestamp }) => this.#momentText(timestamp),
        formatBigNumber: (value) => this.#choices.wording.numbers.volume(Number(value)),
        formatExtendText: ({ data }) => this.#countdown(data.timestamp),
      },
    })
    if (chart === null) throw new Error('Invariant: the host of the canvas is an element of a page')
    registerPercentAxis()
    chart.setDataLoader(this.#loader.loader)
    chart.setBarSpace(usualBarPx)
    return chart
  }

  #listen(): void {
    this.#chart.subscribeAction('onVisibleRangeChange', () => this.#viewMoved())
    this.#chart.subscribeAction('onCrosshairChange', (crosshair) => {
      const x: unknown = Reflect.get(Object(crosshair), 'x')
      this.#crosshairX = typeof x === 'number' ? x : undefined
      this.#tellSoon()
    })
    const { signal } = this.#stopListening
    this.#root.addEventListener('pointerleave', () => this.#crosshairLeft(), { signal })
    this.#root.addEventListener('pointerdown', () => this.#viewport.stop(), { signal })
    this.#root.addEventListener('wheel', () => this.#viewport.stop(), { signal, passive: true })
    // The engine's own tab stop would come before all else on the page; the stage around it is one.
    this.#root.removeAttribute('tabindex')
  }

  #crosshairLeft(): void {
    this.#crosshairX = undefined
    this.#tellSoon()
  }

  #viewMoved(): void {
    if (this.#isDisposed) return
    const { from, to } = barsInSight(this.#chart)
    // While the latest bar is in sight it keeps its place; elsewhere the pointer does.
    this.#chart.setZoomAnchor(to >= this.barCount ? 'last_bar' : 'cursor')
    const isNearEdge = from < (to - from) * 0.75
    if (isNearEdge && !this.#loader.hasPage) this.#listener.olderWanted()
    this.#tellSoon()
  }

  #tellSoon(): void {
    this.#frame ??= this.#view.requestAnimationFrame(() => {
      this.#frame = undefined
      if (this.#isDisposed) return
      this.#prices.fitRoom()
      this.#listener.viewChanged()
      this.#listener.crosshairMoved(this.crosshairIndex)
    })
  }

  /** The number of the bar under the pointer, undefined when it is elsewhere. */
  get crosshairIndex(): number | undefined {
    const x = this.#crosshairX
    const count = this.#chart.getDataList().length
    if (x === undefined || count === 0) return undefined
    const point = this.#chart.convertFromPixel([{ x }])
    const index = (Array.isArray(point) ? point[0] : point)?.dataIndex ?? count - 1
    return Math.max(0, Math.min(count - 1, index))
  }

  /** Prepares for the bars of another symbol or interval; the old ones stay until `setBars`. */
  setSeries(series: Series): void {
    this.#series = series
    this.#momentText = this.#momentWords()
    const span = spanOf(series.resolution) ?? { unit: 'minute', count: 30 }
    this.#chart.setSymbol({
      ticker: series.name,
      pricePrecision: series.priceDecimals,
      volumePrecision: series.volumeDecimals,
    })
    studies.setPricePrecision(this.#chart, series.priceDecimals)
    this.#chart.setPeriod({ type: engineUnits[span.unit] ?? 'minute', span: span.count })
  }

  setBars(bars: readonly Bar[], hasOlder: boolean): void {
    this.#viewport.stop()
    this.#chart.setOffsetRightDistance(this.#rightRoomPx())
    this.#loader.show(bars, hasOlder, () => this.#chart.resetData())
    this.#fitAxis()
    this.#tellSoon()
  }

  prependBars(bars: readonly Bar[], hasOlder: boolean): void {
    this.#loader.prepend(bars, hasOlder)
    this.#tellSoon()
  }

  /** Draws live bars; called at most once per frame. */
  pushBars(bars: readonly Bar[]): void {
    for (const bar of bars) this.#loader.push(bar)
    this.#fitAxis()
    this.#prices.uncoverMarks()
    this.#tellSoon()
  }

  get barCount(): number {
    return this.#chart.getDataList().length
  }

  /** The bar with what a legend shows beside it; the latest one without a number. */
  reading(index = this.barCount - 1): Reading | undefined {
    const bars = this.#chart.getDataList()
    const bar = bars[index]
    if (bar === undefined) return undefined
    const { timestamp: time, open, high, low, close, volume = 0 } = bar
    const names = studies.studyNames.filter((name) => this.#shownStudies.has(name))
    return {
      bar: { time, open, high, low, close, volume },
      previousClose: bars[index - 1]?.close ?? open,
      studies: names.flatMap(
        (name) =>
          studies.readStudy(this.#chart, name, { index, palette: this.#look.palette }) ?? [],
      ),
    }
  }

  /** Distance of a pane from the top of the canvas, for the legend inside it. */
  paneTop(paneId: string): number {
    return this.#chart.getSize(paneId)?.top ?? 0
  }

  get axisWidthPx(): number {
    return this.#axisWidthPx
  }

  /** Highest and lowest price in sight. */
  extremes(): { high: number; low: number } | undefined {
    const { from, to } = barsInSight(this.#chart)
    const bars = this.#chart.getDataList().slice(from, to)
    if (bars.length === 0) return undefined
    return bars.reduce(
      ({ high, low }, bar) => ({ high: Math.max(high, bar.high), low: Math.min(low, bar.low) }),
      { high: Number.NEGATIVE_INFINITY, low: Number.POSITIVE_INFINITY },
    )
  }

  /** Times of the first and the last bar in sight, in milliseconds; undefined without bars. */
  visibleTimes(): { fromMs: number; toMs: number } | undefined {
    const bars = this.#chart.getDataList()
    const { from, to } = barsInSight(this.#chart)
    const first = bars[from]
    const last = bars[Math.min(to, bars.length) - 1]
    if (first === undefined || last === undefined) return undefined
    return { fromMs: first.timestamp, toMs: last.timestamp }
  }

  get oldestMs(): number | undefined {
    return this.#chart.getDataList()[0]?.timestamp
  }

  /** Brings the bars between two moments into sight, as far as bar spacing allows. */
  showTimes(fromMs: number, toMs: number): void {
    const bars = this.#chart.getDataList()
    const width = this.#chart.getSize(studies.pricePaneId, 'main')?.width ?? 0
    if (bars.length === 0 || width <= 0) return
    this.#viewport.stop()
    const first = bars.findIndex(({ timestamp }) => timestamp >= fromMs)
    const after = bars.findIndex(({ timestamp }) => timestamp > toMs)
    const last = (after === -1 ? bars.length : after) - 1
    const count = Math.max(5, last - Math.max(0, first) + 1)
    const isToLatest = last >= bars.length - 1
    const room = isToLatest ? Math.min(this.#rightRoomPx(), width / 8) : 0
    const spacing = (width - room) / count
    this.#chart.setBarSpace(Math.min(50, Math.max(this.#choices.minBarSpacing, spacing)))
    if (isToLatest) this.#chart.setOffsetRightDistance(room)
    else this.#chart.scrollToDataIndex(last + 1)
  }

  /** Back to the usual spacing at the latest bar, with the price axis fitting by itself. */
  resetView(): void {
    this.#viewport.stop()
    this.#chart.setBarSpace(usualBarPx)
    this.#chart.setOffsetRightDistance(this.#rightRoomPx())
    this.fitPrices()
  }

  /** The price axis follows the bars again after it was pulled. */
  fitPrices(): void {
    this.#prices.refit()
  }

  scrollBars(count: number): void {
    this.#viewport.scrollBy(count * this.#chart.getBarSpace().bar)
  }

  zoomBy(factor: number): void {
    this.#viewport.zoomBy(factor)
  }

  toLatest(): void {
    this.#viewport.toLatest()
  }

  toOldest(): void {
    this.#viewport.stop()
    this.#chart.scrollToDataIndex(0)
  }

  get isAtLatest(): boolean {
    return barsInSight(this.#chart).to >= this.barCount
  }

  setScrollEnabled(isEnabled: boolean): void {
    this.#chart.setScrollEnabled(isEnabled)
  }

  setZoomEnabled(isEnabled: boolean): void {
    this.#chart.setZoomEnabled(isEnabled)
  }

  setChartType(type: ChartType): void {
    this.#look.chartType = type
    this.#repaint()
  }

  /**
   * Sets how prices are spread over the axis. A logarithm of zero does not exist: where a price in
   * the series is not above it, the scale stays normal and the answer is false.
   */
  setScale(mode: ScaleMode): boolean {
    const isRefused = mode === 'log' && this.#chart.getDataList().some(({ low }) => !(low > 0))
    this.#prices.setMode(isRefused ? 'normal' : mode)
    return !isRefused
  }

  setStudies(names: readonly studies.StudyName[]): void {
    for (const name of [...this.#shownStudies].filter((shown) => !names.includes(shown))) {
      studies.removeStudy(this.#chart, name)
      this.#shownStudies.delete(name)
    }
    for (const name of names.filter((wanted) => !this.#shownStudies.has(wanted))) {
      studies.addStudy(this.#chart, name, {
        heightPx: this.#host.clientHeight,
        priceDecimals: this.#series.priceDecimals,
        roundVolume: (value) => this.#choices.wording.numbers.roundVolume(value),
      })
      this.#shownStudies.add(name)
    }
    this.#tellSoon()
  }

  /** Gives the panes their parts of the new size; the engine notices the size itself. */
  resized(): void {
    this.#limitRoom()
    studies.resizeStudies(this.#chart, this.#shownStudies, this.#host.clientHeight)
    this.#view.clearTimeout(this.#resizeTimer)
    this.#resizeTimer = this.#view.setTimeout(() => this.#tellSoon(), afterLayoutMs)
  }

  setPalette(palette: Palette): void {
    this.#choices = { ...this.#choices, palette }
    this.#look.palette = palette
    this.#scene.palette = palette
    this.drawings.repaint()
    this.#repaint()
    this.#repaintLines()
  }

  setWording(wording: Wording): void {
    this.#choices = { ...this.#choices, wording }
    this.#momentText = this.#momentWords()
    this.#fitAxis()
    this.#repaint()
  }

  /** Draws these lines and no others; what has not changed costs nothing. */
  setLines(lines: readonly ChartLine[]): void {
    const { created, updated, removed } = lineChanges(this.#lines, lines)
    if (created.length + updated.length + removed.length === 0) return
    for (const id of removed) this.#lines.delete(id)
    for (const line of [...created, ...updated]) this.#lines.set(line.id, line)
    this.#repaintLines()
  }

  /** Takes a picture; trading lines are private and left out unless asked for. */
  async picture(title: string, withLines: boolean): Promise<HTMLCanvasElement> {
    const { palette, fontFamily } = this.#choices
    this.#crosshairX = undefined
    this.#scene.isHidden = !withLines
    this.#repaintLines()
    await this.#nextPaint()
    const picture = pictureOf(this.#root, { palette, title, fontFamily })
    this.#scene.isHidden = false
    if (!this.#isDisposed) this.#repaintLines()
    return picture
  }

  /** The engine paints in the next frame; a hidden page has none and is not waited for. */
  #nextPaint(): Promise<void> {
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
    this.#viewport.stop()
    if (this.#frame !== undefined) this.#view.cancelAnimationFrame(this.#frame)
    this.#view.clearTimeout(this.#resizeTimer)
    this.#stopListening.abort()
    dispose(this.#chart)
  }

  #styles() {
    const { palette, fontFamily, hasCountdown } = this.#choices
    return engineStyles({ palette, fontFamily, axisWidthPx: this.#axisWidthPx, hasCountdown })
  }

  #repaint(): void {
    this.#chart.setStyles(this.#styles())
  }

  /** The axis is as wide as its widest price, and does not shrink while digits come and go. */
  #fitAxis(): void {
    const bars = this.#chart.getDataList()
    const last = bars.at(-1)
    if (last === undefined || this.#measure === null) return
    const text = this.#priceText(last.high).replace(/\d/g, '0')
    this.#measure.font = `600 11px ${this.#choices.fontFamily}`
    const wanted = Math.max(52, Math.ceil(this.#measure.measureText(text).width) + 16)
    if (wanted <= this.#axisWidthPx && this.#axisWidthPx - wanted < 24) return
    this.#axisWidthPx = wanted
    this.#repaint()
  }

  /** The first and the last bar can be pulled to the middle, not out of sight. */
  #limitRoom(): void {
    const half = Math.max(40, this.#host.clientWidth / 2)
    this.#chart.setMaxOffsetLeftDistance(half)
    this.#chart.setMaxOffsetRightDistance(half)
  }

  #rightRoomPx(): number {
    return Math.min(80, Math.max(24, this.#host.clientWidth * 0.08))
  }

  #priceText(price: number): string {
    return this.#choices.wording.numbers.price(price, this.#series.priceDecimals)
  }

  /** Making a date format costs more than using it forty times. */
  #momentWords(): (timeMs: number) => string {
    const { locale, zone } = this.#choices.wording
    return momentText(locale, zone, isIntraday(this.#series.resolution))
  }

  #countdown(startMs: number): string {
    const leftMs = barEndMs(this.#series.resolution, startMs) - this.#choices.nowMs()
    return leftMs >= 0 ? countdownText(leftMs) : ''
  }

  #axisTicks() {
    const bars = this.#chart.getDataList()
    const last = bars.at(-1)
    const { realFrom, realTo } = this.#chart.getVisibleRange()
    const barWidthPx = this.#chart.getBarSpace().bar
    const width = this.#chart.getSize(studies.pricePaneId, 'main')?.width ?? 0
    if (last === undefined || width <= 0) return []
    const barMs = resolutionMs(this.#series.resolution)
    const timeOf = (index: number) => {
      const first = bars[0]?.timestamp ?? 0
      if (index < 0) return first + index * barMs
      return bars[index]?.timestamp ?? last.timestamp + (index - bars.length + 1) * barMs
    }
    const xOf = (index: number) => {
      const point = this.#chart.convertToPixel({ dataIndex: index })
      return (Array.isArray(point) ? point[0] : point)?.x ?? 0
    }
    const from = Math.max(0, realFrom)
    const to = Math.max(realTo, Math.ceil(from + width / barWidthPx) + 1)
    const view = { from, to, timeOf, xOf, barMs, barWidthPx, minGapPx: 84 }
    return axisMarks(view, this.#choices.wording.zone, this.#choices.wording.axis)
      .filter(({ x }) => x > 24 && x < width - 24)
      .map(({ index, x, text }) => ({ coord: x, value: timeOf(index), text }))
  }
}
