// Aggregation of bars into longer ones, and flat bars for periods without trades.

import type { Bar } from '../options/datafeed.ts'
import { barEndMs, barStartMs } from '../primitives/resolutions.ts'

/** Returns one bar made of these bars in order of time; undefined for none. */
export function mergedBar(bars: readonly Bar[], startMs: number): Bar | undefined {
  const [first] = bars
  const last = bars.at(-1)
  if (first === undefined || last === undefined) return undefined
  let { high, low } = first
  let volume = 0
  let hasVolume = false
  for (const bar of bars) {
    high = Math.max(high, bar.high)
    low = Math.min(low, bar.low)
    if (bar.volume === undefined) continue
    hasVolume = true
    volume += bar.volume
  }
  const whole = { time: startMs, open: first.open, high, low, close: last.close }
  return hasVolume ? { ...whole, volume } : whole
}

/** Returns the bars of a resolution, built from shorter ones in order of time. */
export function aggregateBars(bars: readonly Bar[], resolution: string): Bar[] {
  const aggregated: Bar[] = []
  let from = 0
  for (let at = 0; at < bars.length; at += 1) {
    const startMs = barStartMs(resolution, bars[at]?.time ?? 0)
    const next = bars[at + 1]
    if (next !== undefined && barStartMs(resolution, next.time) === startMs) continue
    const whole = mergedBar(bars.slice(from, at + 1), startMs)
    if (whole !== undefined) aggregated.push(whole)
    from = at + 1
  }
  return aggregated
}

/** A gap longer than this many bars is not filled. */
const maxEmpty = 5_000

/** Returns the flat bars between a bar and a later time, excluding both. */
export function emptyBars(after: Bar, untilMs: number, resolution: string): Bar[] {
  const made: Bar[] = []
  const { close } = after
  let time = barEndMs(resolution, after.time)
  while (time < untilMs && made.length < maxEmpty) {
    made.push({ time, open: close, high: close, low: close, close, volume: 0 })
    time = barEndMs(resolution, time)
  }
  return time < untilMs ? [] : made
}

/** Returns bars in order of time with flat ones in the gaps. */
export function fillGaps(bars: readonly Bar[], resolution: string): Bar[] {
  return bars.flatMap((bar, at) => {
    const next = bars[at + 1]
    return next === undefined ? [bar] : [bar, ...emptyBars(bar, next.time, resolution)]
  })
}
