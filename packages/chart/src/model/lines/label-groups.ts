// Groups of trading lines close together: their labels fold into one, so that the candles stay
// visible however many orders wait.

import type { LineKind } from '../../options/trading-lines.ts'
import type { ShownLine } from './line-state.ts'

export const labelHeight = 20
/** A label and the least room between it and the next. */
export const labelStepPx = labelHeight + 2

/** A line and where it stands in the pane, in pixels from its top. */
export type PlacedLine = { readonly shown: ShownLine; readonly y: number }

/** Lines under one label: a single one, or several that lie together, the highest first. */
export type LabelGroup = { readonly id: string; readonly lines: readonly PlacedLine[] }

/** What is held stands by itself always; what waits may be folded. */
const foldable: readonly LineKind[] = ['order', 'takeProfit', 'stopLoss', 'alert']

/** The part of the pane's height that labels may take. */
const mostPart = 0.6
/** Lines within two labels' height are folded first; the reach grows until there is room. */
const firstSpanPx = 2 * labelStepPx
const spanGrowth = 1.5
/** Up to this reach purchases and sales have labels of their own. */
const sidesApartPx = 8 * labelStepPx
/** Two labels that touch are pushed apart; more of them are folded. */
const firstCount = 3

/** Returns the labels that the lines are shown by, in no particular order. */
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

/** Tells whether an id is that of a group's label. */
export const isGroupId = (id: string): boolean => id.startsWith(groupPrefix)

/** Tells whether a group is the one of that id: its first line then is still among its lines. */
export const isGroup = ({ lines }: LabelGroup, id: string): boolean =>
  lines.length > 1 && lines.some(({ shown }) => `${groupPrefix}${shown.line.id}` === id)

/** Sorted lines in runs of at most so many pixels; of one side while there is room for that. */
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
