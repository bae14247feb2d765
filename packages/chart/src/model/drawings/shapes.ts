// Lines, fills and labels in CSS pixels. The painted shapes are the ones that are hit-tested.

import type { DrawDash, DrawPoint } from './drawing.ts'
import type { Box } from './geometry.ts'
import type { Pixel } from '../../primitives/pointer.ts'

export type LineShape = {
  readonly kind: 'line'
  readonly pixels: readonly Pixel[]
  readonly color: string
  readonly widthPx: number
  readonly dash: DrawDash
  /** Drawn as one smooth curve through the points. */
  readonly isSmooth?: boolean
  /** Excluded from hit tests. */
  readonly isIdle?: boolean
}

export type FillShape = {
  readonly kind: 'fill'
  readonly pixels: readonly Pixel[]
  readonly color: string
  readonly alpha: number
  readonly isIdle?: boolean
}

export type LabelShape = {
  readonly kind: 'label'
  readonly at: Pixel
  readonly lines: readonly string[]
  readonly color: string
  readonly sizePx: number
  readonly isBold: boolean
  readonly align: 'left' | 'center' | 'right'
  readonly valign: 'top' | 'middle' | 'bottom'
  /** The background colour of the label. */
  readonly fill?: string
  readonly isIdle?: boolean
}

export type Shape = LineShape | FillShape | LabelShape

/** The price pane as used by drawings; the canvas makes one for each paint and each hit test. */
export type DrawSpace = {
  readonly widthPx: number
  readonly heightPx: number
  /** The width of one bar on the screen. */
  readonly stepPx: number
  readonly barMs: number
  xOf(point: DrawPoint, isExact?: boolean): number
  yOf(price: number): number
  /** The width of one line of text; cached, because measuring costs more than painting. */
  textWidth(text: string, sizePx: number, isBold: boolean): number
}

/** The theme's colours, for drawings without their own. */
type DrawColors = {
  readonly line: string
  readonly text: string
  readonly muted: string
  readonly background: string
  readonly up: string
  readonly down: string
  readonly onSide: string
  readonly tag: string
  readonly onTag: string
}

/** Localised texts and numbers. */
type DrawTexts = {
  readonly target: string
  readonly stop: string
  readonly quantity: string
  readonly riskReward: string
  /** Placeholder: {count}. */
  readonly barCount: string
  readonly textHint: string
  price(value: number): string
  difference(value: number): string
  percent(ratio: number): string
  amount(value: number): string
}

export type DrawingAppearance = { readonly colors: DrawColors; readonly texts: DrawTexts }

export const lineHeight = (sizePx: number): number => Math.round(sizePx * 1.35)

const padX = 6
const padY = 4

/** The box of a label, with padding if it has a background. */
export function labelBox(shape: LabelShape, space: DrawSpace): Box {
  const { at, lines, sizePx, isBold, align, valign, fill } = shape
  const widths = lines.map((line) => space.textWidth(line, sizePx, isBold))
  const width = Math.max(0, ...widths) + (fill === undefined ? 0 : padX * 2)
  const height = lines.length * lineHeight(sizePx) + (fill === undefined ? 0 : padY * 2)
  const left = at.x - { left: 0, center: width / 2, right: width }[align]
  const top = at.y - { top: 0, middle: height / 2, bottom: height }[valign]
  return { left, top, right: left + width, bottom: top + height }
}
