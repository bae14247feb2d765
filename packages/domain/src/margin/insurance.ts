// The insurance fund: the eight-hour peaks that decide on auto-deleveraging (rules 5.9).

import type { Amount } from '../numbers/fixed.ts'

/** The window of a pool's and a symbol's peak. */
export const peakWindowMs = 8 * 3_600_000

/**
 * What may still be the highest figure of the window, oldest first: each is higher than all that
 * came after it. The last one is in force, the others held until their moment. Starts as an empty
 * list.
 */
export type Peaks = readonly { readonly value: Amount; readonly untilMs: number | undefined }[]

/**
 * Returns the peaks after a figure changed: lower ones and those before the window are forgotten.
 */
export function withFigure(peaks: Peaks, timeMs: number, value: Amount): Peaks {
  const ended = peaks.map((peak) => ({ ...peak, untilMs: peak.untilMs ?? timeMs }))
  const higher = ended.filter((peak) => peak.value > value)
  return [...inWindow(higher, timeMs), { value, untilMs: undefined }]
}

const inWindow = (peaks: Peaks, nowMs: number): Peaks =>
  peaks.filter(({ untilMs }) => untilMs === undefined || untilMs > nowMs - peakWindowMs)

/** Returns the highest figure of the eight hours up to now; undefined when there was none yet. */
export const peakOf = (peaks: Peaks, nowMs: number): Amount | undefined =>
  inWindow(peaks, nowMs)[0]?.value
