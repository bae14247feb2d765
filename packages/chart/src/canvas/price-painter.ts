// Paints the price: candles, hollow candles, bars, line and area, on whole device pixels.

import type { KLineData } from 'klinecharts'
import type { Palette } from '../theme.ts'
import { barWidths, type PaintView, RectBatch } from './paint-view.ts'

export const chartTypes = ['candles', 'hollow', 'bars', 'line', 'area'] as const

export type ChartType = (typeof chartTypes)[number]

/** Below this many device pixels per bar, bars that share a column are drawn as one. */
const mergeBelowPx = 1.7

/** Paints the bars in sight; the context is already in device pixels. */
export function paintPrice(
  ctx: CanvasRenderingContext2D,
  view: PaintView,
  type: ChartType,
  palette: Palette,
): void {
  if (view.bars.length === 0) return
  dashLastPrice(ctx, view, palette)
  if (type === 'line') return paintLine(ctx, view, palette)
  if (type === 'area') {
    fillArea(ctx, view, palette)
    return paintLine(ctx, view, palette)
  }
  const sides = { up: new RectBatch(), down: new RectBatch() }
  if (view.stepPx < mergeBelowPx) addColumns(view, sides)
  else if (type === 'bars') addBars(view, sides)
  else addCandles(view, sides, type === 'hollow')
  sides.up.fill(ctx, palette.up)
  sides.down.fill(ctx, palette.down)
}

/** A dotted line at the latest price, on whole pixels, only where that price is in sight. */
function dashLastPrice(ctx: CanvasRenderingContext2D, view: PaintView, palette: Palette): void {
  const last = view.bars.at(-1)
  if (last === undefined) return
  const y = Math.round(view.yOf(last.close))
  if (!(y >= 0 && y < view.heightPx)) return
  const thin = Math.max(1, Math.floor(view.ratio))
  const dots = new RectBatch()
  for (let x = 0; x < view.widthPx; x += 4 * thin) dots.add(x, y, 2 * thin, thin)
  dots.fill(ctx, last.close >= last.open ? palette.up : palette.down)
}

type Sides = { up: RectBatch; down: RectBatch }

function eachBar(view: PaintView, paint: (bar: KLineData, index: number) => void): void {
  for (let index = view.from; index < view.to; index += 1) {
    const bar = view.bars[index]
    if (bar !== undefined) paint(bar, index)
  }
}

function addCandles(view: PaintView, sides: Sides, isHollow: boolean): void {
  const { body, wick } = barWidths(view.stepPx, view.ratio)
  eachBar(view, (bar, index) => {
    const { open, high, low, close } = bar
    const before = view.bars[index - 1]?.close ?? open
    // Hollow candles tell two things: the frame the way since the last close, the filling the bar.
    const isUp = isHollow ? close >= before : close >= open
    const batch = isUp ? sides.up : sides.down
    const wickX = Math.round(view.xOf(index) - wick / 2)
    const bodyX = wickX - (body - wick) / 2
    const top = Math.round(view.yOf(Math.max(open, close)))
    const bottom = Math.max(top + wick, Math.round(view.yOf(Math.min(open, close))))
    const highY = Math.min(top, Math.round(view.yOf(high)))
    const lowY = Math.max(bottom, Math.round(view.yOf(low)))
    const isOpen = isHollow && close > open && body >= 3 * wick && bottom - top > 2 * wick
    if (!isOpen) {
      batch.add(wickX, highY, wick, lowY - highY)
      if (body > wick) batch.add(bodyX, top, body, bottom - top)
      return
    }
    batch.add(wickX, highY, wick, top - highY)
    batch.add(wickX, bottom, wick, lowY - bottom)
    batch.add(bodyX, top, body, wick)
    batch.add(bodyX, bottom - wick, body, wick)
    batch.add(bodyX, top + wick, wick, bottom - top - 2 * wick)
    batch.add(bodyX + body - wick, top + wick, wick, bottom - top - 2 * wick)
  })
}

function addBars(view: PaintView, sides: Sides): void {
  const { body, wick: thin } = barWidths(view.stepPx, view.ratio)
  const wick = body >= 7 * thin ? 2 * thin : thin
  const arm = Math.max(thin, Math.floor((body - wick) / 2))
  eachBar(view, ({ open, high, low, close }, index) => {
    const batch = close >= open ? sides.up : sides.down
    const x = Math.round(view.xOf(index) - wick / 2)
    const highY = Math.round(view.yOf(high))
    const lowY = Math.max(highY + wick, Math.round(view.yOf(low)))
    batch.add(x, highY, wick, lowY - highY)
    batch.add(x - arm, clampedY(view.yOf(open), highY, lowY - wick), arm, wick)
    batch.add(x + wick, clampedY(view.yOf(close), highY, lowY - wick), arm, wick)
  })
}

function clampedY(y: number, top: number, bottom: number): number {
  return Math.max(top, Math.min(bottom, Math.round(y)))
}

type Column = { x: number; open: number; high: number; low: number; close: number }

/**
 * First open, highest high, lowest low, last close: no extreme is lost when bars share a column.
 */
function addColumns(view: PaintView, sides: Sides): void {
  const wick = Math.max(1, Math.floor(view.ratio))
  let column: Column | undefined
  const flush = () => {
    if (column === undefined) return
    const batch = column.close >= column.open ? sides.up : sides.down
    const top = Math.round(view.yOf(column.high))
    const bottom = Math.max(top + wick, Math.round(view.yOf(column.low)))
    batch.add(column.x, top, wick, bottom - top)
  }
  eachBar(view, ({ open, high, low, close }, index) => {
    const x = Math.floor(view.xOf(index) / wick) * wick
    if (column === undefined || column.x !== x) {
      flush()
      column = { x, open, high, low, close }
      return
    }
    column.high = Math.max(column.high, high)
    column.low = Math.min(column.low, low)
    column.close = close
  })
  flush()
}

function tracePath(ctx: CanvasRenderingContext2D, view: PaintView): void {
  ctx.beginPath()
  eachBar(view, ({ close }, index) => ctx.lineTo(view.xOf(index), view.yOf(close)))
}

function paintLine(ctx: CanvasRenderingContext2D, view: PaintView, palette: Palette): void {
  tracePath(ctx, view)
  ctx.setLineDash([])
  ctx.lineWidth = 1.75 * view.ratio
  ctx.lineJoin = 'round'
  ctx.lineCap = 'round'
  ctx.strokeStyle = palette.line
  ctx.stroke()
}

function fillArea(ctx: CanvasRenderingContext2D, view: PaintView, palette: Palette): void {
  const gradient = ctx.createLinearGradient(0, 0, 0, view.heightPx)
  gradient.addColorStop(0, palette.areaTop)
  gradient.addColorStop(1, palette.areaBottom)
  tracePath(ctx, view)
  ctx.lineTo(view.xOf(view.to - 1), view.heightPx)
  ctx.lineTo(view.xOf(view.from), view.heightPx)
  ctx.closePath()
  ctx.fillStyle = gradient
  ctx.fill()
}

/** Paints volume as subdued columns standing on the floor of their pane. */
export function paintVolume(
  ctx: CanvasRenderingContext2D,
  view: PaintView,
  palette: Palette,
): void {
  const { body, wick } = barWidths(view.stepPx, view.ratio)
  const width = view.stepPx < mergeBelowPx ? wick : body
  const sides: Sides = { up: new RectBatch(), down: new RectBatch() }
  const floor = Math.round(view.heightPx)
  let lastX = Number.NEGATIVE_INFINITY
  let tallest = floor
  eachBar(view, ({ open, close, volume }, index) => {
    if (volume === undefined || !(volume > 0)) return
    const middle = Math.round(view.xOf(index) - wick / 2)
    const x = middle - (width - wick) / 2
    const top = Math.min(floor - wick, Math.round(view.yOf(volume)))
    // Where bars share a column, only what stands out above the last one is added.
    const from = x < lastX + width ? Math.min(tallest, floor) : floor
    tallest = x < lastX + width ? Math.min(tallest, top) : top
    if (from > top) (close >= open ? sides.up : sides.down).add(x, top, width, from - top)
    lastX = Math.max(lastX, x)
  })
  sides.up.fill(ctx, palette.volumeUp)
  sides.down.fill(ctx, palette.volumeDown)
}
