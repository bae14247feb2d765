// A drawing in progress: the points placed so far, and the one that follows the pointer. The
// first point is placed at pointer down, each further one at pointer up.

import { type Drawing, isPositionTool, toolDefinitions } from './drawing.ts'
import { distance, straightened } from './geometry.ts'
import type { MagnetMode } from './magnet.ts'
import { type DrawPane, pointFrom, positionPoints, snapsToAngles, strokePoints } from './pane.ts'
import type { Pixel } from '../../primitives/pointer.ts'

/** A press that moved less is a click. */
export const clickPx = 4

export type Draft = {
  readonly drawing: Drawing
  /** The number of placed points; the one after them follows the pointer. */
  readonly placed: number
  /** The pointer's path, for a stroke. */
  readonly pixels: readonly Pixel[]
}

export type DraftStep = {
  readonly pane: DrawPane
  readonly magnet: MagnetMode
  /** The second point is constrained to horizontal, vertical or 45°. */
  readonly isStraight: boolean
}

/** Starts a drawing at the pixel where the pointer went down. */
export function begunDraft(empty: Drawing, pixel: Pixel, step: DraftStep): Draft {
  const { clicks } = toolDefinitions[empty.tool]
  const draft = { drawing: empty, placed: 0, pixels: [pixel] }
  if (clicks < 2) return draftAt({ ...draft, pixels: [] }, pixel, step)
  const point = pointFrom(step.pane, pixel, step.magnet)
  return { ...draft, drawing: { ...empty, points: [point, point] }, placed: 1 }
}

/** The free point follows the pointer; a stroke gets another point. */
export function draftAt(draft: Draft, pixel: Pixel, step: DraftStep): Draft {
  const { drawing, placed, pixels } = draft
  const { tool } = drawing
  if (toolDefinitions[tool].clicks === 0) return grownStroke(draft, pixel, step)
  const anchor = drawing.points[placed - 1]
  const { space } = step.pane
  const isStraight = step.isStraight && snapsToAngles(tool) && placed === 1
  const from =
    isStraight && anchor !== undefined
      ? { x: space.xOf(anchor), y: space.yOf(anchor.price) }
      : undefined
  const to = from === undefined ? pixel : straightened(from, pixel)
  const point = pointFrom(step.pane, to, isStraight ? 'off' : step.magnet)
  const points = isPositionTool(tool)
    ? positionPoints(step.pane, point, tool)
    : [...drawing.points.slice(0, placed), point]
  return { pixels, placed, drawing: { ...drawing, points } }
}

function grownStroke(draft: Draft, pixel: Pixel, { pane }: DraftStep): Draft {
  const last = draft.pixels.at(-1)
  if (last !== undefined && distance(last, pixel) < 2) return draft
  const pixels = [...draft.pixels, pixel]
  return { ...draft, pixels, drawing: { ...draft.drawing, points: strokePoints(pane, pixels) } }
}

/** Places the free point; undefined when that completes the drawing. */
export function nextDraft(draft: Draft): Draft | undefined {
  const { drawing, placed } = draft
  const placedPoints = placed + 1
  const last = drawing.points.at(-1)
  if (placedPoints >= toolDefinitions[drawing.tool].clicks || last === undefined) return undefined
  return {
    ...draft,
    placed: placedPoints,
    drawing: { ...drawing, points: [...drawing.points, last] },
  }
}
