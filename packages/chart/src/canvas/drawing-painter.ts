// Paints the shapes of drawings: level and plumb lines on whole device pixels, all else smooth.

import type { DrawDash } from '../model/drawings/drawing.ts'
import {
  type DrawSpace,
  type FillShape,
  type LabelShape,
  labelBox,
  lineHeight,
  type LineShape,
  type Shape,
} from '../model/drawings/shapes.ts'
import type { Spot } from '../primitives/pointer.ts'

type PaintTools = {
  readonly space: DrawSpace
  font(sizePx: number, isBold: boolean): string
}

/** Dashes grow with the line, so that a broad one is still dashed. */
const dashPattern: Readonly<Record<DrawDash, readonly number[]>> = {
  solid: [],
  dashed: [5, 4],
  dotted: [0.01, 2.5],
}

export function paintShapes(
  ctx: CanvasRenderingContext2D,
  shapes: readonly Shape[],
  tools: PaintTools,
): void {
  for (const shape of shapes) {
    if (isOutside(shape, tools.space)) continue
    if (shape.kind === 'line') strokeLine(ctx, shape)
    else if (shape.kind === 'fill') fillArea(ctx, shape)
    else writeLabel(ctx, shape, tools)
  }
}

/** What lies wholly beside the pane costs nothing. */
function isOutside(shape: Shape, { widthPx, heightPx }: DrawSpace): boolean {
  if (shape.kind === 'label') return false
  const { spots } = shape
  return (
    spots.every(({ x }) => x < -20) ||
    spots.every(({ x }) => x > widthPx + 20) ||
    spots.every(({ y }) => y < -20) ||
    spots.every(({ y }) => y > heightPx + 20)
  )
}

function strokeLine(ctx: CanvasRenderingContext2D, shape: LineShape): void {
  const { color, widthPx, dash } = shape
  const ratio = ctx.getTransform().a
  const width = Math.max(1, Math.round(widthPx * ratio)) / ratio
  ctx.strokeStyle = color
  ctx.lineWidth = width
  ctx.lineJoin = 'round'
  ctx.lineCap = dash === 'dashed' ? 'butt' : 'round'
  ctx.setLineDash(dashPattern[dash].map((part) => part * Math.max(1, width)))
  ctx.beginPath()
  const spots = snapped(shape.spots, width, ratio)
  if (shape.isSmooth === true) softPath(ctx, spots)
  else spots.forEach(({ x, y }, at) => (at === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)))
  ctx.stroke()
  ctx.setLineDash([])
}

/** Moves sides that run along the pixels onto them. */
function snapped(spots: readonly Spot[], width: number, ratio: number): readonly Spot[] {
  const [first] = spots
  if (first === undefined) return spots
  const isAligned = spots.every(({ x, y }, at) => {
    const before = spots[at - 1] ?? { x, y }
    return x === before.x || y === before.y
  })
  if (!isAligned) return spots
  const half = (Math.round(width * ratio) % 2) / 2
  const snap = (value: number) => (Math.round(value * ratio - half) + half) / ratio
  return spots.map(({ x, y }) => ({ x: snap(x), y: snap(y) }))
}

/** A curve through the middles between the spots, which bends at them. */
function softPath(ctx: CanvasRenderingContext2D, spots: readonly Spot[]): void {
  const [first] = spots
  if (first === undefined) return
  ctx.moveTo(first.x, first.y)
  spots.forEach((spot, at) => {
    const next = spots[at + 1]
    if (at === 0) return
    if (next === undefined) ctx.lineTo(spot.x, spot.y)
    else ctx.quadraticCurveTo(spot.x, spot.y, (spot.x + next.x) / 2, (spot.y + next.y) / 2)
  })
}

function fillArea(ctx: CanvasRenderingContext2D, { spots, color, alpha }: FillShape): void {
  if (alpha <= 0) return
  ctx.globalAlpha = alpha
  ctx.fillStyle = color
  ctx.beginPath()
  spots.forEach(({ x, y }, at) => (at === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)))
  ctx.closePath()
  ctx.fill()
  ctx.globalAlpha = 1
}

function writeLabel(ctx: CanvasRenderingContext2D, shape: LabelShape, tools: PaintTools): void {
  const box = labelBox(shape, tools.space)
  const { widthPx, heightPx } = tools.space
  if (box.right < 0 || box.left > widthPx || box.bottom < 0 || box.top > heightPx) return
  const { lines, sizePx, isBold, align, fill, color } = shape
  if (fill !== undefined) {
    ctx.fillStyle = fill
    ctx.beginPath()
    ctx.roundRect(box.left, box.top, box.right - box.left, box.bottom - box.top, 4)
    ctx.fill()
  }
  const pad = fill === undefined ? { x: 0, y: 0 } : { x: 6, y: 4 }
  ctx.font = tools.font(sizePx, isBold)
  ctx.fillStyle = color
  ctx.textBaseline = 'middle'
  ctx.textAlign = align
  const x = {
    left: box.left + pad.x,
    center: (box.left + box.right) / 2,
    right: box.right - pad.x,
  }[align]
  const height = lineHeight(sizePx)
  lines.forEach((line, at) => ctx.fillText(line, x, box.top + pad.y + height * (at + 0.5) + 0.5))
  ctx.textAlign = 'left'
}

export function paintHandles(
  ctx: CanvasRenderingContext2D,
  spots: readonly Spot[],
  look: {
    readonly color: string
    readonly background: string
    readonly isSelected: boolean
    readonly isLocked: boolean
  },
): void {
  ctx.setLineDash([])
  ctx.strokeStyle = look.color
  ctx.fillStyle = look.background
  ctx.lineWidth = look.isSelected ? 2 : 1
  for (const { x, y } of spots) {
    ctx.beginPath()
    if (look.isLocked) ctx.rect(x - 4, y - 4, 8, 8)
    else ctx.arc(x, y, look.isSelected ? 5 : 4, 0, Math.PI * 2)
    ctx.fill()
    ctx.stroke()
  }
}

export function paintTag(
  ctx: CanvasRenderingContext2D,
  text: string,
  tag: {
    readonly middle: Spot
    readonly fill: string
    readonly font: string
    readonly width: number
  },
): void {
  const { middle, fill, font, width } = tag
  ctx.fillStyle = fill
  ctx.beginPath()
  ctx.roundRect(middle.x - width / 2, Math.round(middle.y - 9), width, 18, 2)
  ctx.fill()
  ctx.font = font
  ctx.fillStyle = inkOn(fill)
  ctx.textBaseline = 'middle'
  ctx.textAlign = 'center'
  ctx.fillText(text, middle.x, Math.round(middle.y) + 0.5)
  ctx.textAlign = 'left'
}

/** Black or white, whichever is read more easily on a six-digit colour. */
function inkOn(color: string): string {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(color)
  if (digits === null) return '#FFFFFF'
  const [red = 0, green = 0, blue = 0] = digits.slice(1).map((pair) => Number.parseInt(pair, 16))
  return red * 0.299 + green * 0.587 + blue * 0.114 > 150 ? '#101014' : '#FFFFFF'
}
