// The layout of trading-line labels and the hit test on them; painter and dragging share it.

import {
  isGroup,
  labelGroups,
  labelHeight,
  labelStepPx,
  type LabelGroup,
  type PlacedLine,
} from './label-groups.ts'
import { stackedLabels } from './label-stack.ts'
import type { ChartLine, LineButton, LineKind } from '../../options/trading-lines.ts'
import { lineKinds } from '../../options/trading-lines.ts'
import type { HoveredLine } from './line-store.ts'
import type { ShownLine } from './line-state.ts'

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
  /** The y position of the line itself. */
  readonly y: number
  /** The centre of its label, moved if labels would overlap. */
  readonly middle: number
  readonly leftPx: number
  readonly widthPx: number
  readonly heightPx: number
  /** The left end of the line. */
  readonly fromPx: number
  readonly cells: readonly LineCell[]
  /** For a group's label: the folded lines. */
  readonly folded?: readonly PlacedLine[]
  /** The unfolded group to which it belongs. */
  readonly group?: string
}

export type LabelArea = {
  readonly widthPx: number
  readonly heightPx: number
  yOf(price: number): number
  /** The width of a text in the labels' font. */
  measure(text: string): number
  priceText(price: number): string
}

const layers: Readonly<Record<LineKind, number>> = Object.fromEntries(
  lineKinds.map((kind) => [kind, Math.min(lineKinds.indexOf(kind), lineKinds.indexOf('order'))]),
) as Record<LineKind, number>

/**
 * Returns the boxes of all visible lines, bottom to top: the hovered or dragged one comes last.
 * Lines close together share a label, which unfolds to the left while the pointer is on it.
 */
export function lineLayout(
  lines: readonly ShownLine[],
  area: LabelArea,
  hovered?: HoveredLine,
): LineBox[] {
  const rank = ({ shown: { line, state }, group }: LineBox): number => {
    if (state === 'dragging') return 100
    if (line.id === hovered?.id && group === undefined) return 99
    return group === undefined ? layers[line.kind] : 98
  }
  const visible = lines
    .map((shown) => ({ shown, y: area.yOf(shown.price) }))
    .filter(({ y }) => Number.isFinite(y) && y >= 0 && y <= area.heightPx)
  const kept = reservedSpace(outsideLines(lines, area), area.heightPx)
  const groups = labelGroups(visible, area.heightPx - kept.above - kept.below)
  const boxes = stackedBoxes(groups, area, kept)
  return [...boxes, ...unfolded(groups, boxes, { area, hovered })].toSorted(
    (a, b) => rank(a) - rank(b),
  )
}

/** One column of labels, each as close to its lines as the others allow. */
function stackedBoxes(
  groups: readonly LabelGroup[],
  area: LabelArea,
  kept: ReservedSpace,
): LineBox[] {
  const ys = groups.map(({ lines }) => mean(lines.map(({ y }) => y)))
  const middles = stackedLabels(
    ys.map((y) => ({ y, height: labelStepPx })),
    2 + kept.above,
    area.heightPx - 2 - kept.below,
  )
  return groups.map((group, at) => {
    const y = ys[at] ?? 0
    const place = { y, middle: middles[at] ?? y, asidePx: 0, area }
    const [first] = group.lines
    if (first !== undefined && group.lines.length === 1) return boxOf(first.shown, place)
    return { ...boxOf(groupLine(group), place), folded: group.lines }
  })
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** The label that replaces a group's lines: their names and their number. */
function groupLine({ id, lines }: LabelGroup): ShownLine {
  const names = [...new Set(lines.map(({ shown }) => shown.line.text))]
  const text = names.length > 2 ? `${names[0]}, …` : names.join(', ')
  const price = mean(lines.map(({ shown }) => shown.price))
  const line: ChartLine = { id, kind: 'order', price, text, quantity: `×${lines.length}` }
  return { line, price, state: 'idle', ghostPrice: undefined }
}

type Unfolding = { readonly area: LabelArea; readonly hovered: HoveredLine | undefined }

/** The folded labels of a hovered group, or that of the hovered line. */
function unfolded(
  groups: readonly LabelGroup[],
  boxes: readonly LineBox[],
  { area, hovered }: Unfolding,
): LineBox[] {
  if (hovered === undefined) return []
  const openId = hovered.group ?? hovered.id
  const open = groups.find((group) => isGroup(group, openId))
  const badge = boxes.find(({ shown }) => shown.line.id === open?.id)
  if (open === undefined || badge === undefined) return hoveredAlone(groups, area, hovered)
  const asidePx = area.widthPx - badge.leftPx
  // Folded lines have no tag on the axis, so their labels contain the price.
  const named = open.lines.map(({ shown, y }) => {
    const text = `${shown.line.text} ${area.priceText(shown.price)}`
    return { shown: { ...shown, line: { ...shown.line, text } }, y }
  })
  const own = columnsOf(named, area, asidePx).map((box) => ({ ...box, group: open.id }))
  return [frameOf(own, badge), ...own]
}

/** If a folded line itself is hovered, its own label is shown; its group stays folded. */
function hoveredAlone(
  groups: readonly LabelGroup[],
  area: LabelArea,
  { id }: HoveredLine,
): LineBox[] {
  const folded = groups.filter(({ lines }) => lines.length > 1).flatMap(({ lines }) => lines)
  const found = folded.find(({ shown }) => shown.line.id === id)
  if (found === undefined) return []
  const middle = Math.min(area.heightPx - labelHeight / 2, Math.max(labelHeight / 2, found.y))
  return [boxOf(found.shown, { y: found.y, middle, asidePx: 0, area })]
}

const framePx = 4

/** The background of unfolded labels; the pointer is on the group between them too. */
function frameOf(own: readonly LineBox[], badge: LineBox): LineBox {
  const top = Math.min(...own.map(({ middle }) => middle)) - labelHeight / 2 - framePx
  const bottom = Math.max(...own.map(({ middle }) => middle)) + labelHeight / 2 + framePx
  const leftPx = Math.min(...own.map((box) => box.leftPx)) - framePx
  return {
    ...badge,
    leftPx,
    widthPx: badge.leftPx - leftPx,
    middle: (top + bottom) / 2,
    heightPx: bottom - top,
    cells: [],
    folded: [],
    group: badge.shown.line.id,
  }
}

/** The prices of lines above and below the visible range, the nearest first. */
export type OutsideLines = { readonly above: readonly number[]; readonly below: readonly number[] }

export const noneOutside: OutsideLines = { above: [], below: [] }

/** Returns the lines above and below the visible range. */
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

/** In lower panes the counters of lines out of view are not shown. */
export const minMarkedPx = 160
const markPx = 32

type ReservedSpace = { readonly above: number; readonly below: number }

/** The space that the counters of lines out of view take from the labels. */
function reservedSpace({ above, below }: OutsideLines, heightPx: number): ReservedSpace {
  const px = heightPx < minMarkedPx ? 0 : markPx
  return { above: above.length > 0 ? px : 0, below: below.length > 0 ? px : 0 }
}

/** More columns do not fit side by side. */
const maxColumns = 6
/** Unfolded labels stay below the legend, at the pane's upper edge. */
const legendPx = 36

/**
 * Labels of one group, in as many columns as are needed to avoid overlaps, distributed by price.
 */
function columnsOf(lines: readonly PlacedLine[], area: LabelArea, fromPx: number): LineBox[] {
  const top = Math.min(legendPx, area.heightPx / 4)
  const bottom = area.heightPx - 2 - framePx
  const fitting = Math.max(1, Math.floor((bottom - top) / labelStepPx))
  const count = Math.min(maxColumns, Math.max(1, Math.ceil(lines.length / fitting)))
  let asidePx = fromPx
  return Array.from({ length: count }, (_, column) => {
    const own = lines.filter((__, at) => at % count === column)
    const middles = stackedLabels(
      own.map(({ y }) => ({ y, height: labelStepPx })),
      top,
      bottom,
    )
    const boxes = own.map(({ shown, y }, at) =>
      boxOf(shown, { y, middle: middles[at] ?? y, asidePx, area }),
    )
    asidePx += Math.max(0, ...boxes.map(({ widthPx }) => widthPx)) + edgeGap
    return boxes
  }).flat()
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
  // A pending line keeps the space of its buttons for the ring, so that the label's size stays.
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
    heightPx: labelHeight,
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

/** The distance from its centre at which an object is hit, by mouse and by touch. */
const reach = {
  mouse: { line: 3, body: labelHeight / 2 - 1, button: labelHeight / 2 + 2, side: 2 },
  touch: { line: 12, body: 14, button: 16, side: 4 },
} as const

/** Returns the line under a pixel: buttons before labels before lines, the topmost first. */
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
    if (cell !== undefined && isButton(cell.kind)) return hoveredIn(box, cell.kind)
  }
  const body = upper.find(({ middle, leftPx, widthPx, heightPx }) => {
    const half = heightPx > labelHeight ? heightPx / 2 : far.body
    return Math.abs(pixel.y - middle) <= half && pixel.x >= leftPx && pixel.x <= leftPx + widthPx
  })
  if (body !== undefined) return hoveredIn(body, 'body')
  let nearest: { id: string; distance: number } | undefined
  for (const { shown, y, fromPx } of upper.flatMap(linesOf)) {
    const distance = Math.abs(pixel.y - y)
    if (distance > far.line || pixel.x < fromPx) continue
    if (nearest === undefined || distance < nearest.distance) {
      nearest = { id: shown.line.id, distance }
    }
  }
  return nearest === undefined ? undefined : { id: nearest.id, part: 'line' }
}

const hoveredIn = ({ shown, group }: LineBox, part: HoveredLine['part']): HoveredLine => ({
  id: shown.line.id,
  part,
  ...(group === undefined ? {} : { group }),
})

/** The lines of a label: its own, or the folded ones. */
export const linesOf = ({ shown, y, fromPx, folded }: LineBox) =>
  (folded ?? [{ shown, y }]).map((line) => ({ ...line, fromPx }))

export const isButton = (kind: LineCell['kind']): kind is LineButton =>
  kind === 'modify' || kind === 'cancel' || kind === 'close' || kind === 'reverse'
