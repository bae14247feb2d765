// Paints the price as columns, high-low boxes or a two-sided baseline.

import type { ChartAppearance } from '../model/appearance.ts'
import { barWidths, type PaintView, RectBatch } from './paint-view.ts'

type Ctx = CanvasRenderingContext2D

/** Columns from the bottom of the pane to the close, coloured by the change of the close. */
export function paintCloseColumns(ctx: Ctx, view: PaintView, appearance: ChartAppearance): void {
  const { body, wick } = barWidths(view.stepPx, view.ratio)
  const base = Math.round(view.heightPx)
  const sides = { up: new RectBatch(), down: new RectBatch() }
  eachClose(view, (row, close, before) => {
    const x = Math.round(view.xOf(row) - wick / 2) - (body - wick) / 2
    const y = Math.min(base - wick, Math.round(view.yOf(close)))
    sides[close >= before ? 'up' : 'down'].add(x, y, body, base - y)
  })
  sides.up.fill(ctx, appearance.columns.up)
  sides.down.fill(ctx, appearance.columns.down)
}

/** A box from the low to the high of each bar. */
export function paintHighLow(ctx: Ctx, view: PaintView, appearance: ChartAppearance): void {
  const { body, wick } = barWidths(view.stepPx, view.ratio)
  const boxes = new RectBatch()
  for (let row = view.from; row < view.to; row += 1) {
    const bar = view.bars[row]
    if (bar === undefined) continue
    const x = Math.round(view.xOf(row) - wick / 2) - (body - wick) / 2
    const ends = [Math.round(view.yOf(bar.high)), Math.round(view.yOf(bar.low))] as const
    const top = Math.min(...ends)
    boxes.add(x, top, body, Math.max(wick, Math.max(...ends) - top))
  }
  boxes.fill(ctx, appearance.highLow)
}

function eachClose(
  view: PaintView,
  visit: (row: number, close: number, before: number) => void,
): void {
  for (let row = view.from; row < view.to; row += 1) {
    const bar = view.bars[row]
    if (bar !== undefined) visit(row, bar.close, view.bars[row - 1]?.close ?? bar.open)
  }
}

/** The line of closes in two colours, filled to a level at a share of the pane's height. */
export function paintBaseline(ctx: Ctx, view: PaintView, { baseline }: ChartAppearance): void {
  const level = Math.round(view.heightPx * (1 - baseline.part))
  const halves = [
    { top: 0, bottom: level, line: baseline.above, fill: baseline.aboveFill },
    { top: level, bottom: view.heightPx, line: baseline.below, fill: baseline.belowFill },
  ]
  for (const { top, bottom, line, fill } of halves) {
    ctx.save()
    ctx.beginPath()
    ctx.rect(0, top, view.widthPx, bottom - top)
    ctx.clip()
    traceCloses(ctx, view)
    ctx.lineTo(view.xOf(view.to - 1), level)
    ctx.lineTo(view.xOf(view.from), level)
    ctx.closePath()
    ctx.fillStyle = fill
    ctx.fill()
    traceCloses(ctx, view)
    ctx.setLineDash([])
    ctx.lineWidth = baseline.width * view.ratio
    ctx.lineJoin = 'round'
    ctx.strokeStyle = line
    ctx.stroke()
    ctx.restore()
  }
  const thin = Math.max(1, Math.floor(view.ratio))
  const dashes = new RectBatch()
  for (let x = 0; x < view.widthPx; x += 6 * thin) dashes.add(x, level, 3 * thin, thin)
  dashes.fill(ctx, baseline.level)
}

function traceCloses(ctx: Ctx, view: PaintView): void {
  ctx.beginPath()
  eachClose(view, (row, close) => ctx.lineTo(view.xOf(row), view.yOf(close)))
}
