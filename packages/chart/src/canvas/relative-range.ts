// Price-axis ranges relative to the first visible bar.

import type { AxisCreateRangeCallback } from 'klinecharts'
import { visibleBars } from './paint-view.ts'

function rangeBy(measure: (price: number, base: number) => number): AxisCreateRangeCallback {
  return ({ chart, defaultRange }) => {
    const base = chart.getDataList()[visibleBars(chart).from]?.close
    if (base === undefined || base === 0) return defaultRange
    const realFrom = measure(defaultRange.from, base)
    const realTo = measure(defaultRange.to, base)
    return {
      ...defaultRange,
      realFrom,
      realTo,
      realRange: realTo - realFrom,
      displayFrom: realFrom,
      displayTo: realTo,
      displayRange: realTo - realFrom,
    }
  }
}

export const percentRange = rangeBy((price, base) => (price / base - 1) * 100)

export const indexedRange = rangeBy((price, base) => (price / base) * 100)

export const plainRange: AxisCreateRangeCallback = ({ defaultRange }) => defaultRange

/** Evenly spaced in the logarithm; all prices are above zero when this scale is chosen. */
export const logRange: AxisCreateRangeCallback = ({ defaultRange }) => {
  const realFrom = Math.log10(defaultRange.from)
  const realTo = Math.log10(defaultRange.to)
  if (!Number.isFinite(realFrom) || !Number.isFinite(realTo)) return defaultRange
  return { ...defaultRange, realFrom, realTo, realRange: realTo - realFrom }
}
