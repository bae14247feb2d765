// The layout of trading-line labels and the hit test on them; painter and dragging share it.

import { stackedLabels } from './label-stack.ts'
import type { ChartLine, LineButton, LineKind } from '../../options/trading-lines.ts'
import { lineKinds } from '../../options/trading-lines.ts'
import type { HoveredLine } from './line-store.ts'
import type { ShownLine } from './line-state.ts'

export const labelHeight = 20
/** The space between labels and axis for connectors to moved labels. */
export const edgeGap = 14
const buttonWidth = 20
const cellPadding = 14
const narrowPx = 420

export type LineCell = {
  readonly kind: 'text' | 'quantity' | 'pnl' | LineButton
  readonly text: string
  readonly leftPx: number
  readonly widthPx: number
}

export type LineBox = {
  readonly shown: ShownLine
  /** The line itself. */
  readonly y: number
  /** The middle of its label, pushed aside where labels would overlap. */
  readonly middle: number
  readonly leftPx: number
  readonly widthPx: number
  /** Where the line begins at the left. */
  readonly fromPx: number
  readonly cells: readonly LineCell[]
}

export type LabelArea = {
  readonly widthPx: number
  readonly heightPx: number
  yOf(price: number): number
  /** The width of a text in the font of labels. */
  measure(text: string): number
}

const layers: Readonly<Record<LineKind, number>> = Object.fromEntries(
  lineKinds.map((kind) => [kind, Math.min(lineKinds.indexOf(kind), lineKinds.indexOf('order'))]),
) as Record<LineKind, number>

/** Returns the boxes of all visible lines, bottom to top: the hovered or dragged one comes last. */
export function lineLayout(
  lines: readonly ShownLine[],
  area: LabelArea,
  hovered?: HoveredLine,
): LineBox[] {
  const rank = ({ line, state }: ShownLine): number => {
    if (state === 'dragging') return 100
    return line.id === hovered?.id ? 99 : layers[line.kind]
  }
  const visible = lines
    .map((shown) => ({ shown, y: area.yOf(shown.price) }))
    .filter(({ y }) => Number.isFinite(y) && y >= 0 && y <= area.heightPx)
  return columnsOf(visible, area, reservedSpace(outsideLines(lines, area), area.heightPx))
    .flat()
    .toSorted((a, b) => rank(a.shown) - rank(b.shown))
}

/** The prices of lines that are out of sight, the nearest first. */
export type OutsideLines = { readonly above: readonly number[]; readonly below: readonly number[] }

export const noneOutside: OutsideLines = { above: [], below: [] }

/** Returns the lines above and below what is in sight. */
export function outsideLines(
  lines: readonly ShownLine[],
  { yOf, heightPx }: Pick<LabelArea, 'yOf' | 'heightPx'>,
): OutsideLines {
  const placed = lines
    .map(({ price }) => ({ price, y: yOf(price) }))
    .filter(({ y }) => Number.isFinite(y))
    .toSorted((a, b) => a.y - b.y)
  const above = placed.filter(({ y }) => y < 0).toReversed()
  const below = placed.filter(({ y }) => y > heightPx)
  if (above.length + below.length === 0) return noneOutside
  return { above: above.map(({ price }) => price), below: below.map(({ price }) => price) }
}

/** Lower panes show no offscreen counters. */
export const minMarkedPx = 160
const markPx = 32

type ReservedSpace = { readonly above: number; readonly below: number }

/** The space that offscreen counters take from the labels. */
function reservedSpace({ above, below }: OutsideLines, heightPx: number): ReservedSpace {
  const px = heightPx < minMarkedPx ? 0 : markPx
  return { above: above.length > 0 ? px : 0, below: below.length > 0 ? px : 0 }
}

type VisibleLine = { readonly shown: ShownLine; readonly y: number }

/** More columns than these would hide the candles. */
const maxColumns = 4

/** Labels in one column, or in as many as are readable, distributed by price. */
function columnsOf(
  visible: readonly VisibleLine[],
  area: LabelArea,
  kept: ReservedSpace,
): LineBox[][] {
  const heightPx = area.heightPx - 4 - kept.above - kept.below
  const fitting = Math.max(1, Math.floor(heightPx / (labelHeight + 2)))
  const count = Math.min(maxColumns, Math.max(1, Math.ceil(visible.length / fitting)))
  const byHeight = count === 1 ? visible : visible.toSorted((a, b) => a.y - b.y)
  let asidePx = 0
  return Array.from({ length: count }, (_, column) => {
    const own = byHeight.filter((__, at) => at % count === column)
    const middles = stackedLabels(
      own.map(({ y }) => ({ y, height: labelHeight + 2 })),
      2 + kept.above,
      area.heightPx - 2 - kept.below,
    )
    const boxes = own.map(({ shown, y }, at) =>
      boxOf(shown, { y, middle: middles[at] ?? y, asidePx, area }),
    )
    asidePx += Math.max(0, ...boxes.map(({ widthPx }) => widthPx)) + edgeGap
    return boxes
  })
}

function boxOf(
  shown: ShownLine,
  at: {
    readonly y: number
    readonly middle: number
    readonly asidePx: number
    readonly area: LabelArea
  },
): LineBox {
  const { area } = at
  const { line, state } = shown
  const cells: LineCell[] = []
  let widthPx = 0
  const add = (kind: LineCell['kind'], text: string, cellWidth: number) => {
    cells.push({ kind, text, leftPx: widthPx, widthPx: cellWidth })
    widthPx += cellWidth
  }
  const write = (kind: LineCell['kind'], text: string | undefined) => {
    if (text !== undefined && text !== '') {
      add(kind, text, Math.ceil(area.measure(text)) + cellPadding)
    }
  }
  write('text', line.text)
  write('quantity', line.quantity)
  if (area.widthPx >= narrowPx) write('pnl', line.pnl?.text)
  const buttons = line.buttons ?? []
  // While an answer is awaited the dot stands where the buttons were, so that nothing jumps.
  for (const button of buttons) add(button, '', buttonWidth)
  if (state === 'pending' && buttons.length === 0) add('text', '', buttonWidth)
  const leftPx = Math.round(area.widthPx - at.asidePx - offsetOf(line, area.widthPx) - widthPx)
  const reach = line.appearance?.extendLeft === false ? leftPx : 0
  const isShort = line.kind === 'liquidation' && area.widthPx < narrowPx
  return {
    shown,
    y: at.y,
    middle: at.middle,
    leftPx,
    widthPx,
    fromPx: isShort ? leftPx : reach,
    cells: cells.map((cell) => ({ ...cell, leftPx: cell.leftPx + leftPx })),
  }
}

function offsetOf({ appearance }: ChartLine, widthPx: number): number {
  if (appearance?.length === undefined) return edgeGap
  const { value, unit } = appearance.length
  const px = unit === 'percentage' ? (widthPx * Math.min(100, Math.max(0, value))) / 100 : value
  return Math.max(edgeGap, Math.min(widthPx - 80, Math.abs(px)))
}

/** How far from its middle a thing may be grasped, by mouse and by finger. */
const reach = {
  mouse: { line: 3, body: labelHeight / 2 - 1, button: labelHeight / 2 + 2, side: 2 },
  touch: { line: 12, body: 14, button: 16, side: 4 },
} as const

/** Returns what is under a spot: buttons before labels before lines, the topmost first. */
export function lineAt(
  boxes: readonly LineBox[],
  pixel: { readonly x: number; readonly y: number },
  isTouch = false,
): HoveredLine | undefined {
  const far = isTouch ? reach.touch : reach.mouse
  const upper = boxes.toReversed()
  for (const box of upper) {
    if (box.shown.state === 'pending') continue
    if (Math.abs(pixel.y - box.middle) > far.button) continue
    const cell = box.cells.find(
      ({ kind, leftPx, widthPx }) =>
        isButton(kind) &&
        pixel.x >= leftPx - (isTouch ? far.side : 0) &&
        pixel.x <= leftPx + widthPx + far.side,
    )
    if (cell !== undefined && isButton(cell.kind)) return { id: box.shown.line.id, part: cell.kind }
  }
  const body = upper.find(
    ({ middle, leftPx, widthPx }) =>
      Math.abs(pixel.y - middle) <= far.body && pixel.x >= leftPx && pixel.x <= leftPx + widthPx,
  )
  if (body !== undefined) return { id: body.shown.line.id, part: 'body' }
  let nearest: { id: string; distance: number } | undefined
  for (const { shown, y, fromPx } of upper) {
    const distance = Math.abs(pixel.y - y)
    if (distance > far.line || pixel.x < fromPx) continue
    if (nearest === undefined || distance < nearest.distance) {
      nearest = { id: shown.line.id, distance }
    }
  }
  return nearest === undefined ? undefined : { id: nearest.id, part: 'line' }
}

export const isButton = (kind: LineCell['kind']): kind is LineButton =>
  kind === 'modify' || kind === 'cancel' || kind === 'close' || kind === 'reverse'
