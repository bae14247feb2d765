// Eight-hour peaks of an insurance pool and of each market's part in it, and the alert that starts
// auto-deleveraging (rules 5.9).

import type { Amount } from '@basis/domain/numbers/fixed'
import { noAlert, type AdlAlert } from '@basis/domain/margin/adl'
import { peakOf, withFigure, type Peaks } from '@basis/domain/margin/insurance'

/** Peaks of a figure. Falls are recorded once a minute, rises at once: no peak is missed. */
export type PeakRecord = { peaks: Peaks; minute: number }

export type PooledMarket = PeakRecord & { alert: AdlAlert }

export const newPeakRecord = (): PeakRecord => ({ peaks: [], minute: -1 })
export const newPooledMarket = (): PooledMarket => ({ ...newPeakRecord(), alert: noAlert })

/** Records a figure and returns the peak of the last eight hours, including it. */
export function recordPeak(record: PeakRecord, timeMs: number, value: Amount): Amount {
  const last = record.peaks.at(-1)?.value
  const minute = Math.floor(timeMs / 60_000)
  if (last === undefined || value > last || (minute !== record.minute && value !== last)) {
    record.peaks = withFigure(record.peaks, timeMs, value)
    record.minute = minute
  }
  const peak = peakOf(record.peaks, timeMs)
  return peak === undefined || value > peak ? value : peak
}
