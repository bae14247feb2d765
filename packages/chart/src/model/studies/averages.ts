// Averages and spreads over a window of rows. Sums are not updated by subtracting the oldest
// value: the rounding error of one large value would stay in all that follow.

import type { Column, StudyColumns } from './columns.ts'

const blank = Number.NaN

/**
 * The sum of the last `length` rows; NaN before row `length`. Rows are divided into blocks as long
 * as the window, so that a window is the end of one block and the beginning of the next: two sums
 * that are known already, whatever the length.
 */
export function sumOf(columns: StudyColumns, source: Column, length: number): Column {
  return windowed(columns, source, { length, divisor: 1 })
}

function windowed(columns: StudyColumns, source: Column, { length, divisor }: Window): Column {
  const begun = new Float64Array(length)
  const ends = new Float64Array(length)
  return columns.loop((own, from, to) => {
    const { values } = source
    let place = from % length
    for (let row = from; row < to; row += 1) {
      if (place === 0) sumEnds(values, row - length, ends)
      const sum = (place === 0 ? 0 : (begun[place - 1] ?? blank)) + (values[row] ?? blank)
      begun[place] = sum
      place = place === length - 1 ? 0 : place + 1
      // The sum of a whole block is already complete.
      const whole = place === 0 ? sum : (ends[place] ?? blank) + sum
      own[row] = row < length - 1 ? blank : whole / divisor
    }
  })
}

type Window = { readonly length: number; readonly divisor: number }

/** The sums from each row of the block that begins at `from` to the block's end. */
function sumEnds(values: Float64Array, from: number, ends: Float64Array): void {
  let sum = 0
  for (let place = ends.length - 1; from >= 0 && place >= 0; place -= 1) {
    sum += values[from + place] ?? blank
    ends[place] = sum
  }
}

/** The simple moving average. */
export function sma(columns: StudyColumns, source: Column, length: number): Column {
  return windowed(columns, source, { length, divisor: length })
}

/**
 * A moving average with weight `weight` for each row and the rest for the previous average; it
 * starts with the simple average of the first `length` rows.
 */
function smoothed(columns: StudyColumns, source: Column, { length, weight }: Smoothing): Column {
  return columns.loop((own, from, to) => {
    const { values } = source
    let before = from === 0 ? blank : (own[from - 1] ?? blank)
    for (let row = from; row < to; row += 1) {
      if (Number.isNaN(before)) {
        let sum = row < length - 1 ? blank : 0
        for (let at = Math.max(0, row - length + 1); at <= row; at += 1) sum += values[at] ?? blank
        before = sum / length
      } else before += weight * ((values[row] ?? blank) - before)
      own[row] = before
    }
  })
}

type Smoothing = { readonly length: number; readonly weight: number }

/** The exponential moving average: weight 2 ÷ (length + 1). */
export const ema = (columns: StudyColumns, source: Column, length: number): Column =>
  smoothed(columns, source, { length, weight: 2 / (length + 1) })

/** Wilder's smoothed moving average: weight 1 ÷ length. */
export const rma = (columns: StudyColumns, source: Column, length: number): Column =>
  smoothed(columns, source, { length, weight: 1 / length })

/** The weighted moving average: weight `length` for the latest row down to 1 for the oldest. */
export function wma(columns: StudyColumns, source: Column, length: number): Column {
  const whole = (length * (length + 1)) / 2
  return columns.column((row) => {
    if (row < length - 1) return blank
    let sum = 0
    for (let back = 0; back < length; back += 1) sum += source.at(row - back) * (length - back)
    return sum / whole
  })
}

/** The Hull moving average: WMA over √length of twice the WMA over half the length less the WMA. */
export function hma(columns: StudyColumns, source: Column, length: number): Column {
  const half = wma(columns, source, Math.max(1, Math.floor(length / 2)))
  const whole = wma(columns, source, length)
  const raw = columns.column((row) => 2 * half.at(row) - whole.at(row))
  return wma(columns, raw, Math.max(1, Math.floor(Math.sqrt(length))))
}

/** The volume-weighted moving average; NaN if nothing was traded. */
export function vwma(columns: StudyColumns, source: Column, length: number): Column {
  const { volume } = columns.bars
  const worth = columns.column((row) => source.at(row) * volume.at(row))
  return ratioOf(columns, sumOf(columns, worth, length), sumOf(columns, volume, length))
}

/** The population standard deviation of the last rows. */
export function deviation(columns: StudyColumns, source: Column, length: number): Column {
  return columns.loop((own, from, to) => {
    const { values } = source
    for (let row = from; row < to; row += 1) {
      const first = row - length + 1
      let sum = first < 0 ? blank : 0
      for (let at = Math.max(0, first); at <= row; at += 1) sum += values[at] ?? blank
      const mean = sum / length
      let squares = 0
      for (let at = Math.max(0, first); at <= row; at += 1) {
        const far = (values[at] ?? blank) - mean
        squares += far * far
      }
      own[row] = Math.sqrt(squares / length)
    }
  })
}

/** The highest of the last rows. */
export function highest(columns: StudyColumns, source: Column, length: number): Column {
  return columns.column((row) => {
    if (row < length - 1) return blank
    let best = Number.NEGATIVE_INFINITY
    for (let at = row - length + 1; at <= row; at += 1) best = Math.max(best, source.at(at))
    return best
  })
}

/** The lowest of the last rows. */
export function lowest(columns: StudyColumns, source: Column, length: number): Column {
  return columns.column((row) => {
    if (row < length - 1) return blank
    let best = Number.POSITIVE_INFINITY
    for (let at = row - length + 1; at <= row; at += 1) best = Math.min(best, source.at(at))
    return best
  })
}

/** One column divided by another; NaN if the divisor is zero. */
export function ratioOf(columns: StudyColumns, above: Column, below: Column): Column {
  return columns.column((row) => (below.at(row) === 0 ? blank : above.at(row) / below.at(row)))
}

/** The true range of a bar: its range including the gap from the last close. */
export function trueRange(columns: StudyColumns): Column {
  const { high, low, close } = columns.bars
  return columns.column((row) => {
    const own = high.at(row) - low.at(row)
    if (row === 0) return own
    const before = close.at(row - 1)
    return Math.max(own, Math.abs(high.at(row) - before), Math.abs(low.at(row) - before))
  })
}
