// Paints trading lines: the line with its ghost, the label with its buttons, and the connector
// between the two if the label was moved.

import {
  isButton,
  edgeGap,
  type LineBox,
  type LineCell,
  linesOf,
} from '../../model/lines/label-layout.ts'
import { labelHeight } from '../../model/lines/label-groups.ts'
import type { ShownLine } from '../../model/lines/line-state.ts'
import type { HoveredLine } from '../../model/lines/line-store.ts'
import {
  type ChartLine,
  type LineDash,
  type LineKind,
  thicknessPx,
} from '../../options/trading-lines.ts'
import type { Palette } from '../../model/theme.ts'

export type LinePaintContext = {
  readonly palette: Palette
  readonly fontFamily: string
  readonly hovered: HoveredLine | undefined
  readonly widthPx: number
  yOf(price: number): number
  /** Milliseconds of a monotonic clock, for the waiting animation. */
  readonly nowMs: number
}

/** Returns the colour of a line: its own, else that of its kind and side. */
export function lineColor(line: ChartLine, palette: Palette): string {
  if (line.color !== undefined) return line.color
  if (line.kind === 'liquidation' || line.kind === 'alert') return palette.accent
  if (line.kind === 'breakEven') return palette.breakEven
  if (line.kind === 'takeProfit') return palette.up
  if (line.kind === 'stopLoss') return palette.down
  return line.side === 'sell' ? palette.down : palette.up
}

const defaultDash: Readonly<Record<LineKind, LineDash>> = {
  order: 'dashed',
  position: 'solid',
  liquidation: 'solid',
  breakEven: 'dotted',
  alert: 'dotted',
  takeProfit: 'dotted',
  stopLoss: 'dotted',
}

const dashPattern: Readonly<Record<LineDash, readonly number[]>> = {
  solid: [],
  dashed: [6, 4],
  dotted: [2, 3],
}

/** By TradingView's numbers: solid, dotted, dashed, long dashed. */
const numberedDash: readonly (readonly number[])[] = [[], [2, 3], [6, 4], [12, 6]]

function dashOf({ line, state }: ShownLine): number[] {
  if (state === 'pending') return [...dashPattern.dashed]
  const numbered =
    line.appearance?.style === undefined ? undefined : numberedDash[line.appearance.style]
  return [...(numbered ?? dashPattern[line.dash ?? defaultDash[line.kind]])]
}

export function labelFont(fontFamily: string): string {
  return `500 11px ${fontFamily}`
}

export function paintLines(
  ctx: CanvasRenderingContext2D,
  boxes: readonly LineBox[],
  context: LinePaintContext,
): void {
  ctx.save()
  for (const box of boxes) {
    // Lines of a group are faint, so that the candles behind them stay visible.
    const strength = box.folded === undefined ? 1 : 0.4
    for (const { shown, y, fromPx } of linesOf(box)) {
      const stroke = { shown, fromPx, context }
      const { ghostPrice } = shown
      if (ghostPrice !== undefined) {
        strokeLine(ctx, { ...stroke, y: context.yOf(ghostPrice), alpha: 0.35 })
      }
      strokeLine(ctx, { ...stroke, y, alpha: strength })
    }
  }
  for (const box of boxes) paintLabel(ctx, box, context)
  ctx.restore()
}

type Stroke = {
  readonly shown: ShownLine
  readonly fromPx: number
  readonly y: number
  readonly alpha: number
  readonly context: LinePaintContext
}

function strokeLine(
  ctx: CanvasRenderingContext2D,
  { shown, fromPx, context, y, alpha }: Stroke,
): void {
  const { line } = shown
  const ratio = ctx.getTransform().a
  const isDragged = context.hovered?.id === line.id || shown.state === 'dragging'
  const own = line.appearance?.width ?? thicknessPx[line.thickness ?? 'medium']
  const wanted = (isDragged && line.isDraggable === true ? Math.max(own, 1.5) : own) * ratio
  // Half a pixel cannot be drawn sharply at ratio 1; a whole one at half opacity looks the same.
  const thickness = Math.max(1, Math.round(wanted))
  const snapped = (Math.round(y * ratio - thickness / 2) + thickness / 2) / ratio
  ctx.globalAlpha = alpha * (wanted < 1 ? wanted : 1)
  ctx.strokeStyle = lineColor(line, context.palette)
  ctx.lineWidth = thickness / ratio
  ctx.lineCap = 'butt'
  ctx.setLineDash(dashOf(shown))
  ctx.beginPath()
  ctx.moveTo(fromPx, snapped)
  ctx.lineTo(context.widthPx, snapped)
  ctx.stroke()
  ctx.setLineDash([])
  ctx.globalAlpha = 1
}

/** A label's colour: its line's; for a group, the lines' common colour, if they have one. */
function boxColor({ shown, folded }: LineBox, palette: Palette): string {
  const colors = new Set(folded?.map((one) => lineColor(one.shown.line, palette)))
  const [first] = colors
  if (first === undefined) return lineColor(shown.line, palette)
  return colors.size === 1 ? first : palette.secondary
}

/** The background of unfolded labels. */
function paintGroupBackground(
  ctx: CanvasRenderingContext2D,
  { leftPx, widthPx, middle, heightPx }: LineBox,
  palette: Palette,
): void {
  ctx.beginPath()
  ctx.roundRect(leftPx + 0.5, Math.round(middle - heightPx / 2) + 0.5, widthPx, heightPx, 4)
  ctx.fillStyle = palette.raised
  ctx.fill()
  ctx.strokeStyle = palette.border
  ctx.lineWidth = 1
  ctx.stroke()
}

function paintLabel(ctx: CanvasRenderingContext2D, box: LineBox, context: LinePaintContext): void {
  const { palette } = context
  if (box.heightPx > labelHeight) return paintGroupBackground(ctx, box, palette)
  if (box.cells.length === 0) return
  const { line } = box.shown
  const color = boxColor(box, palette)
  const top = Math.round(box.middle - labelHeight / 2)
  ctx.textBaseline = 'middle'
  ctx.textAlign = 'left'
  paintLeader(ctx, box, color)
  ctx.save()
  ctx.beginPath()
  ctx.roundRect(box.leftPx, top, box.widthPx, labelHeight, 3)
  ctx.clip()
  // The host's colour may be transparent; candles below would make the text hard to read.
  ctx.fillStyle = palette.background
  ctx.fillRect(box.leftPx, top, box.widthPx, labelHeight)
  for (const cell of box.cells) paintCell(ctx, cell, { box, context, top, color })
  ctx.restore()
  ctx.strokeStyle = line.appearance?.bodyBorder ?? color
  ctx.lineWidth = 1
  ctx.beginPath()
  ctx.roundRect(box.leftPx + 0.5, top + 0.5, box.widthPx - 1, labelHeight - 1, 2.5)
  ctx.stroke()
}

type CellPlace = {
  readonly box: LineBox
  readonly context: LinePaintContext
  readonly top: number
  readonly color: string
}

function paintCell(ctx: CanvasRenderingContext2D, cell: LineCell, place: CellPlace): void {
  const { box, context, top, color } = place
  const { line, state } = box.shown
  const { kind, leftPx, widthPx } = cell
  const isFirst = box.cells.find((one) => isButton(one.kind)) === cell
  if (isButton(kind) || cell.text === '') {
    if (state !== 'pending') paintButton(ctx, cell, place)
    else if (isFirst || !isButton(kind)) paintWaiting(ctx, leftPx + widthPx / 2, place)
    return
  }
  const { palette } = context
  const { appearance } = line
  const isQuantity = kind === 'quantity'
  const fill = isQuantity ? (appearance?.quantityBackground ?? color) : appearance?.bodyBackground
  if (fill !== undefined) {
    ctx.fillStyle = fill
    ctx.fillRect(leftPx, top, widthPx, labelHeight)
  }
  const sign = line.pnl?.sign ?? 0
  const pnlColor = sign > 0 ? palette.up : sign < 0 ? palette.down : palette.secondary
  const bodyColor = kind === 'pnl' ? pnlColor : (appearance?.bodyText ?? color)
  const own = isQuantity ? appearance?.quantityFont : appearance?.bodyFont
  // The host's font may not be installed.
  ctx.font = own === undefined ? labelFont(context.fontFamily) : `${own}, ${context.fontFamily}`
  ctx.fillStyle = isQuantity ? (appearance?.quantityText ?? palette.onSide) : bodyColor
  ctx.fillText(cell.text, leftPx + 7, top + labelHeight / 2 + 0.5)
}

function paintButton(
  ctx: CanvasRenderingContext2D,
  { kind, leftPx, widthPx }: LineCell,
  { box, context, top, color }: CellPlace,
): void {
  if (!isButton(kind)) return
  const { line } = box.shown
  const appearance = line.appearance?.button?.[kind]
  const isHovered = context.hovered?.id === line.id && context.hovered.part === kind
  if (appearance?.background !== undefined) {
    ctx.fillStyle = appearance.background
    ctx.fillRect(leftPx, top, widthPx, labelHeight)
  }
  if (isHovered) {
    ctx.fillStyle = color
    ctx.fillRect(leftPx, top, widthPx, labelHeight)
  }
  ctx.strokeStyle = appearance?.border ?? color
  ctx.lineWidth = 1
  ctx.globalAlpha = 0.5
  ctx.beginPath()
  ctx.moveTo(leftPx + 0.5, top)
  ctx.lineTo(leftPx + 0.5, top + labelHeight)
  ctx.stroke()
  ctx.globalAlpha = 1
  ctx.strokeStyle = isHovered ? context.palette.onSide : (appearance?.icon ?? color)
  ctx.lineWidth = 1.4
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  const x = leftPx + widthPx / 2
  const y = top + labelHeight / 2
  ctx.beginPath()
  for (const stroke of glyphs[kind]) {
    stroke.forEach(([dx, dy], at) => {
      if (at === 0) ctx.moveTo(x + dx, y + dy)
      else ctx.lineTo(x + dx, y + dy)
    })
  }
  ctx.stroke()
}

type GlyphStroke = readonly (readonly [number, number])[]

const cross: readonly GlyphStroke[] = [
  [
    [-3.5, -3.5],
    [3.5, 3.5],
  ],
  [
    [3.5, -3.5],
    [-3.5, 3.5],
  ],
]

/** Strokes relative to the centre of a button. */
const glyphs: Readonly<Record<'modify' | 'reverse' | 'close' | 'cancel', readonly GlyphStroke[]>> =
  {
    cancel: cross,
    close: cross,
    modify: [
      [
        [-4, 4],
        [-3.4, 1.4],
        [2, -4],
        [4, -2],
        [-1.4, 3.4],
        [-4, 4],
      ],
    ],
    reverse: [
      [
        [-2.5, 4],
        [-2.5, -4],
      ],
      [
        [-4.7, -1.8],
        [-2.5, -4],
        [-0.3, -1.8],
      ],
      [
        [2.5, -4],
        [2.5, 4],
      ],
      [
        [0.3, 1.8],
        [2.5, 4],
        [4.7, 1.8],
      ],
    ],
  }

/** An open ring that rotates while the exchange's answer is pending. */
function paintWaiting(ctx: CanvasRenderingContext2D, x: number, place: CellPlace): void {
  const turn = (place.context.nowMs / 1000) * Math.PI * 2
  ctx.strokeStyle = place.color
  ctx.lineWidth = 1.6
  ctx.lineCap = 'round'
  ctx.beginPath()
  ctx.arc(x, place.top + labelHeight / 2, 4.5, turn, turn + Math.PI * 1.4)
  ctx.stroke()
}

/** A short connector from a displaced label to its line. */
function paintLeader(ctx: CanvasRenderingContext2D, box: LineBox, color: string): void {
  const { middle, y, folded } = box
  if (Math.abs(middle - y) <= 2 || folded !== undefined) return
  const right = box.leftPx + box.widthPx
  ctx.strokeStyle = color
  ctx.lineWidth = 1
  ctx.beginPath()
  ctx.moveTo(right, middle)
  ctx.lineTo(right + 3, middle)
  ctx.lineTo(right + edgeGap - 3, y)
  ctx.lineTo(right + edgeGap, y)
  ctx.stroke()
}
