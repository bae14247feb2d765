// The definition of a study: inputs, plots, pane and computation.

import { type Column, type PriceSource, priceSources, type StudyColumns } from './columns.ts'

export type StudyInputs = Readonly<Record<string, number | string>>

/** One input as a dialog offers it. */
export type InputShape = {
  readonly id: string
  readonly title: string
  readonly kind: 'integer' | 'float' | 'source' | 'symbol'
  readonly defaultValue: number | string
  readonly min: number
  readonly max: number
}

/**
 * One plot. Its tone is an index of the palette's study colours, or `up` or `down`, or depends on
 * the sign of the value or on the direction of the bar.
 */
export type PlotShape = {
  readonly id: string
  readonly title: string
  readonly kind: 'line' | 'histogram' | 'volume' | 'dots'
  readonly tone: number | 'up' | 'down' | 'sign' | 'bar'
  /** The number of bars by which the plot is shifted to the right; to the left if negative. */
  shift?(inputs: StudyInputs): number
  readonly isHidden?: boolean
}

/** A filled area between two plots, by index; in two colours if they cross. */
type FillShape = { readonly from: number; readonly to: number; readonly hasSides?: boolean }

export type PanePlace = { readonly part: number; readonly minPx: number; readonly maxPx: number }

export type StudyShape = {
  /** The English name, for languages without a translation. */
  readonly title: string
  /** Other long names that hosts use, in lower case. */
  readonly aliases: readonly string[]
  readonly inputs: readonly InputShape[]
  readonly plots: readonly PlotShape[]
  readonly fills?: readonly FillShape[]
  /** Over the price, or in a pane of its own with this share of the chart's height. */
  readonly place: 'price' | PanePlace
  /** The format of values: like prices, with two decimals, with four, or like volumes. */
  readonly format: 'price' | 'plain' | 'fine' | 'volume'
  /** Horizontal lines across the pane, always visible. */
  readonly levels?: readonly number[]
  /** Scaled to start at the main series' first visible bar, whatever its own prices are. */
  readonly isRelative?: boolean
  /**
   * The feed's names of the companion series from which it is computed; the study is available if
   * the symbol has them all.
   */
  readonly companions?: readonly string[]
  /** Adds the columns of the plots, in their order; `closeAt` returns the other series' values. */
  compute(columns: StudyColumns, inputs: StudyInputs, closeAt: CloseAt): readonly Column[]
}

/**
 * The close of another series at a time, NaN before its first; series are numbered from zero. With
 * `isOwn` that of its bar at the time only: a sum does not stand for the bars after it.
 */
export type CloseAt = (timeMs: number, series?: number, isOwn?: boolean) => number

const maxLength = 500

export const whole = (id: string, defaultValue: number, title = titleOf(id)): InputShape => ({
  id,
  title,
  kind: 'integer',
  defaultValue,
  min: 1,
  max: maxLength,
})

export const factor = (
  id: string,
  defaultValue: number,
  { title = titleOf(id), min = 0.001, max = 100 } = {},
): InputShape => ({ id, title, kind: 'float', defaultValue, min, max })

export const source = (defaultValue: PriceSource = 'close'): InputShape => ({
  id: 'source',
  title: 'Source',
  kind: 'source',
  defaultValue,
  min: 0,
  max: 0,
})

function titleOf(id: string): string {
  const text = id.replace(/([A-Z])/g, ' $1').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const line = (id: string, tone: PlotShape['tone'], title = titleOf(id)): PlotShape => ({
  id,
  title,
  kind: 'line',
  tone,
})

/** The value of a numeric input; inputs are resolved before a study is computed. */
export function num(inputs: StudyInputs, id: string): number {
  const value = inputs[id]
  return typeof value === 'number' ? value : Number.NaN
}

export function sourceIn(inputs: StudyInputs): PriceSource {
  return priceSources.find((one) => one === inputs['source']) ?? 'close'
}

/** Returns the value if it is valid for the input, else the default. */
export function resolveInput(input: InputShape, value: unknown): number | string {
  if (input.kind === 'source')
    return priceSources.find((one) => one === value) ?? input.defaultValue
  if (input.kind === 'symbol') {
    return typeof value === 'string' && value.length <= 64 ? value : input.defaultValue
  }
  if (typeof value !== 'number' || !(value >= input.min && value <= input.max)) {
    return input.defaultValue
  }
  return input.kind === 'integer' ? Math.round(value) : value
}

export const smallPane: PanePlace = { part: 0.18, minPx: 52, maxPx: 130 }
