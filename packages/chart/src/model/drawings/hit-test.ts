// Hit testing: a handle of the selected drawing, else the topmost drawing.

import type { Drawing } from './drawing.ts'
import { shapesOf } from './figures/figures.ts'
import { distance, distanceToSegment, isInside } from './geometry.ts'
import { handlesOf } from './handles.ts'
import { type DrawingAppearance, type DrawSpace, labelBox, type Shape } from './shapes.ts'
import type { Pixel } from '../../primitives/pointer.ts'

/** How near counts as hit, in CSS pixels: a finger is broader than a mouse. */
export const reachPx = { mouse: 5, touch: 14 } as const

export type Hit = { readonly drawing: Drawing; readonly handle?: number }

type HitQuestion = {
  /** Bottom to top. */
  readonly drawings: readonly Drawing[]
  readonly selectedId: string | undefined
  readonly space: DrawSpace
  readonly appearance: DrawingAppearance
  readonly reach: number
}

export function hitAt(pixel: Pixel, question: HitQuestion): Hit | undefined {
  const { drawings, selectedId, space, appearance, reach } = question
  const selected = drawings.find(({ id }) => id === selectedId)
  if (selected !== undefined && !selected.isHidden) {
    const handles = handlesOf(selected, space)
    const handle = handles.findIndex((one) => distance(one, pixel) <= reach + 3)
    if (handle !== -1) return { drawing: selected, handle }
  }
  const drawing = drawings.findLast(
    (one) =>
      !one.isHidden &&
      one.isSelectable &&
      shapesOf(one, space, appearance).some((shape) => isHit(shape, pixel, { space, reach })),
  )
  return drawing === undefined ? undefined : { drawing }
}

function isHit(shape: Shape, pixel: Pixel, at: { space: DrawSpace; reach: number }): boolean {
  if (shape.isIdle === true) return false
  if (shape.kind === 'fill') return shape.alpha > 0 && isInside(pixel, shape.pixels)
  if (shape.kind === 'label') {
    const box = labelBox(shape, at.space)
    return (
      pixel.x >= box.left - at.reach &&
      pixel.x <= box.right + at.reach &&
      pixel.y >= box.top - at.reach &&
      pixel.y <= box.bottom + at.reach
    )
  }
  const reach = at.reach + shape.widthPx / 2
  return shape.pixels.some((a, index) => {
    const b = shape.pixels[index + 1]
    return b !== undefined && distanceToSegment(pixel, a, b) <= reach
  })
}
