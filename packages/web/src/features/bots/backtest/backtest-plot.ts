// The plot of a backtest: the bot's value over time, with the price behind it.

import type { WireBacktest } from '@basis/protocol/grid/calls'
import { tenths } from '../../../ui/time-chart/time-scale.ts'

export const plotWidth = 600
export const plotHeight = 140
const edge = 4

type Curve = WireBacktest['curve']

/** Returns a line through values, spaced evenly from left to right. */
function lineOf(values: readonly number[], [low, high]: readonly [number, number]): string {
  const step = plotWidth / Math.max(1, values.length - 1)
  return values
    .map((value, at) => {
      const share = (value - low) / (high - low || 1)
      return `${tenths(at * step)},${tenths(plotHeight - edge - share * (plotHeight - 2 * edge))}`
    })
    .join(' ')
}

const bounds = (values: readonly number[]): readonly [number, number] => [
  Math.min(...values),
  Math.max(...values),
]

/** Returns the lines of value and price, and the height of the investment (zero profit). */
export function plottedBacktest(curve: Curve, investment: string) {
  const worths = curve.map(({ worth }) => Number(worth))
  const prices = curve.map(({ price }) => Number(price))
  const put = Number(investment)
  const span = bounds([...worths, put])
  return {
    worth: lineOf(worths, span),
    price: lineOf(prices, bounds(prices)),
    even: Number(lineOf([put], span).split(',')[1]),
  }
}
