// The closes of a compared symbol, looked up by the times of the chart's own bars.

export type TimedClose = { readonly time: number; readonly close: number }

export class CompareSeries {
  #times: number[] = []
  #closes: number[] = []
  decimals = 2

  get oldestMs(): number | undefined {
    return this.#times[0]
  }

  get newestMs(): number | undefined {
    return this.#times.at(-1)
  }

  /** Replaces all bars; the new ones are in order of time. */
  set(bars: readonly TimedClose[]): void {
    this.#times = bars.map(({ time }) => time)
    this.#closes = bars.map(({ close }) => close)
  }

  /** Adds bars in order of time, all of them older than the present ones. */
  prepend(bars: readonly TimedClose[]): void {
    const oldestMs = this.oldestMs ?? Number.POSITIVE_INFINITY
    const older = bars.filter(({ time }) => time < oldestMs)
    this.#times = [...older.map(({ time }) => time), ...this.#times]
    this.#closes = [...older.map(({ close }) => close), ...this.#closes]
  }

  /** Adds a live bar: a new one, or an update of the last. An older one is ignored. */
  push({ time, close }: TimedClose): void {
    const newestMs = this.newestMs ?? Number.NEGATIVE_INFINITY
    if (time < newestMs) return
    const at = time === newestMs ? this.#times.length - 1 : this.#times.length
    this.#times[at] = time
    this.#closes[at] = close
  }

  /**
   * The close of the bar at a time, else of the last one before it; NaN before the first one. With
   * `isOwn` that of the bar at the time only.
   */
  closeAt(timeMs: number, isOwn = false): number {
    let from = 0
    let to = this.#times.length
    while (from < to) {
      const middle = (from + to) >> 1
      if ((this.#times[middle] ?? 0) <= timeMs) from = middle + 1
      else to = middle
    }
    if (isOwn && this.#times[from - 1] !== timeMs) return Number.NaN
    return this.#closes[from - 1] ?? Number.NaN
  }
}
