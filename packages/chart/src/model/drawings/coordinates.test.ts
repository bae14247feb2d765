// Points keep their time: through new bars, older bars and other intervals.

import { describe, expect, it } from 'vitest'
import { type BarTimes, barPlace, pointAt } from './coordinates.ts'

const barsOf = (interval: string, starts: readonly number[]): BarTimes => ({
  count: starts.length,
  interval,
  timeMs: (index) => starts[index] ?? 0,
})
const minutes = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => (from + at) * 60_000)

describe('the bar index of a point', () => {
  it('survives conversion to a point and back, inside, before and beyond the bars', () => {
    const bars = barsOf('1', minutes(100, 1000))
    for (const index of [-7, 0, 42, 99, 100, 130]) {
      expect(barPlace(pointAt(index, 1, bars), bars)).toBe(index)
    }
    expect(barPlace(pointAt(41.25, 1, bars), bars, true)).toBeCloseTo(41.25, 9)
    expect(barPlace(pointAt(130.5, 1, bars), bars, true)).toBeCloseTo(130.5, 9)
  })

  it('is kept as time and offset beyond the last bar, and stays when bars are added', () => {
    const bars = barsOf('1', minutes(10))
    const point = pointAt(14, 5, bars)
    expect(point).toEqual({ time: 540, price: 5, offset: 5, interval: '1' })
    expect(barPlace(point, barsOf('1', minutes(30)))).toBe(14)
  })

  it('moves along when older bars are prepended', () => {
    const bars = barsOf('1', minutes(10, 500))
    const point = pointAt(4, 5, bars)
    expect(barPlace(point, barsOf('1', minutes(110, 400)))).toBe(104)
    const before = pointAt(-3, 5, bars)
    expect(barPlace(before, barsOf('1', minutes(110, 400)))).toBe(97)
  })

  it('is that of the bar that contains it in another interval', () => {
    const point = pointAt(7, 5, barsOf('1', minutes(10)))
    const fives = barsOf('5', [0, 300_000])
    expect(barPlace(point, fives)).toBe(1)
    const future = pointAt(19, 5, barsOf('1', minutes(10)))
    expect(barPlace(future, fives)).toBe(3)
  })

  it('is interpolated in gaps between bars', () => {
    const bars = barsOf('1', [0, 60_000, 600_000])
    expect(barPlace({ time: 300, price: 1 }, bars)).toBe(1)
    expect(barPlace({ time: 330, price: 1 }, bars, true)).toBeCloseTo(1.5, 9)
    expect(barPlace({ time: 5, price: 1 }, barsOf('1', []))).toBe(0)
  })
})
