// What every figure starts from: a drawing, where its points stand, and its style with nothing left
// open.

import type { Drawing, DrawPoint, DrawStyle } from '../drawing.ts'
import type { DrawLook, DrawSpace } from '../shapes.ts'
import type { Spot } from '../../../primitives/pointer.ts'

export type SettledStyle = Required<Omit<DrawStyle, 'isBold'>> & { readonly isBold: boolean }

/** Returns a style with everything in it: the drawing's own, else the theme's. */
export function settledStyle({ style, tool }: Drawing, { colors }: DrawLook): SettledStyle {
  const color = style.color ?? (tool === 'text' ? colors.text : colors.line)
  return {
    color,
    widthPx: style.widthPx ?? 2,
    dash: style.dash ?? 'solid',
    fillColor: style.fillColor ?? color,
    fillAlpha: style.fillAlpha ?? 0.14,
    textSizePx: style.textSizePx ?? 14,
    isBold: style.isBold ?? false,
  }
}

export type FigurePlan = {
  readonly drawing: Drawing
  readonly spots: readonly Spot[]
  readonly style: SettledStyle
  readonly space: DrawSpace
  readonly look: DrawLook
}

/** Returns where the points of a drawing stand on the screen. */
export function spotsOf(drawing: Drawing, space: DrawSpace): Spot[] {
  const isExact = drawing.tool === 'brush'
  const spot = (point: DrawPoint) => ({ x: space.xOf(point, isExact), y: space.yOf(point.price) })
  return drawing.points.map(spot)
}
