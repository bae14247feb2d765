// The insurance fund: the eight-hour peaks that decide on auto-deleveraging (rules 5.9).

import type { Amount } from '../numbers/fixed.ts'

/** The window for the peaks of a pool and of a symbol. */
export const peakWindowMs = 8 * 3_600_000

/**
 * The values that may still be the maximum of the window, oldest first, each higher than all later
 * ones. The last one is current, the others were valid until `untilMs`. Starts as an empty list.
 */
export type Peaks = readonly { readonly value: Amount; readonly untilMs: number | undefined }[]

/** Returns the peaks after a figure changed, without lower ones and those before the window. */
export function withFigure(peaks: Peaks, timeMs: number, value: Amount): Peaks {
  const ended = peaks.map((peak) => ({ ...peak, untilMs: peak.untilMs ?? timeMs }))
  const higher = ended.filter((peak) => peak.value > value)
  return [...inWindow(higher, timeMs), { value, untilMs: undefined }]
}

const inWindow = (peaks: Peaks, nowMs: number): Peaks =>
  peaks.filter(({ untilMs }) => untilMs === undefined || untilMs > nowMs - peakWindowMs)

/** Returns the highest figure of the eight hours up to now; undefined if there was none. */
export const peakOf = (peaks: Peaks, nowMs: number): Amount | undefined =>
  inWindow(peaks, nowMs)[0]?.value
