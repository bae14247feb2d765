// Price axes in percent of the first visible bar and indexed to 100 there. The engine's own percent
// axis counts from a bar that may be left of the screen.

import { type AxisValueToValueCallback, registerYAxis } from 'klinecharts'
import { indexedAxis, percentAxis } from './price-axis.ts'
import { indexedRange, percentRange } from './relative-range.ts'

let isRegistered = false

/** Registers the axes with the engine; one call is enough for all charts. */
export function registerPercentAxis(): void {
  if (isRegistered) return
  isRegistered = true
  registerYAxis({
    name: percentAxis,
    minSpan: () => 0.01,
    displayValueToText: (value) => `${value.toFixed(2)}%`,
    valueToRealValue: toPercent,
    realValueToValue: toPrice,
    createRange: percentRange,
  })
  registerYAxis({
    name: indexedAxis,
    minSpan: () => 0.01,
    displayValueToText: (value) => value.toFixed(2),
    valueToRealValue: toPercent,
    realValueToValue: toPrice,
    createRange: indexedRange,
  })
}

// Both ends of the range are known as price and as percent; values between are interpolated.

const toPercent: AxisValueToValueCallback = (price, { range }) =>
  range.range === 0
    ? range.realFrom
    : range.realFrom + ((price - range.from) * range.realRange) / range.range

const toPrice: AxisValueToValueCallback = (percent, { range }) =>
  range.realRange === 0
    ? range.from
    : range.from + ((percent - range.realFrom) * range.range) / range.realRange
