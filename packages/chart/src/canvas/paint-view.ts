// The mapping from bars and prices to device pixels that all painters share. Whole device pixels
// keep candles sharp at any screen density.

import type { Bounding, Chart, KLineData, XAxis, YAxis } from 'klinecharts'

export type PaintSource = {
  readonly ctx: CanvasRenderingContext2D
  readonly chart: Chart
  readonly bounding: Bounding
  readonly xAxis: XAxis
  readonly yAxis: YAxis
}

export type PaintView = {
  readonly bars: readonly KLineData[]
  /** The number of all bars, visible or not. */
  readonly count: number
  /** The last bar of the feed, also if Heikin-Ashi bars are drawn. */
  readonly lastBar: KLineData | undefined
  /** The first visible bar, and the one after the last. */
  readonly from: number
  readonly to: number
  /** Device pixels per CSS pixel. */
  readonly ratio: number
  /** Device pixels from bar to bar; may be less than one. */
  readonly stepPx: number
  readonly widthPx: number
  readonly heightPx: number
  /** The centre of a bar, in device pixels. */
  xOf(index: number): number
  /** The y position of a value, in device pixels from the top. */
  yOf(value: number): number
}

/** Returns the mapping and scales the context to device pixels; the caller restores the context. */
export function paintView({ ctx, chart, bounding, xAxis, yAxis }: PaintSource): PaintView {
  const { a: ratio, d: ratioY } = ctx.getTransform()
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  const bars = chart.getDataList()
  const { from, to } = visibleBars(chart)
  const last = bars.length - 1
  const stepPx = chart.getBarSpace().bar * ratio
  // The engine rounds each bar to a CSS pixel. Counting from one bar keeps the distances even.
  const lastX = xAxis.convertToPixel(last) * ratio
  const heightPx = bounding.height * ratioY
  return {
    bars,
    count: bars.length,
    lastBar: bars.at(-1),
    from: Math.max(0, from - 1),
    to: Math.min(bars.length, to + 1),
    ratio,
    stepPx,
    widthPx: bounding.width * ratio,
    heightPx,
    xOf: (index) => lastX + (index - last) * stepPx,
    yOf: heightsOf(yAxis, heightPx),
  }
}

/** Returns the mapping from values to y on an axis; the engine's own rounds to pixels. */
export function heightsOf(yAxis: YAxis, heightPx: number): (value: number) => number {
  const range = yAxis.getRange()
  return (value) => {
    const real = yAxis.valueToRealValue(value, { range })
    const part = (real - range.realFrom) / range.realRange
    return (yAxis.reverse ? part : 1 - part) * heightPx
  }
}

/** Returns the mapping from y to values on an axis, the inverse of `heightsOf`. */
export function valuesOf(yAxis: YAxis, heightPx: number): (y: number) => number {
  const range = yAxis.getRange()
  return (y) => {
    const part = yAxis.reverse ? y / heightPx : 1 - y / heightPx
    return yAxis.realValueToValue(range.realFrom + part * range.realRange, { range })
  }
}

/**
 * Returns the first visible bar and the one after the last. The engine's own `from` is too small by
 * the number of empty bars at the right; its "real" range counts them as bars.
 */
export function visibleBars(chart: Chart): { from: number; to: number } {
  const { realFrom, realTo } = chart.getVisibleRange()
  const count = chart.getDataList().length
  return { from: Math.max(0, Math.min(count, realFrom)), to: Math.max(0, Math.min(count, realTo)) }
}

/** Rectangles of one colour, filled with one call. */
export class RectBatch {
  readonly #sides: number[] = []

  add(x: number, y: number, width: number, height: number): void {
    this.#sides.push(x, y, width, height)
  }

  fill(ctx: CanvasRenderingContext2D, color: string): void {
    ctx.fillStyle = color
    const sides = this.#sides
    for (let at = 0; at + 3 < sides.length; at += 4) {
      ctx.fillRect(sides[at] ?? 0, sides[at + 1] ?? 0, sides[at + 2] ?? 0, sides[at + 3] ?? 0)
    }
  }
}

/** The widths of a bar's body and wick in whole device pixels, such that both share one centre. */
export function barWidths(stepPx: number, ratio: number): { body: number; wick: number } {
  const wick = Math.max(1, Math.floor(ratio))
  const widest = Math.max(wick, Math.round(stepPx) - wick)
  const wanted = Math.max(wick, Math.round(stepPx * 0.8))
  const body = Math.min(widest, wanted)
  return { body: body - ((body - wick) % 2), wick }
}
