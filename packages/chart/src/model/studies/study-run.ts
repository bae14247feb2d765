// One study over the bars of a chart: its columns, kept up to date, and its plotted values.

import { type BarColumns, type Column, StudyColumns, type TimeCheck } from './columns.ts'
import type { CloseAt, PlotShape, StudyInputs, StudyShape } from './study-shape.ts'

/** A plot with its column and the number of bars by which it is shifted. */
export type RunPlot = {
  readonly shape: PlotShape
  readonly column: Column
  readonly shift: number
}

export type StudyRunOptions = {
  readonly shape: StudyShape
  readonly inputs: StudyInputs
  /** The closes of the other series, for a study that needs some. */
  readonly closeAt?: CloseAt
}

export class StudyRun {
  readonly shape: StudyShape
  readonly plots: readonly RunPlot[]
  readonly #computed: StudyColumns

  constructor({ shape, inputs, closeAt = () => Number.NaN }: StudyRunOptions, bars: BarColumns) {
    this.shape = shape
    this.#computed = new StudyColumns(bars)
    const columns = shape.compute(this.#computed, inputs, closeAt)
    this.plots = shape.plots.flatMap((plot, at) => {
      const column = columns[at]
      return column === undefined ? [] : [{ shape: plot, column, shift: shiftOf(plot, inputs) }]
    })
  }

  /** Whether the next update computes all rows, or continues doing so. */
  get isBehind(): boolean {
    return this.#computed.isBehind
  }

  /**
   * Computes what the bars have changed; a live tick costs one row of each column. Returns false if
   * it paused before the end.
   */
  update(isTimeUp?: TimeCheck): boolean {
    return this.#computed.update(isTimeUp)
  }

  /** The next update computes the bars from a time on again: another series has changed there. */
  redoFrom(timeMs: number): void {
    this.#computed.redoFrom(timeMs)
  }

  /** The lowest and the highest value drawn in rows `from` to `to` (excluded). */
  extremes(from: number, to: number, isShown: (plot: RunPlot) => boolean) {
    let low = Number.POSITIVE_INFINITY
    let high = Number.NEGATIVE_INFINITY
    for (const plot of this.plots) {
      if (!isShown(plot)) continue
      const { column, shift } = plot
      const last = Math.min(to, this.#computed.bars.count + shift)
      for (let row = Math.max(0, from - shift); row < last - shift; row += 1) {
        const value = column.at(row)
        if (value < low) low = value
        if (value > high) high = value
      }
    }
    return low <= high && Number.isFinite(low) && Number.isFinite(high) ? { low, high } : undefined
  }
}

function shiftOf(plot: PlotShape, inputs: StudyInputs): number {
  const shift = plot.shift?.(inputs) ?? 0
  return Number.isFinite(shift) ? shift : 0
}
