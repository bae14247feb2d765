// The shapes of a drawing. Pure: the same drawing in the same space has the same shapes.

import { type Drawing, type DrawTool, isPositionTool } from '../drawing.ts'
import { type Box, clippedLine } from '../geometry.ts'
import type { DrawingAppearance, DrawSpace, LineShape, Shape } from '../shapes.ts'
import { fibExtension, fibRetracement } from './fibonacci.ts'
import { type FigureInput, type ResolvedStyle, resolveStyle, pixelsOf } from './figure-input.ts'
import { measureShapes } from './measure.ts'
import { positionShapes } from './position.ts'
import type { Pixel } from '../../../primitives/pointer.ts'

/** Lines that continue beyond the pane are clipped this far outside it, to hide their caps. */
const outsidePx = 16

/** Returns the shapes of a drawing, bottom to top; none if it is out of view. */
export function shapesOf(
  drawing: Drawing,
  space: DrawSpace,
  appearance: DrawingAppearance,
): Shape[] {
  const pixels = pixelsOf(drawing, space)
  if (!pixels.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))) return []
  if (isFarOff(drawing, pixels, space)) return []
  const style = resolveStyle(drawing, appearance)
  const input = { drawing, pixels, style, space, appearance }
  if (isPositionTool(drawing.tool)) return positionShapes(input)
  return figures[drawing.tool](input)
}

const endless: readonly DrawTool[] = ['ray', 'extendedLine', 'horizontalLine', 'horizontalRay']
/** Labels of a drawing extend no further than this. */
const labelSpacePx = 400
const textSpacePx = 4000

/** Most drawings of a long history are out of view and are skipped early. */
function isFarOff({ tool }: Drawing, pixels: readonly Pixel[], { widthPx }: DrawSpace): boolean {
  if (endless.includes(tool)) return false
  const margin = tool === 'text' ? textSpacePx : labelSpacePx
  return pixels.every(({ x }) => x < -margin) || pixels.every(({ x }) => x > widthPx + margin)
}

type Figure = (input: FigureInput) => Shape[]

const figures: Readonly<Record<Exclude<DrawTool, 'longPosition' | 'shortPosition'>, Figure>> = {
  trendLine: (input) => straight(input, { before: false, after: false }),
  ray: (input) => straight(input, { before: false, after: true }),
  extendedLine: (input) => straight(input, { before: true, after: true }),
  arrow: (input) => [...straight(input, { before: false, after: false }), ...arrowHead(input)],
  horizontalLine: (input) => level(input, -outsidePx),
  horizontalRay: (input) => level(input, input.pixels[0]?.x ?? 0),
  verticalLine,
  parallelChannel,
  fibRetracement,
  fibExtension,
  rectangle,
  brush: ({ pixels, style }) => [{ ...stroke(style, pixels), isSmooth: true }],
  text,
  measure: measureShapes,
}

const stroke = ({ color, widthPx, dash }: ResolvedStyle, pixels: readonly Pixel[]): LineShape => ({
  kind: 'line',
  pixels,
  color,
  widthPx,
  dash,
})

const paneBox = ({ widthPx, heightPx }: DrawSpace): Box => ({
  left: -outsidePx,
  top: -outsidePx,
  right: widthPx + outsidePx,
  bottom: heightPx + outsidePx,
})

function straight(
  { pixels, style, space }: FigureInput,
  goesOn: { readonly before: boolean; readonly after: boolean },
): Shape[] {
  const [a, b] = pixels
  if (a === undefined) return []
  const ends = b === undefined ? undefined : clippedLine([a, b], paneBox(space), goesOn)
  return ends === undefined ? [] : [stroke(style, ends)]
}

function arrowHead({ pixels, style }: FigureInput): Shape[] {
  const [a, b] = pixels
  if (a === undefined || b === undefined) return []
  const length = 8 + style.widthPx * 2
  const angle = Math.atan2(b.y - a.y, b.x - a.x)
  const barb = (turn: number): Pixel => ({
    x: b.x - length * Math.cos(angle + turn),
    y: b.y - length * Math.sin(angle + turn),
  })
  return [{ ...stroke(style, [barb(0.5), b, barb(-0.5)]), dash: 'solid' }]
}

function level({ pixels, style, space }: FigureInput, fromX: number): Shape[] {
  const [a] = pixels
  if (a === undefined || fromX > space.widthPx) return []
  const to = { x: space.widthPx + outsidePx, y: a.y }
  return [stroke(style, [{ x: fromX, y: a.y }, to])]
}

function verticalLine({ pixels, style, space }: FigureInput): Shape[] {
  const [a] = pixels
  if (a === undefined) return []
  const ends = [
    { x: a.x, y: -outsidePx },
    { x: a.x, y: space.heightPx + outsidePx },
  ]
  return [stroke(style, ends)]
}

/** The third point is on the second line, parallel to the first. */
function parallelChannel({ pixels, style }: FigureInput): Shape[] {
  const [a, b, c] = pixels
  if (a === undefined || b === undefined) return []
  if (c === undefined) return [stroke(style, [a, b])]
  const slope = b.x === a.x ? 0 : (b.y - a.y) / (b.x - a.x)
  const shift = c.y - (a.y + slope * (c.x - a.x))
  const lowered = ({ x, y }: Pixel, part = 1): Pixel => ({ x, y: y + shift * part })
  const { fillColor, fillAlpha } = style
  const corners = [a, b, lowered(b), lowered(a)]
  return [
    { kind: 'fill', pixels: corners, color: fillColor, alpha: fillAlpha },
    { ...stroke(style, [lowered(a, 0.5), lowered(b, 0.5)]), widthPx: 1, dash: 'dashed' },
    stroke(style, [a, b]),
    stroke(style, [lowered(a), lowered(b)]),
  ]
}

function rectangle({ pixels, style }: FigureInput): Shape[] {
  const [a, b] = pixels
  if (a === undefined || b === undefined) return []
  const corners = [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }]
  return [
    { kind: 'fill', pixels: corners, color: style.fillColor, alpha: style.fillAlpha },
    stroke(style, [...corners, a]),
  ]
}

function text({ drawing, pixels, style, appearance }: FigureInput): Shape[] {
  const [at] = pixels
  if (at === undefined) return []
  const isEmpty = drawing.text.trim() === ''
  const shownText = isEmpty ? appearance.texts.textHint : drawing.text
  return [
    {
      kind: 'label',
      at,
      lines: shownText.split('\n'),
      color: isEmpty ? appearance.colors.muted : style.color,
      sizePx: style.textSizePx,
      isBold: style.isBold,
      align: 'left',
      valign: 'top',
    },
  ]
}
