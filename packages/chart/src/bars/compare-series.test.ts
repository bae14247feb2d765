// Closes of another symbol at the times of the chart's bars.

import { expect, it } from 'vitest'
import { CompareSeries } from './compare-series.ts'

it('the close at a time is that of the last bar at or before it', () => {
  const series = new CompareSeries()
  expect(series.closeAt(10)).toBeNaN()
  series.set([
    { time: 10, close: 1 },
    { time: 20, close: 2 },
    { time: 40, close: 4 },
  ])
  expect([9, 10, 15, 20, 39, 40, 99].map((time) => series.closeAt(time))).toEqual([
    Number.NaN,
    1,
    1,
    2,
    2,
    4,
    4,
  ])
})

it('the own close of a time is that of the bar at it', () => {
  const series = new CompareSeries()
  series.set([
    { time: 10, close: 1 },
    { time: 20, close: 2 },
  ])
  expect([9, 10, 15, 20, 30].map((time) => series.closeAt(time, true))).toEqual([
    Number.NaN,
    1,
    Number.NaN,
    2,
    Number.NaN,
  ])
})

it('older bars are added once, live ones only at the end', () => {
  const series = new CompareSeries()
  series.set([{ time: 10, close: 1 }])
  series.prepend([
    { time: 5, close: 0.5 },
    { time: 10, close: 9 },
  ])
  series.push({ time: 10, close: 1.5 })
  series.push({ time: 20, close: 2 })
  series.push({ time: 7, close: 7 })
  expect([5, 7, 10, 20].map((time) => series.closeAt(time))).toEqual([0.5, 0.5, 1.5, 2])
})
