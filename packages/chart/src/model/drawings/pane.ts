// The price pane as used by the drawing session: converts pixels to points and points to pixels.

import { simplified } from './geometry.ts'
import { type MagnetMode, magnetPrice } from './magnet.ts'
import type { Drawing, DrawPoint, DrawTool } from './drawing.ts'
import { type BarTimes, pointAt } from './coordinates.ts'
import { onItsSides } from './risk-reward.ts'
import type { DrawingAppearance, DrawSpace } from './shapes.ts'
import type { Pixel } from '../../primitives/pointer.ts'

export type Ohlc = {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

export type DrawPane = {
  readonly space: DrawSpace
  readonly appearance: DrawingAppearance
  readonly bars: BarTimes
  barAt(index: number): Ohlc | undefined
  /** The index of the bar at an x position, with a fraction. */
  indexOf(x: number): number
  priceOf(y: number): number
  /** A price rounded to the symbol's decimals. */
  roundedPrice(price: number): number
}

/** Returns the point at a pixel: on a whole bar, snapped by the magnet. */
export function pointFrom(pane: DrawPane, pixel: Pixel, magnet: MagnetMode): DrawPoint {
  const index = Math.round(pane.indexOf(pixel.x))
  const pulled = magnetPrice(pane.barAt(index), pixel.y, magnet, pane.space.yOf)
  const price = pulled ?? pane.roundedPrice(pane.priceOf(pixel.y))
  return pointAt(index, price, pane.bars)
}

/** Returns a point of a stroke: between bars, never snapped. */
function exactPoint(pane: DrawPane, pixel: Pixel): DrawPoint {
  const price = pane.roundedPrice(pane.priceOf(pixel.y))
  return pointAt(pane.indexOf(pixel.x), price, pane.bars)
}

/** Returns a stroke with only the points that its shape needs. */
export function strokePoints(pane: DrawPane, pixels: readonly Pixel[]): DrawPoint[] {
  return simplified(pixels, 0.7).flatMap((at) => {
    const pixel = pixels[at]
    return pixel === undefined ? [] : [exactPoint(pane, pixel)]
  })
}

/**
 * Returns the points of a position drawing that begins at a pixel: target and stop far enough away
 * to be visible and dragged, the target one and a half times as far.
 */
export function positionPoints(
  pane: DrawPane,
  entry: DrawPoint,
  tool: 'longPosition' | 'shortPosition',
): readonly DrawPoint[] {
  const { space } = pane
  const entryY = space.yOf(entry.price)
  // On an inverted axis the higher price is below.
  const up = pane.priceOf(entryY - 1) < entry.price ? 1 : -1
  const away = (tool === 'longPosition' ? up : -up) * Math.max(30, space.heightPx * 0.1)
  const barCount = Math.max(6, Math.round((space.widthPx * 0.16) / space.stepPx))
  const index = pane.indexOf(space.xOf(entry)) + barCount
  const level = (y: number) =>
    pointAt(Math.round(index), pane.roundedPrice(pane.priceOf(y)), pane.bars)
  return onItsSides([entry, level(entryY + away * 1.5), level(entryY - away)], tool)
}

/** Returns the drawing with prices rounded to the symbol's decimals. */
export function withRoundedPrices(pane: DrawPane, drawing: Drawing): Drawing {
  const points = drawing.points.map((point) => ({
    ...point,
    price: pane.roundedPrice(point.price),
  }))
  return { ...drawing, points }
}

/** Tools whose second point may be constrained to horizontal, vertical or 45°. */
export const snapsToAngles = (tool: DrawTool): boolean =>
  ['trendLine', 'ray', 'extendedLine', 'arrow', 'parallelChannel', 'rectangle'].includes(tool)
