// A drawing in progress: which points stand, and which one follows the pointer. The first point
// stands where the pointer goes down; each further one where it is let go.

import { type Drawing, isPositionTool, toolPlans } from './drawing.ts'
import { distance, straightened } from './geometry.ts'
import type { MagnetMode } from './magnet.ts'
import { type DrawPane, pointFrom, positionPoints, straightens, strokePoints } from './pane.ts'
import type { Spot } from '../../primitives/pointer.ts'

/** A press that moved less is a click. */
export const clickPx = 4

export type Draft = {
  readonly drawing: Drawing
  /** How many points stand; the one after them follows the pointer. */
  readonly placed: number
  /** Where the pointer has been, for a stroke. */
  readonly spots: readonly Spot[]
}

export type DraftStep = {
  readonly pane: DrawPane
  readonly magnet: MagnetMode
  /** The second point is held to level, plumb or 45°. */
  readonly isStraight: boolean
}

/** Begins a drawing where the pointer went down. */
export function begunDraft(empty: Drawing, spot: Spot, step: DraftStep): Draft {
  const { clicks } = toolPlans[empty.tool]
  const draft = { drawing: empty, placed: 0, spots: [spot] }
  if (clicks < 2) return draftAt({ ...draft, spots: [] }, spot, step)
  const point = pointFrom(step.pane, spot, step.magnet)
  return { ...draft, drawing: { ...empty, points: [point, point] }, placed: 1 }
}

/** The free point follows the pointer; a stroke grows. */
export function draftAt(draft: Draft, spot: Spot, step: DraftStep): Draft {
  const { drawing, placed, spots } = draft
  const { tool } = drawing
  if (toolPlans[tool].clicks === 0) return grownStroke(draft, spot, step)
  const anchor = drawing.points[placed - 1]
  const { space } = step.pane
  const isStraight = step.isStraight && straightens(tool) && placed === 1
  const from =
    isStraight && anchor !== undefined
      ? { x: space.xOf(anchor), y: space.yOf(anchor.price) }
      : undefined
  const to = from === undefined ? spot : straightened(from, spot)
  const point = pointFrom(step.pane, to, isStraight ? 'off' : step.magnet)
  const points = isPositionTool(tool)
    ? positionPoints(step.pane, point, tool)
    : [...drawing.points.slice(0, placed), point]
  return { spots, placed, drawing: { ...drawing, points } }
}

function grownStroke(draft: Draft, spot: Spot, { pane }: DraftStep): Draft {
  const last = draft.spots.at(-1)
  if (last !== undefined && distance(last, spot) < 2) return draft
  const spots = [...draft.spots, spot]
  return { ...draft, spots, drawing: { ...draft.drawing, points: strokePoints(pane, spots) } }
}

/** The free point stands; undefined when the drawing is whole by it. */
export function nextDraft(draft: Draft): Draft | undefined {
  const { drawing, placed } = draft
  const standing = placed + 1
  const last = drawing.points.at(-1)
  if (standing >= toolPlans[drawing.tool].clicks || last === undefined) return undefined
  return { ...draft, placed: standing, drawing: { ...drawing, points: [...drawing.points, last] } }
}
