// Lines that trail the price and switch sides when it turns: Parabolic SAR and SuperTrend.

import { rma, trueRange } from './averages.ts'
import type { Column, StudyColumns } from './columns.ts'

export type Acceleration = {
  readonly start: number
  readonly increment: number
  readonly maximum: number
}

/** Wilder's parabolic stop and reverse. It starts at the second bar, which sets the direction. */
export function parabolic(columns: StudyColumns, acceleration: Acceleration): Column {
  const { high, low, close } = columns.bars
  const [stop, extreme, speed, way] = columns.columns(4, (row, own) => {
    const [stops, extremes, speeds, ways] = own
    if (!stops || !extremes || !speeds || !ways) return
    const putRow = (values: readonly [number, number, number, number]) => {
      own.forEach((column, at) => column.put(row, values[at] ?? Number.NaN))
    }
    if (row === 0) return putRow([Number.NaN, Number.NaN, acceleration.start, 0])
    const before = ways.at(row - 1)
    if (before === 0) {
      const isRising = close.at(row) >= close.at(row - 1)
      return putRow([
        isRising ? low.at(row - 1) : high.at(row - 1),
        isRising ? high.at(row) : low.at(row),
        acceleration.start,
        isRising ? 1 : -1,
      ])
    }
    const isUp = before > 0
    const far = extremes.at(row - 1)
    const rate = speeds.at(row - 1)
    const moved = stops.at(row - 1) + rate * (far - stops.at(row - 1))
    // The stop never enters the range of the previous two bars.
    const back = Math.max(0, row - 2)
    const next = isUp
      ? Math.min(moved, low.at(row - 1), low.at(back))
      : Math.max(moved, high.at(row - 1), high.at(back))
    const isTurned = isUp ? low.at(row) < next : high.at(row) > next
    // A bar that is hit may have gone further before: the new stop never lies within it.
    const reach = isUp ? Math.max(far, high.at(row)) : Math.min(far, low.at(row))
    if (isTurned)
      return putRow([reach, isUp ? low.at(row) : high.at(row), acceleration.start, -before])
    const faster =
      reach === far ? rate : Math.min(acceleration.maximum, rate + acceleration.increment)
    putRow([next, reach, faster, before])
  })
  return stop && extreme && speed && way ? stop : columns.column(() => Number.NaN)
}

/** The line below a rising price and the one above a falling price, one of them at a time. */
export function superTrend(columns: StudyColumns, length: number, mult: number): readonly Column[] {
  const { high, low, close } = columns.bars
  const range = rma(columns, trueRange(columns), length)
  const middle = (row: number) => (high.at(row) + low.at(row)) / 2
  const lowerBand = columns.column((row, own) => {
    const raw = middle(row) - mult * range.at(row)
    const before = own.at(row - 1)
    return before > raw && close.at(row - 1) >= before ? before : raw
  })
  const upperBand = columns.column((row, own) => {
    const raw = middle(row) + mult * range.at(row)
    const before = own.at(row - 1)
    return before < raw && close.at(row - 1) <= before ? before : raw
  })
  // 1 while the price is above the lower band, -1 while it is below the upper band.
  const way = columns.column((row, own) => {
    if (Number.isNaN(range.at(row))) return Number.NaN
    const before = own.at(row - 1)
    if (Number.isNaN(before)) return -1
    if (before < 0) return close.at(row) > upperBand.at(row) ? 1 : -1
    return close.at(row) < lowerBand.at(row) ? -1 : 1
  })
  return [
    columns.column((row) => (way.at(row) > 0 ? lowerBand.at(row) : Number.NaN)),
    columns.column((row) => (way.at(row) < 0 ? upperBand.at(row) : Number.NaN)),
  ]
}
