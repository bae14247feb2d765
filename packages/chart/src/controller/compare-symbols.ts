// The compared symbols: one bar loader each, kept at the chart's interval and as far back as its
// own bars.

import { BarLoader } from '../bars/bar-loader.ts'
import type { Clock } from '../primitives/clock.ts'
import type { Datafeed } from '../options/datafeed.ts'
import { priceDecimals } from '../primitives/number-format.ts'
import { CompareSeries } from '../bars/compare-series.ts'
import type { StudySpec } from '../model/studies/study-catalogue.ts'

/** Access to the chart, and the callback for changed series. */
export type CompareOptions = {
  readonly datafeed: Datafeed
  readonly clock: Clock
  studies(): readonly StudySpec[]
  interval(): string
  /** The oldest bar on the chart; undefined while there is none. */
  oldestMs(): number | undefined
  /** The series of a study is another than before; only at its end where `isTick`. */
  changed(id: string, series: CompareSeries, isTick: boolean): void
}

type Entry = {
  readonly feed: BarLoader
  readonly series: CompareSeries
  symbol: string
  interval: string
}

export class CompareSymbols {
  readonly #options: CompareOptions
  readonly #entries = new Map<string, Entry>()

  constructor(options: CompareOptions) {
    this.#options = options
  }

  /** Opens, changes and closes feeds by difference to the studies there are. */
  update(): void {
    const wanted = this.#options.studies().filter(({ name }) => name === 'COMPARE')
    const ids = new Set(wanted.map(({ id }) => id))
    for (const [id, { feed }] of this.#entries) {
      if (ids.has(id)) continue
      feed.close()
      this.#entries.delete(id)
    }
    const interval = this.#options.interval()
    for (const { id, inputs } of wanted) {
      const symbol = String(inputs['symbol'] ?? '')
      const entry = this.#entries.get(id) ?? this.#make(id)
      if (symbol === '' || (entry.symbol === symbol && entry.interval === interval)) continue
      Object.assign(entry, { symbol, interval })
      entry.series.set([])
      entry.feed.open(symbol, interval, this.#options.oldestMs())
    }
  }

  /** Gives all series to a canvas that has just been made. */
  emitAll(): void {
    for (const [id, { series }] of this.#entries) this.#options.changed(id, series, false)
  }

  /** Asks for older bars where the chart's own reach further back. */
  loadBack(): void {
    const oldestMs = this.#options.oldestMs()
    for (const { feed, series } of this.#entries.values()) {
      if (oldestMs !== undefined && (series.oldestMs ?? oldestMs) > oldestMs) feed.loadOlder()
    }
  }

  close(): void {
    for (const { feed } of this.#entries.values()) feed.close()
    this.#entries.clear()
  }

  #make(id: string): Entry {
    const series = new CompareSeries()
    const emit = (isTick: boolean) => this.#options.changed(id, series, isTick)
    const feed: BarLoader = new BarLoader(
      this.#options.datafeed,
      {
        resolved: ({ pricescale }) => {
          series.decimals = priceDecimals(pricescale)
        },
        loaded: (bars) => {
          series.set(bars)
          emit(false)
          this.loadBack()
        },
        older: (bars) => {
          series.prepend(bars)
          emit(false)
          if (bars.length > 0) this.loadBack()
        },
        failed: (_error, reason) => console.warn(`No bars to compare with: ${reason}`),
        ticked: () => {
          for (const bar of feed.takeTicks()) series.push(bar)
          emit(true)
        },
        stale: () => {},
        // Warnings are shown for the main series only; a comparison visibly lacks its bars.
        warningsChanged: () => {},
        warn: (text) => console.warn(text),
      },
      this.#options.clock,
    )
    const entry = { feed, series, symbol: '', interval: '' }
    this.#entries.set(id, entry)
    return entry
  }
}
