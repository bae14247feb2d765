// The values that rules compare: bars of observed prices, averages and changes over them, and the
// evaluation of a condition (rules 8.10).

import { minuteMs } from '../instrument/candle.ts'
import { divRound, unitE8 } from '../numbers/fixed.ts'
import type { RuleOperator, WindowSeries } from './rule.ts'

/** The state of a series over bars: the current bar, its last price, and earlier closes. */
export type RuleWindow = {
  /** The number of the bar since 1970. */
  readonly bar: number
  /** 0 before the first price. */
  readonly priceE8: number
  /** Oldest first; empty for an exponential average once it has a value. */
  readonly closes: readonly number[]
  /** The exponential average of the closed bars. */
  readonly emaE8?: number | undefined
}

const intervalMs = (series: WindowSeries): number =>
  (series.of === 'Change' ? 1 : series.minutes) * minuteMs

/** How many closes before the current bar a series needs. */
export const closesNeeded = (series: WindowSeries): number => {
  if (series.of === 'Change') return series.minutes
  return series.of === 'Sma' ? series.bars - 1 : series.bars
}

/** The maximum of closes that a command may carry for each of its series. */
export const mostSeeds = 1000

/** Returns a window that starts with the closes of the previous bars, oldest first. */
export function openWindow(
  series: WindowSeries,
  seed: readonly number[],
  nowMs: number,
): RuleWindow {
  const bar = Math.floor(nowMs / intervalMs(series))
  const first: RuleWindow = { bar, priceE8: 0, closes: [] }
  return seed.reduce((window, close) => closed(series, window, close), first)
}

/** Returns a window after a price; bars without a price repeat the last one. */
export function windowAfter(
  series: WindowSeries,
  window: RuleWindow,
  { nowMs, priceE8 }: { readonly nowMs: number; readonly priceE8: number },
): RuleWindow {
  const bar = Math.floor(nowMs / intervalMs(series))
  if (bar === window.bar) {
    return window.priceE8 === priceE8 ? window : { ...window, priceE8 }
  }
  let after = window
  if (window.priceE8 > 0) {
    // After this many equal bars an average no longer depends on earlier ones.
    const gone = Math.min(bar - window.bar, 10 * closesNeeded(series))
    for (let k = 0; k < gone; k += 1) after = closed(series, after, window.priceE8)
  }
  return { ...after, bar, priceE8 }
}

function closed(series: WindowSeries, window: RuleWindow, close: number): RuleWindow {
  const most = closesNeeded(series)
  if (series.of !== 'Ema') {
    return { ...window, closes: [...window.closes, close].slice(-Math.max(1, most)) }
  }
  if (window.emaE8 !== undefined) {
    return { ...window, emaE8: nextEma(window.emaE8, close, series.bars) }
  }
  const closes = [...window.closes, close]
  if (closes.length < most) return { ...window, closes }
  return { ...window, closes: [], emaE8: mean(closes) }
}

const mean = (values: readonly number[]): number => {
  const sum = values.reduce((total, value) => total + BigInt(value), 0n)
  return Number(divRound(sum, BigInt(values.length), 'nearest'))
}

const nextEma = (emaE8: number, priceE8: number, bars: number): number =>
  emaE8 + Number(divRound(BigInt(priceE8 - emaE8) * 2n, BigInt(bars + 1), 'nearest'))

/** Returns the value of a series over bars; undefined before it has enough bars. */
export function windowValueE8(series: WindowSeries, window: RuleWindow): number | undefined {
  const { priceE8, closes, emaE8 } = window
  if (priceE8 === 0) return undefined
  if (series.of === 'Ema') {
    return emaE8 === undefined ? undefined : nextEma(emaE8, priceE8, series.bars)
  }
  const needed = closesNeeded(series)
  if (closes.length < needed) return undefined
  if (series.of === 'Sma') return mean([...closes, priceE8])
  const before = closes[closes.length - needed]
  if (before === undefined) return undefined
  return Number(divRound(BigInt(priceE8 - before) * unitE8, BigInt(before), 'nearest'))
}

/** The left value relative to the right one: 1 above, −1 below, 0 equal; null: unknown. */
export type RuleSide = 1 | 0 | -1 | null

export const sideOf = (left: number | undefined, right: number | undefined): RuleSide => {
  if (left === undefined || right === undefined) return null
  return left > right ? 1 : left < right ? -1 : 0
}

/**
 * Whether a condition holds. Equal is neither above nor below; a crossing needs an earlier
 * evaluation at which the left value was on the other side or equal.
 */
export function conditionHolds(is: RuleOperator, before: RuleSide, now: RuleSide): boolean {
  switch (is) {
    case 'Above':
      return now === 1
    case 'Below':
      return now === -1
    case 'CrossesAbove':
      return now === 1 && (before === 0 || before === -1)
    case 'CrossesBelow':
      return now === -1 && (before === 0 || before === 1)
  }
}
