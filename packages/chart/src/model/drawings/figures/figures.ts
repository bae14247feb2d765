// Which shapes a drawing is made of. Pure: the same drawing in the same space has the same shapes.

import { type Drawing, type DrawTool, isPositionTool } from '../drawing.ts'
import { type Box, clippedLine } from '../geometry.ts'
import type { DrawLook, DrawSpace, LineShape, Shape } from '../shapes.ts'
import { fibExtension, fibRetracement } from './fibonacci.ts'
import { type FigurePlan, type SettledStyle, settledStyle, spotsOf } from './figure-plan.ts'
import { measureShapes } from './measure.ts'
import { positionShapes } from './position.ts'
import type { Spot } from '../../../primitives/pointer.ts'

/** Lines that go on beyond the pane are cut a little outside of it, so that caps are not seen. */
const outsidePx = 16

/** Returns what to paint for a drawing, bottom to top; nothing of it where it is out of sight. */
export function shapesOf(drawing: Drawing, space: DrawSpace, look: DrawLook): Shape[] {
  const spots = spotsOf(drawing, space)
  if (!spots.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))) return []
  if (isFarOff(drawing, spots, space)) return []
  const style = settledStyle(drawing, look)
  const plan = { drawing, spots, style, space, look }
  if (isPositionTool(drawing.tool)) return positionShapes(plan)
  return figures[drawing.tool](plan)
}

const endless: readonly DrawTool[] = ['ray', 'extendedLine', 'horizontalLine', 'horizontalRay']
/** Words beside a drawing reach no further than this. */
const labelRoomPx = 400
const textRoomPx = 4000

/** Most drawings of a long history are out of sight and should cost next to nothing. */
function isFarOff({ tool }: Drawing, spots: readonly Spot[], { widthPx }: DrawSpace): boolean {
  if (endless.includes(tool)) return false
  const room = tool === 'text' ? textRoomPx : labelRoomPx
  return spots.every(({ x }) => x < -room) || spots.every(({ x }) => x > widthPx + room)
}

type Figure = (plan: FigurePlan) => Shape[]

const figures: Readonly<Record<Exclude<DrawTool, 'longPosition' | 'shortPosition'>, Figure>> = {
  trendLine: (plan) => straight(plan, { before: false, after: false }),
  ray: (plan) => straight(plan, { before: false, after: true }),
  extendedLine: (plan) => straight(plan, { before: true, after: true }),
  arrow: (plan) => [...straight(plan, { before: false, after: false }), ...arrowHead(plan)],
  horizontalLine: (plan) => level(plan, -outsidePx),
  horizontalRay: (plan) => level(plan, plan.spots[0]?.x ?? 0),
  verticalLine,
  parallelChannel,
  fibRetracement,
  fibExtension,
  rectangle,
  brush: ({ spots, style }) => [{ ...stroke(style, spots), isSmooth: true }],
  text,
  measure: measureShapes,
}

const stroke = ({ color, widthPx, dash }: SettledStyle, spots: readonly Spot[]): LineShape => ({
  kind: 'line',
  spots,
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
  { spots, style, space }: FigurePlan,
  goesOn: { readonly before: boolean; readonly after: boolean },
): Shape[] {
  const [a, b] = spots
  if (a === undefined) return []
  const ends = b === undefined ? undefined : clippedLine([a, b], paneBox(space), goesOn)
  return ends === undefined ? [] : [stroke(style, ends)]
}

function arrowHead({ spots, style }: FigurePlan): Shape[] {
  const [a, b] = spots
  if (a === undefined || b === undefined) return []
  const length = 8 + style.widthPx * 2
  const angle = Math.atan2(b.y - a.y, b.x - a.x)
  const barb = (turn: number): Spot => ({
    x: b.x - length * Math.cos(angle + turn),
    y: b.y - length * Math.sin(angle + turn),
  })
  return [{ ...stroke(style, [barb(0.5), b, barb(-0.5)]), dash: 'solid' }]
}

function level({ spots, style, space }: FigurePlan, fromX: number): Shape[] {
  const [a] = spots
  if (a === undefined || fromX > space.widthPx) return []
  const to = { x: space.widthPx + outsidePx, y: a.y }
  return [stroke(style, [{ x: fromX, y: a.y }, to])]
}

function verticalLine({ spots, style, space }: FigurePlan): Shape[] {
  const [a] = spots
  if (a === undefined) return []
  const ends = [
    { x: a.x, y: -outsidePx },
    { x: a.x, y: space.heightPx + outsidePx },
  ]
  return [stroke(style, ends)]
}

/** The third point lies on the second line, which has the height of that point at its time. */
function parallelChannel({ spots, style }: FigurePlan): Shape[] {
  const [a, b, c] = spots
  if (a === undefined || b === undefined) return []
  if (c === undefined) return [stroke(style, [a, b])]
  const slope = b.x === a.x ? 0 : (b.y - a.y) / (b.x - a.x)
  const shift = c.y - (a.y + slope * (c.x - a.x))
  const lowered = ({ x, y }: Spot, part = 1): Spot => ({ x, y: y + shift * part })
  const { fillColor, fillAlpha } = style
  const corners = [a, b, lowered(b), lowered(a)]
  return [
    { kind: 'fill', spots: corners, color: fillColor, alpha: fillAlpha },
    { ...stroke(style, [lowered(a, 0.5), lowered(b, 0.5)]), widthPx: 1, dash: 'dashed' },
    stroke(style, [a, b]),
    stroke(style, [lowered(a), lowered(b)]),
  ]
}

function rectangle({ spots, style }: FigurePlan): Shape[] {
  const [a, b] = spots
  if (a === undefined || b === undefined) return []
  const corners = [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }]
  return [
    { kind: 'fill', spots: corners, color: style.fillColor, alpha: style.fillAlpha },
    stroke(style, [...corners, a]),
  ]
}

function text({ drawing, spots, style, look }: FigurePlan): Shape[] {
  const [at] = spots
  if (at === undefined) return []
  const isEmpty = drawing.text.trim() === ''
  const words = isEmpty ? look.texts.textHint : drawing.text
  return [
    {
      kind: 'label',
      at,
      lines: words.split('\n'),
      color: isEmpty ? look.colors.muted : style.color,
      sizePx: style.textSizePx,
      isBold: style.isBold,
      align: 'left',
      valign: 'top',
    },
  ]
}
