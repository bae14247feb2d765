// The conversion between a drawing's points and bar positions. Points keep their time through
// new bars, older bars and other intervals.

import { resolutionMs } from '../../primitives/resolutions.ts'
import type { DrawPoint } from './drawing.ts'

/** The bars as a drawing needs them: their number, start times (ms), and length. */
export type BarTimes = {
  readonly count: number
  readonly interval: string
  timeMs(index: number): number
}

/** The time of a point in milliseconds. */
export function pointTimeMs(point: DrawPoint, interval: string): number {
  const offset = point.offset ?? 0
  return point.time * 1000 + offset * resolutionMs(point.interval ?? interval)
}

/**
 * Returns the bar index of a point; negative before the first loaded bar, beyond the count in the
 * future. An exact index is a fraction between bars, as for a brush stroke; any other point is at
 * the bar that contains its time.
 */
export function barPlace(point: DrawPoint, bars: BarTimes, isExact = false): number {
  const { count, interval } = bars
  const barMs = resolutionMs(interval)
  const moment = pointTimeMs(point, interval)
  if (count === 0) return 0
  const firstMs = bars.timeMs(0)
  const lastMs = bars.timeMs(count - 1)
  if (moment < firstMs) return whole((moment - firstMs) / barMs, isExact)
  if (moment >= lastMs) return count - 1 + whole((moment - lastMs) / barMs, isExact)
  const at = barBefore(moment, bars)
  if (!isExact) return at
  const startMs = bars.timeMs(at)
  return at + (moment - startMs) / (bars.timeMs(at + 1) - startMs)
}

/** A tiny fraction of a bar is a rounding error. */
const whole = (bars: number, isExact: boolean) => (isExact ? bars : Math.floor(bars + 1e-6))

/** The last bar that began at or before a time within the bars. */
function barBefore(moment: number, bars: BarTimes): number {
  let low = 0
  let high = bars.count - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (bars.timeMs(middle) <= moment) low = middle
    else high = middle - 1
  }
  return low
}

/** Returns the point at a bar index, which may be a fraction, negative, or beyond the count. */
export function pointAt(index: number, price: number, bars: BarTimes): DrawPoint {
  const { count, interval } = bars
  if (count === 0) return { time: 0, price }
  const barSeconds = resolutionMs(interval) / 1000
  const last = count - 1
  if (index <= 0) return { time: bars.timeMs(0) / 1000 + index * barSeconds, price }
  if (index > last) {
    return { time: bars.timeMs(last) / 1000, price, offset: rounded(index - last), interval }
  }
  const before = Math.floor(index)
  const startMs = bars.timeMs(before)
  const part = index - before
  if (part === 0) return { time: startMs / 1000, price }
  return { time: (startMs + part * (bars.timeMs(before + 1) - startMs)) / 1000, price }
}

const rounded = (value: number) => Math.round(value * 1000) / 1000
