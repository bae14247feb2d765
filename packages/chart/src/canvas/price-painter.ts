// Paints the price on whole device pixels as candles, hollow candles, Heikin-Ashi, bars, line or
// area. level-painter.ts paints the other types.

import type { KLineData } from 'klinecharts'
import type { CandleAppearance, ChartAppearance } from '../model/appearance.ts'
import type { ChartType } from '../model/chart-type.ts'
import type { Palette } from '../model/theme.ts'
import { paintBaseline, paintCloseColumns, paintHighLow } from './level-painter.ts'
import { barWidths, type PaintView, RectBatch } from './paint-view.ts'

/** Below this many device pixels per bar, bars in the same pixel column are drawn as one. */
const mergeBelowPx = 1.7

/** Paints the visible bars; the context is already in device pixels. */
export function paintPrice(
  ctx: CanvasRenderingContext2D,
  view: PaintView,
  type: ChartType,
  appearance: ChartAppearance,
): void {
  if (view.bars.length === 0) return
  const { palette } = appearance
  dashLastPrice(ctx, view, appearance)
  if (type === 'line') return paintLine(ctx, view, appearance.line)
  if (type === 'area') {
    fillArea(ctx, view, palette)
    return paintLine(ctx, view, appearance.area)
  }
  if (type === 'baseline') return paintBaseline(ctx, view, appearance)
  if (type === 'highLow') return paintHighLow(ctx, view, appearance)
  if (type === 'columns') return paintCloseColumns(ctx, view, appearance)
  if (view.stepPx >= mergeBelowPx && type !== 'bars') {
    return paintCandles(ctx, view, appearance[type], type === 'hollow')
  }
  const sides = { up: new RectBatch(), down: new RectBatch() }
  if (view.stepPx < mergeBelowPx) addColumns(view, sides)
  else addBars(view, sides, appearance.bars.hasOpen)
  const colors = appearance[type]
  sides.up.fill(ctx, colors.up)
  sides.down.fill(ctx, colors.down)
}

/** A dotted line at the latest price, on whole pixels, if that price is visible. */
function dashLastPrice(
  ctx: CanvasRenderingContext2D,
  view: PaintView,
  appearance: ChartAppearance,
): void {
  const last = view.lastBar
  if (last === undefined || !appearance.priceLine.isShown) return
  const y = Math.round(view.yOf(last.close))
  if (!(y >= 0 && y < view.heightPx)) return
  const thin = Math.max(1, Math.floor(view.ratio))
  const dots = new RectBatch()
  const high = Math.round(thin * appearance.priceLine.width)
  for (let x = 0; x < view.widthPx; x += 4 * thin) dots.add(x, y, 2 * thin, high)
  dots.fill(ctx, last.close >= last.open ? appearance.palette.up : appearance.palette.down)
}

type Sides = { up: RectBatch; down: RectBatch }

function eachBar(view: PaintView, paint: (bar: KLineData, index: number) => void): void {
  for (let index = view.from; index < view.to; index += 1) {
    const bar = view.bars[index]
    if (bar !== undefined) paint(bar, index)
  }
}

type CandleParts = { readonly wick: Sides; readonly body: Sides; readonly border: Sides }

/** Wicks, bodies and borders may differ in colour, so each is a batch; borders come last. */
function paintCandles(
  ctx: CanvasRenderingContext2D,
  view: PaintView,
  appearance: CandleAppearance,
  isHollow: boolean,
): void {
  const sides = (): Sides => ({ up: new RectBatch(), down: new RectBatch() })
  const parts: CandleParts = { wick: sides(), body: sides(), border: sides() }
  addCandles(view, parts, { appearance, isHollow })
  parts.wick.up.fill(ctx, appearance.wickUp)
  parts.wick.down.fill(ctx, appearance.wickDown)
  parts.body.up.fill(ctx, appearance.up)
  parts.body.down.fill(ctx, appearance.down)
  parts.border.up.fill(ctx, appearance.borderUp)
  parts.border.down.fill(ctx, appearance.borderDown)
}

function addCandles(
  view: PaintView,
  parts: CandleParts,
  { appearance, isHollow }: { appearance: CandleAppearance; isHollow: boolean },
): void {
  const { body, wick } = barWidths(view.stepPx, view.ratio)
  // A border of the body's own colour is invisible and is not painted.
  const isBordered = {
    up: appearance.borderUp !== appearance.up,
    down: appearance.borderDown !== appearance.down,
  }
  eachBar(view, (bar, index) => {
    const { open, high, low, close } = bar
    const before = view.bars[index - 1]?.close ?? open
    // Hollow candles: the border shows the change since the last close, the fill the bar itself.
    const side = (isHollow ? close >= before : close >= open) ? 'up' : 'down'
    const ends = [view.yOf(open), view.yOf(close)] as const
    const wickX = Math.round(view.xOf(index) - wick / 2)
    const x = wickX - (body - wick) / 2
    const top = Math.round(Math.min(...ends))
    const bottom = Math.max(top + wick, Math.round(Math.max(...ends)))
    const far = [view.yOf(high), view.yOf(low)] as const
    const highY = Math.min(top, Math.round(Math.min(...far)))
    const lowY = Math.max(bottom, Math.round(Math.max(...far)))
    const hasSpace = body >= 3 * wick && bottom - top > 2 * wick
    const isOpen = isHollow && close > open && hasSpace
    const rods = parts.wick[side]
    if (appearance.hasWick) {
      rods.add(wickX, highY, wick, isOpen || body > wick ? top - highY : lowY - highY)
      if (isOpen || body > wick) rods.add(wickX, bottom, wick, lowY - bottom)
    }
    const box = { x, y: top, width: body, height: bottom - top }
    if (!isOpen && appearance.hasBody) parts.body[side].add(x, top, body, bottom - top)
    if (isOpen || (appearance.hasBorder && hasSpace && isBordered[side])) {
      addFrame(parts.border[side], box, wick)
    } else if (!appearance.hasBody && appearance.hasBorder) addFrame(parts.border[side], box, wick)
  })
}

function addFrame(
  batch: RectBatch,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  thin: number,
): void {
  batch.add(x, y, width, thin)
  batch.add(x, y + height - thin, width, thin)
  batch.add(x, y + thin, thin, height - 2 * thin)
  batch.add(x + width - thin, y + thin, thin, height - 2 * thin)
}

function addBars(view: PaintView, sides: Sides, hasOpen: boolean): void {
  const { body, wick: thin } = barWidths(view.stepPx, view.ratio)
  const wick = body >= 7 * thin ? 2 * thin : thin
  const arm = Math.max(thin, Math.floor((body - wick) / 2))
  eachBar(view, ({ open, high, low, close }, index) => {
    const batch = close >= open ? sides.up : sides.down
    const x = Math.round(view.xOf(index) - wick / 2)
    const far = [view.yOf(high), view.yOf(low)] as const
    const highY = Math.round(Math.min(...far))
    const lowY = Math.max(highY + wick, Math.round(Math.max(...far)))
    batch.add(x, highY, wick, lowY - highY)
    if (hasOpen) batch.add(x - arm, clampedY(view.yOf(open), highY, lowY - wick), arm, wick)
    batch.add(x + wick, clampedY(view.yOf(close), highY, lowY - wick), arm, wick)
  })
}

function clampedY(y: number, top: number, bottom: number): number {
  return Math.max(top, Math.min(bottom, Math.round(y)))
}

type Column = { x: number; open: number; high: number; low: number; close: number }

/** First open, highest high, lowest low, last close: extremes are kept when bars share a column. */
function addColumns(view: PaintView, sides: Sides): void {
  const wick = Math.max(1, Math.floor(view.ratio))
  let column: Column | undefined
  const flush = () => {
    if (column === undefined) return
    const batch = column.close >= column.open ? sides.up : sides.down
    const far = [view.yOf(column.high), view.yOf(column.low)] as const
    const top = Math.round(Math.min(...far))
    const bottom = Math.max(top + wick, Math.round(Math.max(...far)))
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

function paintLine(
  ctx: CanvasRenderingContext2D,
  view: PaintView,
  { color, width }: { color: string; width: number },
): void {
  tracePath(ctx, view)
  ctx.setLineDash([])
  ctx.lineWidth = width * view.ratio
  ctx.lineJoin = 'round'
  ctx.lineCap = 'round'
  ctx.strokeStyle = color
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

/** Paints volume as muted columns from the bottom of its pane. */
export function paintVolume(
  ctx: CanvasRenderingContext2D,
  view: PaintView,
  palette: Palette,
): void {
  const { body, wick } = barWidths(view.stepPx, view.ratio)
  const width = view.stepPx < mergeBelowPx ? wick : body
  const sides: Sides = { up: new RectBatch(), down: new RectBatch() }
  const columnBase = Math.round(view.heightPx)
  let lastX = Number.NEGATIVE_INFINITY
  let tallest = columnBase
  eachBar(view, ({ open, close, volume }, index) => {
    if (volume === undefined || !(volume > 0)) return
    const middle = Math.round(view.xOf(index) - wick / 2)
    const x = middle - (width - wick) / 2
    const top = Math.min(columnBase - wick, Math.round(view.yOf(volume)))
    // If bars share a pixel column, only the part above the tallest one is added.
    const from = x < lastX + width ? Math.min(tallest, columnBase) : columnBase
    tallest = x < lastX + width ? Math.min(tallest, top) : top
    if (from > top) (close >= open ? sides.up : sides.down).add(x, top, width, from - top)
    lastX = Math.max(lastX, x)
  })
  sides.up.fill(ctx, palette.volumeUp)
  sides.down.fill(ctx, palette.volumeDown)
}
