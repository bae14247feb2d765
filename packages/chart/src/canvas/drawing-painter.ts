// Paints the shapes of drawings: horizontal and vertical lines on whole device pixels, all others
// antialiased.

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
import type { Pixel } from '../primitives/pointer.ts'

type PaintTools = {
  readonly space: DrawSpace
  font(sizePx: number, isBold: boolean): string
}

/** Dashes scale with the line width, so that a thick line is still dashed. */
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

/** Whether a shape is completely outside the pane and need not be painted. */
function isOutside(shape: Shape, { widthPx, heightPx }: DrawSpace): boolean {
  if (shape.kind === 'label') return false
  const { pixels } = shape
  return (
    pixels.every(({ x }) => x < -20) ||
    pixels.every(({ x }) => x > widthPx + 20) ||
    pixels.every(({ y }) => y < -20) ||
    pixels.every(({ y }) => y > heightPx + 20)
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
  const pixels = snapped(shape.pixels, width, ratio)
  if (shape.isSmooth === true) softPath(ctx, pixels)
  else pixels.forEach(({ x, y }, at) => (at === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)))
  ctx.stroke()
  ctx.setLineDash([])
}

/** Snaps horizontal and vertical sides to whole pixels. */
function snapped(pixels: readonly Pixel[], width: number, ratio: number): readonly Pixel[] {
  const [first] = pixels
  if (first === undefined) return pixels
  const isAligned = pixels.every(({ x, y }, at) => {
    const before = pixels[at - 1] ?? { x, y }
    return x === before.x || y === before.y
  })
  if (!isAligned) return pixels
  const half = (Math.round(width * ratio) % 2) / 2
  const snap = (value: number) => (Math.round(value * ratio - half) + half) / ratio
  return pixels.map(({ x, y }) => ({ x: snap(x), y: snap(y) }))
}

/** A smooth curve through the midpoints, with the points as control points. */
function softPath(ctx: CanvasRenderingContext2D, pixels: readonly Pixel[]): void {
  const [first] = pixels
  if (first === undefined) return
  ctx.moveTo(first.x, first.y)
  pixels.forEach((pixel, at) => {
    const next = pixels[at + 1]
    if (at === 0) return
    if (next === undefined) ctx.lineTo(pixel.x, pixel.y)
    else ctx.quadraticCurveTo(pixel.x, pixel.y, (pixel.x + next.x) / 2, (pixel.y + next.y) / 2)
  })
}

function fillArea(ctx: CanvasRenderingContext2D, { pixels, color, alpha }: FillShape): void {
  if (alpha <= 0) return
  ctx.globalAlpha = alpha
  ctx.fillStyle = color
  ctx.beginPath()
  pixels.forEach(({ x, y }, at) => (at === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)))
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
  pixels: readonly Pixel[],
  appearance: {
    readonly color: string
    readonly background: string
    readonly isSelected: boolean
    readonly isLocked: boolean
  },
): void {
  ctx.setLineDash([])
  ctx.strokeStyle = appearance.color
  ctx.fillStyle = appearance.background
  ctx.lineWidth = appearance.isSelected ? 2 : 1
  for (const { x, y } of pixels) {
    ctx.beginPath()
    if (appearance.isLocked) ctx.rect(x - 4, y - 4, 8, 8)
    else ctx.arc(x, y, appearance.isSelected ? 5 : 4, 0, Math.PI * 2)
    ctx.fill()
    ctx.stroke()
  }
}

export function paintTag(
  ctx: CanvasRenderingContext2D,
  text: string,
  tag: {
    readonly middle: Pixel
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
  ctx.fillStyle = textColorOn(fill)
  ctx.textBaseline = 'middle'
  ctx.textAlign = 'center'
  ctx.fillText(text, middle.x, Math.round(middle.y) + 0.5)
  ctx.textAlign = 'left'
}

/** Black or white, whichever has the higher contrast on a six-digit hex colour. */
function textColorOn(color: string): string {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(color)
  if (digits === null) return '#FFFFFF'
  const [red = 0, green = 0, blue = 0] = digits.slice(1).map((pair) => Number.parseInt(pair, 16))
  return red * 0.299 + green * 0.587 + blue * 0.114 > 150 ? '#101014' : '#FFFFFF'
}
