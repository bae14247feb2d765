// Paints a study's plots on whole device pixels: lines, histograms from zero, dots, fills.

import type { RunPlot, StudyRun } from '../model/studies/study-run.ts'
import { withAlpha } from '../model/appearance.ts'
import type { Palette } from '../model/theme.ts'
import { barWidths, type PaintView, RectBatch } from './paint-view.ts'
import { paintVolume } from './price-painter.ts'
import {
  plotStyle,
  type PlotStyle,
  studyCatalogue,
  type StudySpec,
} from '../model/studies/study-catalogue.ts'

type Ctx = CanvasRenderingContext2D

export type StudyScene = {
  readonly study: StudySpec
  readonly run: StudyRun
  readonly palette: Palette
}

/** The default colour of a plot. */
function defaultColor({ shape: { tone } }: Pick<RunPlot, 'shape'>, palette: Palette): string {
  if (tone === 'up' || tone === 'down') return palette[tone]
  const number = typeof tone === 'number' ? tone : 0
  return palette.studies[number % palette.studies.length] ?? palette.text
}

/** The colour of a plot's line, or of its label in a legend at a value. */
export function plotColor(scene: StudyScene, at: number, value = 0): string {
  const shape = scene.run.plots[at]?.shape
  const own = plotStyle(scene.study, at).color
  if (own !== undefined || shape === undefined) return own ?? scene.palette.text
  if (shape.tone === 'sign') return value < 0 ? scene.palette.down : scene.palette.up
  return defaultColor({ shape }, scene.palette)
}

/** The colour of a plot in dialogs; for a plot coloured by sign, the colour of values above 0. */
export function plotTone(study: StudySpec, at: number, palette: Palette): string {
  const shape = studyCatalogue[study.name].plots[at]
  const own = plotStyle(study, at).color
  if (own !== undefined || shape === undefined) return own ?? palette.text
  return shape.tone === 'sign' ? palette.up : defaultColor({ shape }, palette)
}

/** Paints the visible plots of a study; the context is already in device pixels. */
export function paintStudy(ctx: Ctx, view: PaintView, scene: StudyScene): void {
  const { study, run } = scene
  ctx.setLineDash([])
  paintLevels(ctx, view, scene)
  const styles = run.plots.map((_, at) => plotStyle(study, at))
  for (const { from, to, hasSides = false } of run.shape.fills ?? []) {
    const [first, second] = [run.plots[from], run.plots[to]]
    if (!first || !second || styles[from]?.isShown !== true || styles[to]?.isShown !== true)
      continue
    const colors = { above: plotColor(scene, from), below: plotColor(scene, to) }
    paintFill(ctx, view, { first, second, colors: hasSides ? colors : { above: colors.above } })
  }
  run.plots.forEach((plot, at) => {
    const style = styles[at]
    if (style?.isShown !== true) return
    const { kind, tone } = plot.shape
    if (kind === 'volume') return paintVolume(ctx, view, scene.palette)
    if (kind === 'histogram') return paintHistogram(ctx, view, { plot, scene, own: style.color })
    const color = plotColor(scene, at, tone === 'sign' ? plot.column.at(view.to - 1) : 0)
    if (kind === 'dots') return paintDots(ctx, view, plot, color)
    paintLine(ctx, view, plot, { ...style, color })
  })
}

/** The visible rows of a plot. */
const rowsOf = (view: PaintView, { shift }: RunPlot) => {
  const { count } = view
  // A plot shifted to the right continues beyond the latest bar.
  const reach = shift > 0 ? Math.ceil((view.widthPx - view.xOf(count - 1)) / view.stepPx) + 1 : 0
  const to = Math.min(count, view.to + Math.max(0, reach) - shift)
  return { from: Math.max(0, view.from - shift), to }
}

function paintLine(
  ctx: Ctx,
  view: PaintView,
  plot: RunPlot,
  { color, width, dash }: PlotStyle & { readonly color: string },
): void {
  const { from, to } = rowsOf(view, plot)
  ctx.beginPath()
  let isDown = false
  for (let row = from; row < to; row += 1) {
    const value = plot.column.at(row)
    if (!Number.isFinite(value)) {
      isDown = false
      continue
    }
    const [x, y] = [view.xOf(row + plot.shift), view.yOf(value)]
    if (isDown) ctx.lineTo(x, y)
    else ctx.moveTo(x, y)
    isDown = true
  }
  ctx.lineWidth = width * view.ratio
  ctx.lineJoin = 'round'
  ctx.lineCap = 'round'
  ctx.strokeStyle = color
  const unit = Math.max(1, width) * view.ratio
  ctx.setLineDash(dashPattern[dash].map((part) => part * unit))
  ctx.stroke()
  ctx.setLineDash([])
}

/** In multiples of the line width; dots have round ends. */
const dashPattern: Readonly<Record<PlotStyle['dash'], readonly number[]>> = {
  solid: [],
  dotted: [0.1, 3],
  dashed: [5, 4],
}

/** Columns from zero, fainter when they approach zero. */
function paintHistogram(
  ctx: Ctx,
  view: PaintView,
  { plot, scene, own }: { plot: RunPlot; scene: StudyScene; own: string | undefined },
): void {
  const { body, wick } = barWidths(view.stepPx, view.ratio)
  const batches = new Map<string, RectBatch>()
  const zero = Math.round(view.yOf(0))
  const { from, to } = rowsOf(view, plot)
  for (let row = from; row < to; row += 1) {
    const value = plot.column.at(row)
    if (!Number.isFinite(value)) continue
    const base = own ?? (value < 0 ? scene.palette.down : scene.palette.up)
    const isNearing = Math.abs(value) < Math.abs(plot.column.at(row - 1))
    const color = withAlpha(base, isNearing ? 0.45 : 0.9)
    const batch = batches.get(color) ?? new RectBatch()
    batches.set(color, batch)
    const y = Math.round(view.yOf(value))
    const x = Math.round(view.xOf(row + plot.shift) - wick / 2) - (body - wick) / 2
    batch.add(x, Math.min(y, zero), body, Math.max(wick, Math.abs(y - zero)))
  }
  for (const [color, batch] of batches) batch.fill(ctx, color)
}

function paintDots(ctx: Ctx, view: PaintView, plot: RunPlot, color: string): void {
  const size = Math.max(2, Math.round(Math.min(4, view.stepPx / view.ratio / 2) * view.ratio))
  const dots = new RectBatch()
  const { from, to } = rowsOf(view, plot)
  for (let row = from; row < to; row += 1) {
    const value = plot.column.at(row)
    if (!Number.isFinite(value)) continue
    const x = Math.round(view.xOf(row + plot.shift) - size / 2)
    dots.add(x, Math.round(view.yOf(value) - size / 2), size, size)
  }
  dots.fill(ctx, color)
}

/** The approximate distance between the markers of a study's lines. */
const markerStepPx = 60

/** Paints the markers of a highlighted study. */
export function paintMarkers(ctx: Ctx, view: PaintView, scene: StudyScene): void {
  const rows = Math.max(1, Math.round((markerStepPx * view.ratio) / view.stepPx))
  scene.run.plots.forEach((plot, at) => {
    if (!plotStyle(scene.study, at).isShown || plot.shape.kind === 'volume') return
    const { from, to } = rowsOf(view, plot)
    ctx.fillStyle = scene.palette.background
    ctx.strokeStyle = plotColor(scene, at, plot.column.at(view.to - 1))
    ctx.lineWidth = 1.5 * view.ratio
    for (let row = from - (from % rows) + rows; row < to; row += rows) {
      const value = plot.column.at(row)
      if (!Number.isFinite(value)) continue
      ctx.beginPath()
      ctx.arc(view.xOf(row + plot.shift), view.yOf(value), 3.5 * view.ratio, 0, 2 * Math.PI)
      ctx.fill()
      ctx.stroke()
    }
  })
}

function paintLevels(ctx: Ctx, view: PaintView, { run, palette }: StudyScene): void {
  const thin = Math.max(1, Math.floor(view.ratio))
  const dashes = new RectBatch()
  for (const level of run.shape.levels ?? []) {
    const y = Math.round(view.yOf(level))
    for (let x = 0; x < view.widthPx; x += 8 * thin) dashes.add(x, y, 4 * thin, thin)
  }
  dashes.fill(ctx, palette.border)
}

type Fill = {
  readonly first: RunPlot
  readonly second: RunPlot
  /** With two colours, `below` is used where the first plot is under the second. */
  readonly colors: { readonly above: string; readonly below?: string }
}

function paintFill(ctx: Ctx, view: PaintView, { first, second, colors }: Fill): void {
  const { from, to } = rowsOf(view, first)
  const isAbove = (row: number) => first.column.at(row) >= second.column.at(row)
  const isThere = (row: number) =>
    Number.isFinite(first.column.at(row)) && Number.isFinite(second.column.at(row))
  const close = (start: number, end: number) => {
    if (end <= start) return
    const color = colors.below === undefined || isAbove(start) ? colors.above : colors.below
    ctx.beginPath()
    for (let row = start; row <= end; row += 1) {
      ctx.lineTo(view.xOf(row + first.shift), view.yOf(first.column.at(row)))
    }
    for (let row = end; row >= start; row -= 1) {
      ctx.lineTo(view.xOf(row + first.shift), view.yOf(second.column.at(row)))
    }
    ctx.closePath()
    ctx.fillStyle = withAlpha(color, colors.below === undefined ? 0.06 : 0.12)
    ctx.fill()
  }
  let start: number | undefined
  for (let row = from; row < to; row += 1) {
    if (!isThere(row)) {
      if (start !== undefined) close(start, row - 1)
      start = undefined
      continue
    }
    if (start !== undefined && colors.below !== undefined && isAbove(row) !== isAbove(start)) {
      close(start, row)
      start = row
    }
    start ??= row
  }
  if (start !== undefined) close(start, to - 1)
}
