// Heikin-Ashi bars. Each opens at the middle of the previous one, so they are computed from the
// first bar on; a live tick recomputes the last one only.

import { type BarColumns, type Column, StudyColumns } from './columns.ts'

export type HeikinAshiBar = {
  readonly timestamp: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export class HeikinAshi {
  readonly #bars: BarColumns
  readonly #computed: StudyColumns
  readonly #open: Column
  readonly #close: Column

  constructor(bars: BarColumns) {
    this.#bars = bars
    this.#computed = new StudyColumns(bars)
    const { open, high, low, close } = bars
    const mean = this.#computed.column(
      (row) => (open.at(row) + high.at(row) + low.at(row) + close.at(row)) / 4,
    )
    this.#close = mean
    this.#open = this.#computed.column((row, own) =>
      row === 0 ? (open.at(0) + close.at(0)) / 2 : (own.at(row - 1) + mean.at(row - 1)) / 2,
    )
  }

  /** Computes the rows that have changed. */
  update(): void {
    this.#computed.update()
  }

  /** The Heikin-Ashi bar of a row, with the volume of its bar. */
  at(row: number): HeikinAshiBar {
    const { time, high, low, volume } = this.#bars
    const open = this.#open.at(row)
    const close = this.#close.at(row)
    return {
      timestamp: time.at(row),
      open,
      high: Math.max(high.at(row), open, close),
      low: Math.min(low.at(row), open, close),
      close,
      volume: volume.at(row),
    }
  }

  /** The lowest and the highest price in rows `from` to `to` (excluded). */
  extremes(from: number, to: number): { low: number; high: number } | undefined {
    let low = Number.POSITIVE_INFINITY
    let high = Number.NEGATIVE_INFINITY
    for (let row = from; row < to; row += 1) {
      const bar = this.at(row)
      low = Math.min(low, bar.low)
      high = Math.max(high, bar.high)
    }
    return low <= high ? { low, high } : undefined
  }
}
