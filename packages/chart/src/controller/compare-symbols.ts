// The series beside the main one, compared symbols and companions: one bar loader each, with the
// chart's interval and at least its range.

import { BarLoader } from '../bars/bar-loader.ts'
import type { Clock } from '../primitives/clock.ts'
import type { Companions, Datafeed } from '../options/datafeed.ts'
import { priceDecimals } from '../primitives/number-format.ts'
import { CompareSeries } from '../bars/compare-series.ts'
import { companionSymbols, type StudySpec } from '../model/studies/study-catalogue.ts'

/** Access to the chart, and the callback for changed series. */
export type CompareOptions = {
  readonly datafeed: Datafeed
  readonly clock: Clock
  studies(): readonly StudySpec[]
  /** The companion series of the chart's symbol. */
  companions(): Companions
  interval(): string
  /** Start of the oldest bar on the chart; undefined if there is none. */
  oldestMs(): number | undefined
  /** The series of a study have changed: from the bar of a time on, or all of them. */
  changed(id: string, series: readonly CompareSeries[], fromMs?: number): void
}

type Entry = {
  readonly feed: BarLoader
  readonly series: CompareSeries
  symbol: string
  interval: string
}

export class CompareSymbols {
  readonly #options: CompareOptions
  /** Keyed by study id; the entries in the order in which the study numbers its series. */
  readonly #entries = new Map<string, readonly Entry[]>()

  constructor(options: CompareOptions) {
    this.#options = options
  }

  /** Opens, changes and closes feeds so that they match the current studies. */
  update(): void {
    const wanted = this.#options.studies().map((study) => ({
      id: study.id,
      symbols: this.#symbolsOf(study),
    }))
    const ids = new Set(wanted.filter(({ symbols }) => symbols.length > 0).map(({ id }) => id))
    for (const id of this.#entries.keys()) {
      if (!ids.has(id)) this.#drop(id)
    }
    const interval = this.#options.interval()
    for (const { id, symbols } of wanted) {
      if (symbols.length === 0) continue
      const entries = this.#entries.get(id) ?? symbols.map(() => this.#make(id))
      this.#entries.set(id, entries)
      entries.forEach((entry, at) => this.#open(entry, symbols[at] ?? '', interval))
    }
  }

  /** Passes all series to a newly made canvas. */
  emitAll(): void {
    for (const id of this.#entries.keys()) this.#emit(id)
  }

  /** Requests older bars if the chart's own reach further back. */
  loadBack(): void {
    const oldestMs = this.#options.oldestMs()
    for (const { feed, series } of [...this.#entries.values()].flat()) {
      if (oldestMs !== undefined && (series.oldestMs ?? oldestMs) > oldestMs) feed.loadOlder()
    }
  }

  /** Requests all series again, because bars may be missing; the known ones stay until then. */
  reload(): void {
    const oldestMs = this.#options.oldestMs()
    for (const { feed } of [...this.#entries.values()].flat()) feed.reset(oldestMs)
  }

  close(): void {
    for (const { feed } of [...this.#entries.values()].flat()) feed.close()
    this.#entries.clear()
  }

  /** The symbols a study needs beside the chart's own; none if the symbol lacks one of them. */
  #symbolsOf({ name, inputs }: StudySpec): readonly string[] {
    if (name === 'COMPARE') {
      const symbol = String(inputs['symbol'] ?? '')
      return symbol === '' ? [] : [symbol]
    }
    return companionSymbols(name, this.#options.companions()) ?? []
  }

  #open(entry: Entry, symbol: string, interval: string): void {
    if (entry.symbol === symbol && entry.interval === interval) return
    Object.assign(entry, { symbol, interval })
    entry.series.set([])
    entry.feed.open(symbol, interval, this.#options.oldestMs())
  }

  /** Closes a study's feeds: a study whose symbol has no series for it shows nothing. */
  #drop(id: string): void {
    for (const { feed } of this.#entries.get(id) ?? []) feed.close()
    this.#entries.delete(id)
    this.#emit(id)
  }

  #emit(id: string, fromMs?: number): void {
    const series = (this.#entries.get(id) ?? []).map((entry) => entry.series)
    this.#options.changed(id, series, fromMs)
  }

  #make(id: string): Entry {
    const series = new CompareSeries()
    const feed: BarLoader = new BarLoader(
      this.#options.datafeed,
      {
        resolved: ({ pricescale }) => {
          series.decimals = priceDecimals(pricescale)
        },
        loaded: (bars) => {
          series.set(bars)
          this.#emit(id)
          this.loadBack()
        },
        older: (bars) => {
          series.prepend(bars)
          this.#emit(id)
          if (bars.length > 0) this.loadBack()
        },
        failed: (_error, reason) => console.warn(`No bars to compare with: ${reason}`),
        ticked: () => {
          const ticks = feed.takeTicks()
          for (const bar of ticks) series.push(bar)
          this.#emit(id, ticks[0]?.time)
        },
        stale: () => {},
        // Warnings are shown for the main series only; a comparison visibly lacks its bars.
        warningsChanged: () => {},
        warn: (text) => console.warn(text),
      },
      this.#options.clock,
    )
    return { feed, series, symbol: '', interval: '' }
  }
}
