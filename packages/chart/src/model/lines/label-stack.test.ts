// Stacked labels do not overlap, are near their prices and inside the pane.

import { describe, expect, it } from 'vitest'
import { stackedLabels } from './label-stack.ts'

const at = (...ys: number[]) => ys.map((y) => ({ y, height: 20 }))

describe('labels', () => {
  it('stay where they are when they fit', () => {
    expect(stackedLabels(at(50, 100, 20), 0, 200)).toEqual([50, 100, 20])
  })

  it('at one price are spread evenly around it, in the given order', () => {
    expect(stackedLabels(at(100, 100), 0, 200)).toEqual([90, 110])
  })

  it('push a neighbour they run into', () => {
    expect(stackedLabels(at(100, 100, 125), 0, 300)).toEqual([
      expect.closeTo(88.33, 1),
      expect.closeTo(108.33, 1),
      expect.closeTo(128.33, 1),
    ])
  })

  it('stay inside the pane', () => {
    expect(stackedLabels(at(0, 3), 0, 200)).toEqual([10, 30])
    expect(stackedLabels(at(199, 200), 0, 200)).toEqual([170, 190])
  })

  it('keep distance, order and pane for any prices', () => {
    let state = 7
    const chance = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 200; round += 1) {
      const labels = Array.from({ length: 1 + chance(20) }, () => ({ y: chance(500), height: 20 }))
      const middles = stackedLabels(labels, 0, 500)
      const sorted = middles.toSorted((a, b) => a - b)
      for (let next = 1; next < sorted.length; next += 1) {
        expect((sorted[next] ?? 0) - (sorted[next - 1] ?? 0)).toBeGreaterThan(19.999)
      }
      expect(sorted[0]).toBeGreaterThanOrEqual(9.999)
      expect(sorted.at(-1)).toBeLessThanOrEqual(490.001)
    }
  })

  it('overlap evenly when they do not all fit', () => {
    const middles = stackedLabels(at(...Array.from({ length: 10 }, () => 50)), 0, 100)
    expect(middles[0]).toBeGreaterThanOrEqual(0)
    expect(middles.at(-1)).toBeLessThanOrEqual(100)
  })

  it('can be an empty list', () => {
    expect(stackedLabels([], 0, 100)).toEqual([])
  })
})
