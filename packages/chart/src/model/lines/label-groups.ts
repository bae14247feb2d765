// Groups of trading lines close together: their labels fold into one, so that the candles stay
// visible however many orders are open.

import type { LineKind } from '../../options/trading-lines.ts'
import type { ShownLine } from './line-state.ts'

export const labelHeight = 20
/** The minimum distance between the centres of two labels. */
export const labelStepPx = labelHeight + 2

/** A line and its y position in the pane, in pixels from the top. */
export type PlacedLine = { readonly shown: ShownLine; readonly y: number }

/** The lines of one label: a single one, or several close together, the highest first. */
export type LabelGroup = { readonly id: string; readonly lines: readonly PlacedLine[] }

/** The kinds that may be folded; lines of an open position never are. */
const foldable: readonly LineKind[] = ['order', 'takeProfit', 'stopLoss', 'alert']

/** The share of the pane's height that labels may take. */
const mostPart = 0.6
/** Lines within two labels' height are folded first; the span grows until all labels fit. */
const firstSpanPx = 2 * labelStepPx
const spanGrowth = 1.5
/** Up to this span buys and sells have separate labels. */
const sidesApartPx = 8 * labelStepPx
/** Two labels that touch are moved apart; three or more are folded. */
const firstCount = 3

/** Returns the groups of lines with a label each, in no particular order. */
export function labelGroups(placed: readonly PlacedLine[], heightPx: number): LabelGroup[] {
  const isFree = ({ shown: { line, state } }: PlacedLine): boolean =>
    state !== 'idle' || !foldable.includes(line.kind)
  const free = placed.filter(isFree).map((line) => groupOf([line]))
  const rest = placed.filter((line) => !isFree(line)).toSorted((a, b) => a.y - b.y)
  const most = Math.max(1, Math.floor((heightPx * mostPart) / labelStepPx) - free.length)
  let least = firstCount
  for (let spanPx = firstSpanPx; ; spanPx *= spanGrowth) {
    const groups = within(rest, spanPx).flatMap((lines) =>
      lines.length < least ? lines.map((line) => groupOf([line])) : [groupOf(lines)],
    )
    if (groups.length <= most || spanPx >= heightPx) return [...free, ...groups]
    least = 2
  }
}

const groupPrefix = 'group:'

const groupOf = (lines: readonly PlacedLine[]): LabelGroup => ({
  id: `${groupPrefix}${lines[0]?.shown.line.id}`,
  lines,
})

/** Returns whether an id is that of a group's label. */
export const isGroupId = (id: string): boolean => id.startsWith(groupPrefix)

/** Returns whether a group contains the line after which the id is named. */
export const isGroup = ({ lines }: LabelGroup, id: string): boolean =>
  lines.length > 1 && lines.some(({ shown }) => `${groupPrefix}${shown.line.id}` === id)

/** Splits sorted lines into runs of at most this span; small spans keep the sides apart. */
function within(sorted: readonly PlacedLine[], spanPx: number): PlacedLine[][] {
  const runs: PlacedLine[][] = []
  for (const line of sorted) {
    const run = runs.at(-1)
    const first = run?.[0]
    const last = run?.at(-1)
    const isNear =
      first !== undefined &&
      last !== undefined &&
      line.y - first.y <= spanPx &&
      (spanPx > sidesApartPx || line.shown.line.side === first.shown.line.side) &&
      line.y - last.y < Math.max(labelStepPx, spanPx / 2)
    if (run !== undefined && isNear) run.push(line)
    else runs.push([line])
  }
  return runs
}
