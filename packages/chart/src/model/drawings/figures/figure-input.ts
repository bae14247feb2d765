// The input of every figure: a drawing, the pixels of its points, and its resolved style.

import type { Drawing, DrawPoint, DrawStyle } from '../drawing.ts'
import type { DrawingAppearance, DrawSpace } from '../shapes.ts'
import type { Pixel } from '../../../primitives/pointer.ts'

export type ResolvedStyle = Required<Omit<DrawStyle, 'isBold'>> & { readonly isBold: boolean }

/** Returns a complete style: the drawing's own values, else the theme's. */
export function resolveStyle(
  { style, tool }: Drawing,
  { colors }: DrawingAppearance,
): ResolvedStyle {
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

export type FigureInput = {
  readonly drawing: Drawing
  readonly pixels: readonly Pixel[]
  readonly style: ResolvedStyle
  readonly space: DrawSpace
  readonly appearance: DrawingAppearance
}

/** Returns the pixels of a drawing's points. */
export function pixelsOf(drawing: Drawing, space: DrawSpace): Pixel[] {
  const isExact = drawing.tool === 'brush'
  const pixel = (point: DrawPoint) => ({ x: space.xOf(point, isExact), y: space.yOf(point.price) })
  return drawing.points.map(pixel)
}
