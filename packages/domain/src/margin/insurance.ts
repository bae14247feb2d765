// The insurance fund: what a take-over brings it or costs it, and the eight-hour peaks that decide
// on auto-deleveraging (domain.md 5.8, 5.9).

import { pnlBetween, type Exposure } from '../instrument/contract.ts'
import type { Amount, PriceE8 } from '../numbers/fixed.ts'

/**
 * Returns what the fund wins (−: loses) by closing a taken-over quantity at a price instead of its
 * bankruptcy price, rounded down: s q (P − PB) or s Q (1/PB − 1/P). EX-5.12 The trader is settled
 * at the bankruptcy price whatever comes of it.
 */
export const insuranceDelta = (
  takenOver: Exposure,
  bankruptcy: PriceE8,
  execution: PriceE8,
): Amount => pnlBetween(takenOver, bankruptcy, execution)

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
