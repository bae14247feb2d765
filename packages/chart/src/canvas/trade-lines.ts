// Draws the trading lines: one engine overlay for all of them, a label at the right edge of the
// pane and a tag on the price axis, both pushed apart where prices lie close together.

import { type Bounding, type Chart, registerFigure, registerOverlay, type YAxis } from 'klinecharts'
import { type ChartLine, type LineDash, type LineKind, lineKinds, thicknessPx } from '../lines.ts'
import type { Palette } from '../theme.ts'
import { stackedLabels } from './label-stack.ts'

/** What the painter reads at each repaint; changed in place by the canvas. */
export type LineScene = {
  readonly lines: ReadonlyMap<string, ChartLine>
  palette: Palette
  fontFamily: string
  isHidden: boolean
  priceText(price: number): string
  lastClose(): number | undefined
}

const overlayName = 'tradeLines'
const figureName = 'tradeLinesPane'
const tagFigureName = 'tradeLinesAxis'
const labelHeight = 20
const tagHeight = 18
/** Room the engine's last-price tag takes on the axis: the price, and the countdown below it. */
const lastPriceRoom = { above: 9, below: 26 }
/** Room between the labels and the axis, where links to moved labels run. */
const edgeGap = 14

const scenes = new WeakMap<Chart, LineScene>()

type FigureAttributes = { scene: LineScene; bounding: Bounding; yAxis: YAxis }

let isRegistered = false

function register(): void {
  if (isRegistered) return
  isRegistered = true
  const checkEventOn = () => false
  registerFigure<FigureAttributes>({ name: figureName, checkEventOn, draw: drawPane })
  registerFigure<FigureAttributes>({ name: tagFigureName, checkEventOn, draw: drawTags })
  registerOverlay({
    name: overlayName,
    totalStep: 2,
    lock: true,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ chart, bounding, yAxis }) =>
      figuresOf(figureName, scenes.get(chart), bounding, yAxis),
    createYAxisFigures: ({ chart, bounding, yAxis }) =>
      figuresOf(tagFigureName, scenes.get(chart), bounding, yAxis),
  })
}

function figuresOf(
  type: string,
  scene: LineScene | undefined,
  bounding: Bounding,
  yAxis: YAxis | null,
) {
  if (scene === undefined || yAxis === null || scene.isHidden || scene.lines.size === 0) return []
  return [{ type, attrs: { scene, bounding, yAxis }, ignoreEvent: true }]
}

/** Returns a function that repaints the lines after the scene has changed. */
export function attachTradeLines(chart: Chart, scene: LineScene): () => void {
  register()
  scenes.set(chart, scene)
  // One point must exist for the engine to draw anything; its value is not used.
  const id = 'trade-lines'
  chart.createOverlay({ id, name: overlayName, points: [{ value: 0 }], extendData: 0, zLevel: 10 })
  let revision = 0
  return () => {
    revision += 1
    chart.overrideOverlay({ id, extendData: revision })
  }
}

/** Returns the colour of a line: its own, else that of its kind and side. */
function lineColor(line: ChartLine, palette: Palette): string {
  if (line.color !== undefined) return line.color
  if (line.kind === 'liquidation') return palette.accent
  if (line.kind === 'breakEven') return palette.breakEven
  if (line.kind === 'takeProfit') return palette.up
  if (line.kind === 'stopLoss') return palette.down
  return line.side === 'sell' ? palette.down : palette.up
}

const usualDash: Readonly<Record<LineKind, LineDash>> = {
  order: 'dashed',
  position: 'solid',
  liquidation: 'solid',
  breakEven: 'dotted',
  takeProfit: 'dotted',
  stopLoss: 'dotted',
}

const dashPattern: Readonly<Record<LineDash, readonly number[]>> = {
  solid: [],
  dashed: [6, 4],
  dotted: [2, 3],
}

const dashOf = (line: ChartLine): number[] => [...dashPattern[line.dash ?? usualDash[line.kind]]]

type Placed = { line: ChartLine; y: number; color: string }

function placedLines({ scene, bounding, yAxis }: FigureAttributes): Placed[] {
  return [...scene.lines.values()]
    .toSorted((a, b) => lineKinds.indexOf(a.kind) - lineKinds.indexOf(b.kind))
    .map((line) => ({
      line,
      y: yAxis.convertToPixel(line.price),
      color: lineColor(line, scene.palette),
    }))
    .filter(({ y }) => Number.isFinite(y) && y >= 0 && y <= bounding.height)
}

function drawPane(ctx: CanvasRenderingContext2D, attributes: FigureAttributes): void {
  const { scene, bounding } = attributes
  const placed = placedLines(attributes)
  ctx.save()
  for (const one of placed) strokeLine(ctx, one, bounding.width)
  const middles = stackedLabels(
    placed.map(({ y }) => ({ y, height: labelHeight + 2 })),
    2,
    bounding.height - 2,
  )
  placed.forEach((one, at) =>
    drawLabel(ctx, one, { scene, bounding, middle: middles[at] ?? one.y }),
  )
  ctx.restore()
}

function strokeLine(
  ctx: CanvasRenderingContext2D,
  { line, y, color }: Placed,
  width: number,
): void {
  const ratio = ctx.getTransform().a
  const wanted = thicknessPx[line.thickness ?? 'medium'] * ratio
  // Half a pixel cannot be drawn sharply at ratio 1: a whole one at half strength looks the same.
  const thickness = Math.max(1, Math.round(wanted))
  const snapped = (Math.round(y * ratio - thickness / 2) + thickness / 2) / ratio
  ctx.globalAlpha = wanted < 1 ? wanted : 1
  ctx.strokeStyle = color
  ctx.lineWidth = thickness / ratio
  ctx.lineCap = 'butt'
  ctx.setLineDash(dashOf(line))
  ctx.beginPath()
  ctx.moveTo(0, snapped)
  ctx.lineTo(width, snapped)
  ctx.stroke()
  ctx.setLineDash([])
  ctx.globalAlpha = 1
}

type Segment = { text: string; fill: string; ink: string }

function segmentsOf({ line, color }: Placed, palette: Palette, isNarrow: boolean): Segment[] {
  const plain = palette.background
  const segments: Segment[] = [{ text: line.text, fill: plain, ink: color }]
  if (line.quantity) segments.push({ text: line.quantity, fill: color, ink: palette.onSide })
  if (line.pnl !== undefined && !isNarrow) {
    const { sign, text } = line.pnl
    const ink = sign > 0 ? palette.up : sign < 0 ? palette.down : palette.secondary
    segments.push({ text, fill: plain, ink })
  }
  return segments.filter(({ text }) => text !== '')
}

function drawLabel(
  ctx: CanvasRenderingContext2D,
  placed: Placed,
  at: { scene: LineScene; bounding: Bounding; middle: number },
): void {
  const { scene, bounding } = at
  const segments = segmentsOf(placed, scene.palette, bounding.width < 420)
  if (segments.length === 0) return
  ctx.font = `500 11px ${scene.fontFamily}`
  ctx.textBaseline = 'middle'
  ctx.textAlign = 'left'
  const widths = segments.map(({ text }) => Math.ceil(ctx.measureText(text).width) + 14)
  const width = widths.reduce((sum, one) => sum + one, 0)
  const left = Math.round(bounding.width - edgeGap - width)
  const top = Math.round(at.middle - labelHeight / 2)
  drawLeader(ctx, placed, { right: left + width, middle: at.middle })
  ctx.save()
  ctx.beginPath()
  ctx.roundRect(left, top, width, labelHeight, 3)
  ctx.clip()
  let x = left
  segments.forEach(({ text, fill, ink }, index) => {
    const segmentWidth = widths[index] ?? 0
    ctx.fillStyle = fill
    ctx.fillRect(x, top, segmentWidth, labelHeight)
    ctx.fillStyle = ink
    ctx.fillText(text, x + 7, top + labelHeight / 2 + 0.5)
    x += segmentWidth
  })
  ctx.restore()
  ctx.strokeStyle = placed.color
  ctx.lineWidth = 1
  ctx.beginPath()
  ctx.roundRect(left + 0.5, top + 0.5, width - 1, labelHeight - 1, 2.5)
  ctx.stroke()
}

/** A short link from a label that was pushed away to the line it belongs to. */
function drawLeader(
  ctx: CanvasRenderingContext2D,
  { y, color }: Placed,
  label: { right: number; middle: number },
): void {
  if (Math.abs(label.middle - y) <= 2) return
  ctx.strokeStyle = color
  ctx.lineWidth = 1
  ctx.beginPath()
  ctx.moveTo(label.right, label.middle)
  ctx.lineTo(label.right + 3, label.middle)
  ctx.lineTo(label.right + edgeGap - 3, y)
  ctx.lineTo(label.right + edgeGap, y)
  ctx.stroke()
}

function drawTags(ctx: CanvasRenderingContext2D, attributes: FigureAttributes): void {
  const { scene, bounding, yAxis } = attributes
  const placed = placedLines(attributes).toSorted((a, b) => a.y - b.y)
  const close = scene.lastClose()
  const lastY = close === undefined ? bounding.height : yAxis.convertToPixel(close)
  // The last price keeps its place; tags make way for it, above or below.
  const upper = { top: 0, bottom: lastY - lastPriceRoom.above }
  const lower = { top: lastY + lastPriceRoom.below, bottom: bounding.height }
  const split = splitAt(placed, { lastY, upper, lower })
  ctx.save()
  ctx.font = `500 11px ${scene.fontFamily}`
  ctx.textBaseline = 'middle'
  ctx.textAlign = 'left'
  const { width } = bounding
  drawStack(ctx, { placed: placed.slice(0, split), room: upper, scene, width })
  drawStack(ctx, { placed: placed.slice(split), room: lower, scene, width })
  ctx.restore()
}

type Room = { readonly top: number; readonly bottom: number }

/**
 * How many tags stand above the last price: those that are, unless a side is too small for its
 * own.
 */
function splitAt(
  placed: readonly Placed[],
  { lastY, upper, lower }: { lastY: number; upper: Room; lower: Room },
): number {
  const fitting = ({ top, bottom }: Room) => Math.max(0, Math.floor((bottom - top) / tagHeight))
  const above = placed.filter(({ y }) => y <= lastY).length
  const least = placed.length - fitting(lower)
  return Math.max(Math.min(above, fitting(upper)), least)
}

type TagStack = {
  placed: readonly Placed[]
  room: Room
  scene: LineScene
  width: number
}

function drawStack(ctx: CanvasRenderingContext2D, { placed, room, scene, width }: TagStack): void {
  const middles = stackedLabels(
    placed.map(({ y }) => ({ y, height: tagHeight })),
    room.top,
    room.bottom,
  )
  placed.forEach(({ line, color }, at) => {
    const top = Math.round((middles[at] ?? 0) - tagHeight / 2)
    ctx.fillStyle = scene.palette.background
    ctx.beginPath()
    ctx.roundRect(0.5, top + 0.5, width - 3, tagHeight - 1, 2)
    ctx.fill()
    ctx.strokeStyle = color
    ctx.lineWidth = 1
    ctx.stroke()
    ctx.fillStyle = color
    ctx.fillText(scene.priceText(line.price), 7, top + tagHeight / 2 + 0.5)
  })
}
