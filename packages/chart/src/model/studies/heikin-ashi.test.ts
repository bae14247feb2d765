// Heikin-Ashi computed by hand, and a live tick compared with a full recalculation.

import { expect, it } from 'vitest'
import { BarColumns } from './columns.ts'
import { HeikinAshi } from './heikin-ashi.ts'

const bars = [
  { timestamp: 0, open: 10, high: 14, low: 8, close: 12, volume: 1 },
  { timestamp: 1, open: 12, high: 16, low: 11, close: 15, volume: 2 },
  { timestamp: 2, open: 15, high: 15, low: 9, close: 10, volume: 3 },
]

function heikinAshiOf(list: typeof bars): HeikinAshi {
  const columns = new BarColumns()
  columns.sync(list)
  const heikinAshi = new HeikinAshi(columns)
  heikinAshi.update()
  return heikinAshi
}

it('a Heikin-Ashi bar opens in the middle of the previous one and closes at the mean', () => {
  const heikinAshi = heikinAshiOf(bars)
  expect(heikinAshi.at(0)).toMatchObject({ open: 11, close: 11, high: 14, low: 8 })
  expect(heikinAshi.at(1)).toMatchObject({ open: 11, close: 13.5, high: 16, low: 11 })
  // The open, 12.25, is within the bar; the close is the mean of 15, 15, 9 and 10.
  expect(heikinAshi.at(2)).toMatchObject({ open: 12.25, close: 12.25, high: 15, low: 9 })
})

it('the last Heikin-Ashi bar follows a live bar', () => {
  const columns = new BarColumns()
  const live = bars.slice(0, 2)
  columns.sync(live)
  const heikinAshi = new HeikinAshi(columns)
  heikinAshi.update()
  live.push({ timestamp: 2, open: 15, high: 15, low: 15, close: 15, volume: 1 })
  columns.sync(live)
  heikinAshi.update()
  live[2] = { timestamp: 2, open: 15, high: 15, low: 9, close: 10, volume: 3 }
  columns.sync(live)
  heikinAshi.update()
  expect(heikinAshi.at(2)).toEqual(heikinAshiOf(bars).at(2))
  expect(heikinAshi.extremes(0, 3)).toEqual({ low: 8, high: 16 })
})
