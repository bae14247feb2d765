// All drawings as one engine overlay, axis marks of the selected one, and the conversion between
// pixels and points.

import { type Bounding, type Chart, registerFigure, registerOverlay } from 'klinecharts'
import type { Drawing } from '../model/drawings/drawing.ts'
import { stackedLabels } from '../model/lines/label-stack.ts'
import { resolveStyle } from '../model/drawings/figures/figure-input.ts'
import { shapesOf } from '../model/drawings/figures/figures.ts'
import { handlesOf } from '../model/drawings/handles.ts'
import type { DrawPane } from '../model/drawings/pane.ts'
import { barPlace, pointTimeMs } from '../model/drawings/coordinates.ts'
import type { DrawingAppearance, DrawSpace } from '../model/drawings/shapes.ts'
import { resolutionMs } from '../primitives/resolutions.ts'
import { paintHandles, paintShapes, paintTag } from './drawing-painter.ts'
import { heightsOf, valuesOf } from './paint-view.ts'
import { pricePaneId } from './study-panes-layout.ts'

/** The drawings to paint, read at each repaint. */
export type DrawScene = {
  /** Bottom to top, the one in progress last. */
  drawings(): readonly Drawing[]
  selected(): Drawing | undefined
  hoveredId(): string | undefined
}

export type LayerSetting = {
  readonly fontFamily: string
  interval(): string
  priceDecimals(): number
  timeText(timeMs: number): string
  appearance(): DrawingAppearance
}

const overlayName = 'drawings'
const overlayId = 'drawings'
const figureNames = { pane: 'drawingsPane', price: 'drawingsPrice', time: 'drawingsTime' } as const
/** The size of the text-width cache. */
const maxCachedWidths = 2000
/** Below this number, drawings are repainted rather than cached as an image. */
const fewDrawings = 8

type FigureAttributes = { layer: DrawingLayer; bounding: Bounding }

const layers = new WeakMap<Chart, DrawingLayer>()

let isRegistered = false

function register(): void {
  if (isRegistered) return
  isRegistered = true
  const checkEventOn = () => false
  registerFigure<FigureAttributes>({
    name: figureNames.pane,
    checkEventOn,
    draw: (ctx, { layer }) => layer.paintPane(ctx),
  })
  registerFigure<FigureAttributes>({
    name: figureNames.price,
    checkEventOn,
    draw: (ctx, { layer, bounding }) => layer.paintPrices(ctx, bounding),
  })
  registerFigure<FigureAttributes>({
    name: figureNames.time,
    checkEventOn,
    draw: (ctx, { layer, bounding }) => layer.paintTimes(ctx, bounding),
  })
  const figures = (type: string, chart: Chart, bounding: Bounding) => {
    const layer = layers.get(chart)
    return layer === undefined ? [] : [{ type, attrs: { layer, bounding }, ignoreEvent: true }]
  }
  registerOverlay({
    name: overlayName,
    totalStep: 2,
    lock: true,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ chart, bounding }) => figures(figureNames.pane, chart, bounding),
    createYAxisFigures: ({ chart, bounding }) => figures(figureNames.price, chart, bounding),
    createXAxisFigures: ({ chart, bounding }) => figures(figureNames.time, chart, bounding),
  })
}

export class DrawingLayer {
  readonly #chart: Chart
  readonly #setting: LayerSetting
  #measure: CanvasRenderingContext2D | null
  readonly #widths = new Map<string, number>()
  #scene: DrawScene | undefined
  /** Screenshots show no selection. */
  #isScreenshot = false
  #revision = 0
  readonly #kept: { key: string; readonly canvas: HTMLCanvasElement }

  constructor(chart: Chart, page: Document, setting: LayerSetting) {
    this.#chart = chart
    this.#setting = setting
    this.#measure = page.createElement('canvas').getContext('2d')
    this.#kept = { key: '', canvas: page.createElement('canvas') }
    register()
    layers.set(chart, this)
    // The engine draws an overlay only if it has a point; the point's value is not used.
    const points = [{ value: 0 }]
    chart.createOverlay({ id: overlayId, name: overlayName, points, extendData: 0, zLevel: 5 })
  }

  show(scene: DrawScene): void {
    this.#scene = scene
    this.repaint()
  }

  setScreenshot(isScreenshot: boolean): void {
    this.#isScreenshot = isScreenshot
    this.repaint()
  }

  get #selected(): Drawing | undefined {
    return this.#isScreenshot ? undefined : this.#scene?.selected()
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

  /** The position of the price pane in the canvas; undefined before there are bars. */
  pane(): (DrawPane & { readonly topPx: number; readonly leftPx: number }) | undefined {
    const chart = this.#chart
    const size = chart.getSize(pricePaneId, 'main')
    const [axis] = chart.getYAxes({ paneId: pricePaneId })
    const list = chart.getDataList()
    const last = list.length - 1
    if (size === null || axis === undefined || last < 0 || size.height <= 0) return undefined
    const at = chart.convertToPixel({ dataIndex: last })
    // The engine rounds each bar to a pixel. Counting from one bar keeps the distances even.
    const lastX = (Array.isArray(at) ? at[0] : at)?.x ?? 0
    const stepPx = chart.getBarSpace().bar
    const interval = this.#setting.interval()
    const bars = {
      count: list.length,
      interval,
      timeMs: (index: number) => list[index]?.timestamp ?? 0,
    }
    const scale = 10 ** this.#setting.priceDecimals()
    const space: DrawSpace = {
      widthPx: size.width,
      heightPx: size.height,
      stepPx,
      barMs: resolutionMs(interval),
      xOf: (point, isExact) => lastX + (barPlace(point, bars, isExact) - last) * stepPx,
      yOf: heightsOf(axis, size.height),
      textWidth: (text, sizePx, isBold) => this.#textWidth(text, sizePx, isBold),
    }
    return {
      space,
      appearance: this.#setting.appearance(),
      bars,
      topPx: size.top,
      leftPx: size.left,
      barAt: (index) => list[index],
      indexOf: (x) => last + (x - lastX) / stepPx,
      priceOf: valuesOf(axis, size.height),
      roundedPrice: (price) => Math.round(price * scale) / scale,
    }
  }

  #textWidth(text: string, sizePx: number, isBold: boolean): number {
    const font = fontOf(sizePx, isBold, this.#setting.fontFamily)
    const key = `${font}|${text}`
    let width = this.#widths.get(key)
    if (width === undefined && this.#measure !== null) {
      const former = this.#measure.font
      this.#measure.font = font
      width = this.#measure.measureText(text).width
      this.#measure.font = former
      if (this.#widths.size >= maxCachedWidths) this.#widths.clear()
      this.#widths.set(key, width)
    }
    return width ?? 0
  }

  /** A canvas outside the page may use another font than one inside. */
  #measureWith(ctx: CanvasRenderingContext2D): void {
    if (this.#measure === ctx) return
    this.#measure = ctx
    this.#widths.clear()
  }

  /** The engine repaints at each pointer move, so many drawings are cached as one image. */
  paintPane(ctx: CanvasRenderingContext2D): void {
    const scene = this.#scene
    const pane = this.pane()
    if (scene === undefined || pane === undefined) return
    this.#measureWith(ctx)
    const drawings = scene.drawings()
    const { a: ratio } = ctx.getTransform()
    const { space, bars } = pane
    if (drawings.length < fewDrawings) return this.#paintAll(ctx, drawings, pane)
    const edges = [
      pane.priceOf(0),
      pane.priceOf(space.heightPx),
      space.xOf({ time: 0, price: 0 }),
      space.stepPx,
    ]
    const size = [space.widthPx, space.heightPx, ratio, bars.count]
    const key = [this.#revision, ...edges, ...size].join()
    const kept = this.#kept
    if (kept.key !== key) {
      kept.key = key
      kept.canvas.width = Math.ceil(space.widthPx * ratio)
      kept.canvas.height = Math.ceil(space.heightPx * ratio)
      const into = kept.canvas.getContext('2d')
      if (into === null) return this.#paintAll(ctx, drawings, pane)
      into.setTransform(ratio, 0, 0, ratio, 0, 0)
      this.#paintAll(into, drawings, pane)
    }
    if (kept.canvas.width === 0 || kept.canvas.height === 0) return
    ctx.drawImage(kept.canvas, 0, 0, kept.canvas.width / ratio, kept.canvas.height / ratio)
  }

  #paintAll(ctx: CanvasRenderingContext2D, drawings: readonly Drawing[], pane: DrawPane): void {
    const { appearance, space } = pane
    const font = (sizePx: number, isBold: boolean) =>
      fontOf(sizePx, isBold, this.#setting.fontFamily)
    const selected = this.#selected
    const hoveredId = this.#isScreenshot ? undefined : this.#scene?.hoveredId()
    ctx.save()
    for (const drawing of drawings) {
      paintShapes(ctx, shapesOf(drawing, space, appearance), { space, font })
      const isSelected = drawing.id === selected?.id
      if (!isSelected && drawing.id !== hoveredId) continue
      // Handles have the colour of lines, also for tools without lines.
      const { color } = resolveStyle({ ...drawing, tool: 'trendLine' }, appearance)
      const { isLocked } = drawing
      const { background } = appearance.colors
      paintHandles(ctx, handlesOf(drawing, space), { color, background, isSelected, isLocked })
    }
    ctx.restore()
  }

  /** The price of each horizontal line, and those of the selected drawing. */
  paintPrices(ctx: CanvasRenderingContext2D, bounding: Bounding): void {
    const scene = this.#scene
    const pane = this.pane()
    if (scene === undefined || pane === undefined) return
    const { appearance } = pane
    const selected = this.#selected
    const font = fontOf(11, false, this.#setting.fontFamily)
    const tag = (price: number, fill: string) => {
      const middle = { x: bounding.width / 2, y: pane.space.yOf(price) }
      if (!(middle.y >= 0 && middle.y <= bounding.height)) return
      paintTag(ctx, appearance.texts.price(price), {
        middle,
        fill,
        font,
        width: bounding.width - 2,
      })
    }
    ctx.save()
    if (selected !== undefined) {
      const ys = selected.points.map(({ price }) => pane.space.yOf(price))
      const top = Math.min(...ys)
      ctx.globalAlpha = 0.16
      ctx.fillStyle = appearance.colors.line
      if (ys.length > 1) ctx.fillRect(0, top, bounding.width, Math.max(...ys) - top)
      ctx.globalAlpha = 1
    }
    for (const drawing of scene.drawings()) {
      const isLevel = drawing.tool === 'horizontalLine' || drawing.tool === 'horizontalRay'
      const [point] = drawing.points
      if (isLevel && point !== undefined) tag(point.price, resolveStyle(drawing, appearance).color)
      else if (drawing.id === selected?.id && drawing.tool !== 'brush') {
        for (const { price } of drawing.points) tag(price, appearance.colors.line)
      }
    }
    ctx.restore()
  }

  /** The times of the selected drawing. */
  paintTimes(ctx: CanvasRenderingContext2D, bounding: Bounding): void {
    const scene = this.#scene
    const pane = this.pane()
    if (scene === undefined || pane === undefined) return
    const { appearance } = pane
    const selected = this.#selected
    const shown = selected === undefined || selected.tool === 'brush' ? [] : selected.points
    if (shown.length === 0) return
    const font = fontOf(11, false, this.#setting.fontFamily)
    ctx.save()
    const xs = shown.map((point) => pane.space.xOf(point))
    const left = Math.min(...xs)
    ctx.globalAlpha = 0.16
    ctx.fillStyle = appearance.colors.line
    ctx.fillRect(left, 0, Math.max(...xs) - left, bounding.height)
    ctx.globalAlpha = 1
    const tags = new Map<string, { readonly y: number; readonly height: number }>()
    for (const [at, point] of shown.entries()) {
      const text = this.#setting.timeText(pointTimeMs(point, this.#setting.interval()))
      tags.set(text, { y: xs[at] ?? 0, height: this.#textWidth(text, 11, false) + 14 })
    }
    // Spread out horizontally, as labels are vertically, so that none covers the next.
    const middles = stackedLabels([...tags.values()], 0, bounding.width)
    for (const [at, [text, { height }]] of [...tags].entries()) {
      const middle = { x: middles[at] ?? 0, y: bounding.height / 2 }
      paintTag(ctx, text, { middle, fill: appearance.colors.line, font, width: height - 2 })
    }
    ctx.restore()
  }
}

function fontOf(sizePx: number, isBold: boolean, family: string): string {
  return `${isBold ? 700 : 500} ${sizePx}px ${family}`
}
