// Trading lines and executions as one engine overlay: labels at the right edge of the pane, tags on
// the price axis. Hit tests check the boxes painted last first.

import {
  type Bounding,
  type Chart,
  registerFigure,
  registerOverlay,
  type XAxis,
  type YAxis,
} from 'klinecharts'
import type { LineStore } from '../../model/lines/line-store.ts'
import { Signal } from '../../primitives/events.ts'
import {
  type LineBox,
  lineLayout,
  noneOutside,
  type OutsideLines,
  outsideLines,
} from '../../model/lines/label-layout.ts'
import type { Palette } from '../../model/theme.ts'
import { executionAt, paintExecutions, paintTip, type PlacedMark } from './execution-painter.ts'
import { labelFont, lineColor, paintLines } from './line-painter.ts'
import { paintTags } from './line-tags.ts'
import { heightsOf } from '../paint-view.ts'

/** The state that the painter reads at each repaint. */
export type LineScene = {
  palette(): Palette
  readonly fontFamily: string
  priceText(price: number): string
}

const overlayName = 'tradeLines'
const overlayId = 'trade-lines'
const figureNames = { pane: 'tradeLinesPane', price: 'tradeLinesAxis' } as const
/** The size of the text-width cache. */
const maxCachedWidths = 1000

const layers = new WeakMap<Chart, LineLayer>()

type FigureAttributes = {
  readonly layer: LineLayer
  readonly bounding: Bounding
  readonly xAxis: XAxis | null
  readonly yAxis: YAxis
}

let isRegistered = false

function register(): void {
  if (isRegistered) return
  isRegistered = true
  const checkEventOn = () => false
  registerFigure<FigureAttributes>({
    name: figureNames.pane,
    checkEventOn,
    draw: (ctx, attributes) => attributes.layer.paintPane(ctx, attributes),
  })
  registerFigure<FigureAttributes>({
    name: figureNames.price,
    checkEventOn,
    draw: (ctx, attributes) => attributes.layer.paintAxis(ctx, attributes),
  })
  type Place = { chart: Chart; bounding: Bounding; xAxis: XAxis | null; yAxis: YAxis | null }
  const figures = (type: string, { chart, bounding, xAxis, yAxis }: Place) => {
    const layer = layers.get(chart)
    if (layer === undefined || yAxis === null || layer.isEmpty) return []
    return [{ type, attrs: { layer, bounding, xAxis, yAxis }, ignoreEvent: true }]
  }
  registerOverlay({
    name: overlayName,
    totalStep: 2,
    lock: true,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: (place) => figures(figureNames.pane, place),
    createYAxisFigures: (place) => figures(figureNames.price, place),
  })
}

export class LineLayer {
  readonly #chart: Chart
  readonly #view: Window
  readonly #scene: LineScene
  readonly #widths = new Map<string, number>()
  #store: LineStore | undefined
  #boxes: readonly LineBox[] = []
  #marks: readonly PlacedMark[] = []
  /** Emitted while painting, when the number of lines outside the visible prices has changed. */
  readonly outsideChanged = new Signal<[]>()
  #outside: OutsideLines = noneOutside
  #isHidden = false
  #revision = 0
  #frame: number | undefined

  constructor(chart: Chart, view: Window, scene: LineScene) {
    register()
    this.#chart = chart
    this.#view = view
    this.#scene = scene
    layers.set(chart, this)
    // The engine draws an overlay only if it has a point; the point's value is not used.
    chart.createOverlay({
      id: overlayId,
      name: overlayName,
      points: [{ value: 0 }],
      extendData: 0,
      zLevel: 10,
    })
  }

  /** Shows the lines of a store and follows its changes. */
  show(store: LineStore): void {
    this.#store = store
    store.changed.subscribe(this, () => this.repaint())
    this.repaint()
  }

  /** Hides the lines in screenshots, because they are private. */
  setHidden(isHidden: boolean): void {
    this.#isHidden = isHidden
    this.repaint()
  }

  get isEmpty(): boolean {
    const store = this.#store
    const isEmpty =
      store === undefined ||
      this.#isHidden ||
      (store.shown.length === 0 && store.executions.length === 0)
    if (isEmpty) {
      this.#boxes = []
      this.#marks = []
      this.#setOutside(noneOutside)
    }
    return isEmpty
  }

  /** Lines above and below the visible prices, as last painted. */
  get outside(): OutsideLines {
    return this.#outside
  }

  #setOutside(outside: OutsideLines): void {
    const before = this.#outside
    this.#outside = outside
    // Only the numbers are shown; the nearest line is looked up on demand.
    const isSame = (['above', 'below'] as const).every(
      (edge) => before[edge].length === outside[edge].length,
    )
    if (!isSame) this.outsideChanged.emit()
  }

  /** The boxes as last painted, bottom to top. */
  get boxes(): readonly LineBox[] {
    return this.#boxes
  }

  markAt(pixel: { readonly x: number; readonly y: number }): string | undefined {
    return executionAt(this.#marks, pixel)
  }

  /** The fonts have changed: clears all cached widths. */
  measureAgain(): void {
    this.#widths.clear()
    this.repaint()
  }

  repaint(): void {
    this.#revision += 1
    this.#chart.overrideOverlay({ id: overlayId, extendData: this.#revision })
  }

  dispose(): void {
    this.#store?.changed.unsubscribeAll(this)
    if (this.#frame !== undefined) this.#view.cancelAnimationFrame(this.#frame)
  }

  paintPane(ctx: CanvasRenderingContext2D, { bounding, xAxis, yAxis }: FigureAttributes): void {
    const store = this.#store
    if (store === undefined) return
    const palette = this.#scene.palette()
    const { fontFamily } = this.#scene
    const font = labelFont(fontFamily)
    const yOf = heightsOf(yAxis, bounding.height)
    ctx.font = font
    const space = { widthPx: bounding.width, heightPx: bounding.height }
    this.#boxes = lineLayout(
      store.shown,
      {
        ...space,
        yOf,
        measure: (text) => this.#width(ctx, text),
        priceText: (price) => this.#scene.priceText(price),
      },
      store.hovered,
    )
    this.#setOutside(outsideLines(store.shown, { yOf, heightPx: bounding.height }))
    this.#marks = xAxis === null ? [] : this.#placedMarks(store, { xAxis, yOf, ...space })
    ctx.save()
    paintExecutions(ctx, this.#marks, palette)
    ctx.restore()
    const context = { palette, fontFamily, hovered: store.hovered, widthPx: bounding.width, yOf }
    paintLines(ctx, this.#boxes, { ...context, nowMs: this.#view.performance.now() })
    this.#paintTip(ctx, { palette, font, widthPx: bounding.width })
    if (store.hasPending) this.#repaintNextFrame()
  }

  paintAxis(ctx: CanvasRenderingContext2D, { bounding, yAxis }: FigureAttributes): void {
    const palette = this.#scene.palette()
    const close = this.#chart.getDataList().at(-1)?.close
    const yOf = heightsOf(yAxis, bounding.height)
    const store = this.#store
    const folded = new Set(
      this.#boxes.flatMap((box) => box.folded?.map(({ shown }) => shown.line.id) ?? []),
    )
    const tags = (store?.shown ?? [])
      .map(({ line, price }) => ({
        line,
        y: yOf(price),
        color: lineColor(line, palette),
        text: this.#scene.priceText(price),
        isFolded: folded.has(line.id) && line.id !== store?.hovered?.id,
      }))
      .filter(({ y }) => Number.isFinite(y) && y >= 0 && y <= bounding.height)
    paintTags(ctx, tags, {
      font: labelFont(this.#scene.fontFamily),
      background: palette.background,
      widthPx: bounding.width,
      heightPx: bounding.height,
      lastY: close === undefined ? undefined : yOf(close),
    })
  }

  /** Repaints in the next frame, to animate the ring of pending lines. */
  #repaintNextFrame(): void {
    this.#frame ??= this.#view.requestAnimationFrame(() => {
      this.#frame = undefined
      this.repaint()
    })
  }

  #width(ctx: CanvasRenderingContext2D, text: string): number {
    let width = this.#widths.get(text)
    if (width === undefined) {
      if (this.#widths.size >= maxCachedWidths) this.#widths.clear()
      width = ctx.measureText(text).width
      this.#widths.set(text, width)
    }
    return width
  }

  #placedMarks(
    store: LineStore,
    to: { xAxis: XAxis; yOf(price: number): number; widthPx: number; heightPx: number },
  ): PlacedMark[] {
    const bars = this.#chart.getDataList()
    return store.executions.flatMap((mark) => {
      const index = barIndex(bars, mark.timeMs)
      if (index === undefined) return []
      const x = to.xAxis.convertToPixel(index)
      const y = to.yOf(mark.price)
      const isVisible = x >= -10 && x <= to.widthPx + 10 && y >= -20 && y <= to.heightPx + 20
      return isVisible ? [{ id: mark.id, mark, x, y }] : []
    })
  }

  #paintTip(
    ctx: CanvasRenderingContext2D,
    appearance: { readonly palette: Palette; readonly font: string; readonly widthPx: number },
  ): void {
    const { hovered, hoveredMark, draggedId } = this.#store ?? {}
    if (draggedId !== undefined) return
    const box = this.#boxes.find(({ shown }) => shown.line.id === hovered?.id)
    const mark = this.#marks.find(({ id }) => id === hoveredMark)
    ctx.save()
    if (mark?.mark.tooltip) paintTip(ctx, mark.mark.tooltip, { ...mark, ...appearance })
    else if (box !== undefined && hovered !== undefined && hovered.part !== 'line') {
      const { line } = box.shown
      const isBody = hovered.part === 'body'
      const text = hovered.part === 'body' ? line.tooltip : line.buttonTips?.[hovered.part]
      const cell = box.cells.find(({ kind }) => kind === hovered.part)
      const x = isBody ? box.leftPx : (cell?.leftPx ?? box.leftPx)
      if (text) paintTip(ctx, text, { x, y: box.middle - 6, ...appearance })
    }
    ctx.restore()
  }
}

/** The index of the bar that contains a time; undefined before the first one. */
function barIndex(bars: readonly { timestamp: number }[], timeMs: number): number | undefined {
  let low = 0
  let high = bars.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bars[middle]?.timestamp ?? 0) <= timeMs) low = middle + 1
    else high = middle
  }
  return low === 0 ? undefined : low - 1
}
