// The shapes of drawings, and hit tests on them.

import { describe, expect, it } from 'vitest'
import type { Drawing, DrawTool } from '../drawing.ts'
import { shapesOf } from './figures.ts'
import { extendedPrice, retracedPrice } from './fibonacci.ts'
import { hitAt } from '../hit-test.ts'
import { magnetPrice } from '../magnet.ts'
import { spanText } from './measure.ts'
import { samplePane } from '../../../../testing/sample-pane.ts'

const { space, appearance } = samplePane()

function drawn(tool: DrawTool, points: readonly [number, number][]): Drawing {
  return {
    id: tool,
    tool,
    symbol: 'A',
    points: points.map(([bar, price]) => ({ time: bar * 60, price })),
    style: {},
    text: 'Words',
    isLocked: false,
    isHidden: false,
    zOrder: 1,
    isSaved: true,
    isSelectable: true,
  }
}
const hit = (drawing: Drawing, x: number, y: number, selectedId?: string) =>
  hitAt({ x, y }, { drawings: [drawing], selectedId, space, appearance, reach: 5 })

describe('figures', () => {
  it('a ray is hit beyond its second point, a line without ends on both sides, a trend line on none', () => {
    const points: [number, number][] = [
      [10, 400],
      [20, 400],
    ]
    const one: [number, number][] = [[10, 400]]
    const shapes = [drawn('ray', points), drawn('trendLine', points), drawn('extendedLine', points)]
    const [ray, trend, extended] = shapes.map((each) => [hit(each, 800, 101), hit(each, 20, 101)])
    expect(ray).toEqual([{ drawing: shapes[0] }, undefined])
    expect(trend).toEqual([undefined, undefined])
    expect(extended).toEqual([{ drawing: shapes[2] }, { drawing: shapes[2] }])
    const across = drawn('horizontalLine', one)
    expect(hit(across, 20, 101)).toEqual({ drawing: across })
    expect(hit(drawn('horizontalRay', one), 20, 101)).toBeUndefined()
    const upright = drawn('verticalLine', one)
    expect(hit(upright, 106, 400)).toEqual({ drawing: upright })
    // Six pixels beside a line are out of reach, which is five.
    expect([hit(across, 20, 107), hit(upright, 112, 400)]).toEqual([undefined, undefined])
  })

  it('a rectangle is hit inside, and a handle takes precedence', () => {
    const box = drawn('rectangle', [
      [10, 400],
      [30, 300],
    ])
    expect(hit(box, 200, 150)).toEqual({ drawing: box })
    expect(hit(box, 305, 100, 'rectangle')).toEqual({ drawing: box, handle: 2 })
    expect(hit({ ...box, isHidden: true }, 200, 150)).toBeUndefined()
    expect(hit({ ...box, isSelectable: false }, 200, 150)).toBeUndefined()
  })

  it('a drawing with an invalid point is not painted', () => {
    expect(shapesOf(drawn('trendLine', [[1, Number.NaN]]), space, appearance)).toEqual([])
  })

  it('Fibonacci levels lie between their prices', () => {
    expect(retracedPrice(100, 200, 0)).toBe(200)
    expect(retracedPrice(100, 200, 0.618)).toBeCloseTo(138.2, 9)
    expect(retracedPrice(100, 200, 1)).toBe(100)
    expect(extendedPrice([100, 200], 150, 1.618)).toBeCloseTo(311.8, 9)
    const shapes = shapesOf(
      drawn('fibRetracement', [
        [10, 100],
        [30, 200],
      ]),
      space,
      appearance,
    )
    const labels = shapes.flatMap((shape) => (shape.kind === 'label' ? shape.lines : []))
    expect(labels).toContain('0.5 (150)')
  })

  it('a measurement shows its distance in price, percent, bars and time', () => {
    const shapes = shapesOf(
      drawn('measure', [
        [10, 100],
        [40, 150],
      ]),
      space,
      appearance,
    )
    const label = shapes.find(({ kind }) => kind === 'label')
    expect(label).toMatchObject({ lines: ['50 (50%)', '30 bars, 30m'] })
    expect(spanText(90_060_000)).toBe('1d 1h')
    expect(spanText(0)).toBe('0m')
  })
})

describe('the magnet', () => {
  const bar = { open: 200, high: 260, low: 180, close: 240 }
  const yOf = (price: number) => 500 - price

  it('snaps to the nearest of the four prices, the weak one only within reach', () => {
    expect(magnetPrice(bar, 250, 'strong', yOf)).toBe(260)
    expect(magnetPrice(bar, 10, 'strong', yOf)).toBe(260)
    expect(magnetPrice(bar, 10, 'weak', yOf)).toBeUndefined()
    expect(magnetPrice(bar, 315, 'weak', yOf)).toBe(180)
    expect(magnetPrice(bar, 250, 'off', yOf)).toBeUndefined()
    expect(magnetPrice(undefined, 250, 'strong', yOf)).toBeUndefined()
  })
})
