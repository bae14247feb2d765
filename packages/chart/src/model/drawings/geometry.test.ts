// Distances, clipping and strokes of drawings.

import { describe, expect, it } from 'vitest'
import { clippedLine, distanceToSegment, isInside, simplified, straightened } from './geometry.ts'

const box = { left: 0, top: 0, right: 100, bottom: 100 }

describe('geometry', () => {
  it('measures the distance to the nearest part of a segment', () => {
    const a = { x: 0, y: 0 }
    const b = { x: 10, y: 0 }
    expect(distanceToSegment({ x: 5, y: 3 }, a, b)).toBe(3)
    expect(distanceToSegment({ x: 13, y: 4 }, a, b)).toBe(5)
    expect(distanceToSegment({ x: 3, y: 4 }, a, a)).toBe(5)
  })

  it('clips rays and lines at the edges of the box', () => {
    const line = [
      { x: 10, y: 50 },
      { x: 20, y: 50 },
    ] as const
    expect(clippedLine(line, box, { before: false, after: true })).toEqual([
      { x: 10, y: 50 },
      { x: 100, y: 50 },
    ])
    expect(clippedLine(line, box, { before: true, after: true })?.[0]).toEqual({ x: 0, y: 50 })
    const outside = [
      { x: 10, y: 150 },
      { x: 20, y: 150 },
    ] as const
    expect(clippedLine(outside, box, { before: true, after: true })).toBeUndefined()
    const dot = [line[0], line[0]] as const
    expect(clippedLine(dot, box, { before: true, after: true })).toBeUndefined()
  })

  it('tells points inside a polygon from points outside', () => {
    const corners = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 10 },
      { x: 0, y: 10 },
    ]
    expect(isInside({ x: 5, y: 5 }, corners)).toBe(true)
    expect(isInside({ x: 15, y: 5 }, corners)).toBe(false)
  })

  it('straightens to horizontal, vertical and 45 degrees', () => {
    const from = { x: 0, y: 0 }
    expect(straightened(from, { x: 30, y: 4 })).toEqual({ x: 30, y: 0 })
    expect(straightened(from, { x: 3, y: -40 })).toEqual({ x: 0, y: -40 })
    expect(straightened(from, { x: 20, y: 24 })).toEqual({ x: 20, y: 20 })
  })

  it('simplifies a stroke to the points that define its shape', () => {
    const pixels = Array.from({ length: 101 }, (_, x) => ({ x, y: x < 50 ? 0 : (x - 50) * 2 }))
    expect(simplified(pixels, 0.5)).toEqual([0, 50, 100])
    expect(simplified([{ x: 1, y: 1 }], 1)).toEqual([0])
  })
})
