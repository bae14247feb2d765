// The handles of a selected drawing, and the drawing that results from moving one or all of it.

import { type Drawing, type DrawPoint, isPositionTool } from './drawing.ts'
import { pixelsOf } from './figures/figure-input.ts'
import { type BarTimes, barPlace, pointAt } from './coordinates.ts'
import { onItsSides } from './risk-reward.ts'
import type { DrawSpace } from './shapes.ts'
import type { Pixel } from '../../primitives/pointer.ts'

/** Returns the handles of a drawing; their index is the handle number of `withHandleAt`. */
export function handlesOf(drawing: Drawing, space: DrawSpace): Pixel[] {
  const pixels = pixelsOf(drawing, space)
  const [a, b, c] = pixels
  if (a === undefined) return []
  if (drawing.tool === 'brush') return b === undefined ? [a] : [a, pixels.at(-1) ?? b]
  if (drawing.tool === 'horizontalLine') return [{ x: space.widthPx / 2, y: a.y }]
  if (drawing.tool === 'verticalLine') return [{ x: a.x, y: space.heightPx / 2 }]
  if (drawing.tool === 'rectangle' && b !== undefined) {
    return [a, b, { x: b.x, y: a.y }, { x: a.x, y: b.y }]
  }
  if (isPositionTool(drawing.tool) && b !== undefined && c !== undefined) {
    return [a, { x: a.x, y: b.y }, { x: a.x, y: c.y }, { x: b.x, y: a.y }]
  }
  return pixels
}

/** Handles of a brush stroke are only shown; dragging one moves the whole stroke. */
export const movesWhole = ({ tool }: Drawing): boolean => tool === 'brush'

/** Returns the drawing with one handle at another point. */
export function withHandleAt(drawing: Drawing, handle: number, to: DrawPoint): Drawing {
  const { points, tool } = drawing
  const [a, b, c] = points
  if (tool === 'rectangle' && handle >= 2 && a !== undefined && b !== undefined) {
    const timeOf = ({ price: _price, ...time }: DrawPoint) => time
    return handle === 2
      ? {
          ...drawing,
          points: [
            { ...a, price: to.price },
            { ...timeOf(to), price: b.price },
          ],
        }
      : {
          ...drawing,
          points: [
            { ...timeOf(to), price: a.price },
            { ...b, price: to.price },
          ],
        }
  }
  if (isPositionTool(tool) && a !== undefined && b !== undefined && c !== undefined) {
    const moved = [
      [to, b, c],
      [a, { ...b, price: to.price }, c],
      [a, b, { ...c, price: to.price }],
      [a, { ...to, price: b.price }, { ...to, price: c.price }],
    ][handle]
    return moved === undefined ? drawing : { ...drawing, points: onItsSides(moved, tool) }
  }
  return { ...drawing, points: points.map((point, at) => (at === handle ? to : point)) }
}

/** The conversion between prices and y positions in the price pane. */
export type PriceHeights = { yOf(price: number): number; priceOf(y: number): number }

/**
 * Returns the drawing moved by whole bars and by vertical pixels: on a logarithmic scale a vertical
 * move keeps its shape, not its price differences.
 */
export function movedBy(
  drawing: Drawing,
  by: { readonly bars: number; readonly px: number },
  on: { readonly bars: BarTimes; readonly prices: PriceHeights },
): Drawing {
  const isExact = drawing.tool === 'brush'
  const points = drawing.points.map((point) => {
    const price = by.px === 0 ? point.price : on.prices.priceOf(on.prices.yOf(point.price) + by.px)
    if (by.bars === 0) return { ...point, price }
    return pointAt(barPlace(point, on.bars, isExact) + by.bars, price, on.bars)
  })
  return { ...drawing, points }
}
