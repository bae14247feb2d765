// Plane geometry for drawings, in CSS pixels from the top left of the price pane.

import type { Pixel } from '../../primitives/pointer.ts'

export type Box = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export const distance = (a: Pixel, b: Pixel): number => Math.hypot(a.x - b.x, a.y - b.y)

/** The distance of a pixel from the segment between two others. */
export function distanceToSegment(pixel: Pixel, a: Pixel, b: Pixel): number {
  const dx = b.x - a.x
  const dy = b.y - a.y
  const lengthSquared = dx * dx + dy * dy
  if (lengthSquared === 0) return distance(pixel, a)
  const along = ((pixel.x - a.x) * dx + (pixel.y - a.y) * dy) / lengthSquared
  const part = Math.max(0, Math.min(1, along))
  return distance(pixel, { x: a.x + part * dx, y: a.y + part * dy })
}

/** Returns whether a pixel is inside a polygon, by counting the sides to its right. */
export function isInside(pixel: Pixel, corners: readonly Pixel[]): boolean {
  let inside = false
  corners.forEach((a, at) => {
    const b = corners[(at + 1) % corners.length] ?? a
    const isAcross = a.y > pixel.y !== b.y > pixel.y
    if (isAcross && pixel.x < ((b.x - a.x) * (pixel.y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  })
  return inside
}

/**
 * Returns the part inside the box of the line through two points, extended beyond the first, the
 * second, or both; undefined when none of it is inside or when both points are the same.
 */
export function clippedLine(
  [a, b]: readonly [Pixel, Pixel],
  box: Box,
  goesOn: { readonly before: boolean; readonly after: boolean },
): readonly [Pixel, Pixel] | undefined {
  const dx = b.x - a.x
  const dy = b.y - a.y
  if (dx === 0 && dy === 0) return undefined
  let from = goesOn.before ? Number.NEGATIVE_INFINITY : 0
  let to = goesOn.after ? Number.POSITIVE_INFINITY : 1
  const sides = [
    [-dx, a.x - box.left],
    [dx, box.right - a.x],
    [-dy, a.y - box.top],
    [dy, box.bottom - a.y],
  ] as const
  for (const [slope, room] of sides) {
    if (slope === 0) {
      if (room < 0) return undefined
    } else if (slope < 0) from = Math.max(from, room / slope)
    else to = Math.min(to, room / slope)
  }
  if (from > to) return undefined
  const at = (part: number): Pixel => ({ x: a.x + part * dx, y: a.y + part * dy })
  return [at(from), at(to)]
}

/** Returns `to` moved so that the direction from `from` is a multiple of 45°. */
export function straightened(from: Pixel, to: Pixel): Pixel {
  const dx = to.x - from.x
  const dy = to.y - from.y
  const eighth = Math.round(Math.atan2(dy, dx) / (Math.PI / 4))
  if (eighth % 4 === 0) return { x: to.x, y: from.y }
  if (eighth % 2 === 0) return { x: from.x, y: to.y }
  const side = Math.min(Math.abs(dx), Math.abs(dy))
  return { x: from.x + Math.sign(dx) * side, y: from.y + Math.sign(dy) * side }
}

/** Returns the indices that remain of a stroke simplified with `tolerance` (Douglas-Peucker). */
export function simplified(pixels: readonly Pixel[], tolerance: number): number[] {
  const kept = new Set<number>([0, pixels.length - 1])
  const spans: [number, number][] = [[0, pixels.length - 1]]
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [from, to] = span
    const a = pixels[from]
    const b = pixels[to]
    if (a === undefined || b === undefined) continue
    let farthest = -1
    let most = tolerance
    for (let at = from + 1; at < to; at += 1) {
      const pixel = pixels[at]
      const off = pixel === undefined ? 0 : distanceToSegment(pixel, a, b)
      if (off > most) [most, farthest] = [off, at]
    }
    if (farthest === -1) continue
    kept.add(farthest)
    spans.push([from, farthest], [farthest, to])
  }
  return [...kept].filter((at) => at >= 0).toSorted((one, other) => one - other)
}
