// The other symbols that are compared with the one on the chart: a feed for each, kept at the
// chart's interval and as far back as the chart's own bars.

import { BarFeed, type FeedSeams } from '../bars/bar-loader.ts'
import type { Datafeed } from '../options/datafeed.ts'
import { priceDecimals } from '../primitives/number-format.ts'
import { OtherSeries } from '../bars/compare-series.ts'
import type { StudySpec } from '../model/studies/study-catalogue.ts'

/** What the book needs to know of the chart, and tells it. */
export type CompareDesk = {
  readonly datafeed: Datafeed
  readonly seams: FeedSeams
  studies(): readonly StudySpec[]
  interval(): string
  /** The oldest bar on the chart; undefined while there is none. */
  oldestMs(): number | undefined
  /** The series of a study is another than before; only at its end where `isTick`. */
  changed(id: string, series: OtherSeries, isTick: boolean): void
}

type Entry = {
  readonly feed: BarFeed
  readonly series: OtherSeries
  symbol: string
  interval: string
}

export class CompareBook {
  readonly #desk: CompareDesk
  readonly #entries = new Map<string, Entry>()

  constructor(desk: CompareDesk) {
    this.#desk = desk
  }

  /** Opens, changes and closes feeds by difference to the studies there are. */
  settle(): void {
    const wanted = this.#desk.studies().filter(({ name }) => name === 'COMPARE')
    const ids = new Set(wanted.map(({ id }) => id))
    for (const [id, { feed }] of this.#entries) {
      if (ids.has(id)) continue
      feed.close()
      this.#entries.delete(id)
    }
    const interval = this.#desk.interval()
    for (const { id, inputs } of wanted) {
      const symbol = String(inputs['symbol'] ?? '')
      const entry = this.#entries.get(id) ?? this.#make(id)
      if (symbol === '' || (entry.symbol === symbol && entry.interval === interval)) continue
      Object.assign(entry, { symbol, interval })
      entry.series.set([])
      entry.feed.open(symbol, interval, this.#desk.oldestMs())
    }
  }

  /** Gives all series to a canvas that has just been made. */
  tellAll(): void {
    for (const [id, { series }] of this.#entries) this.#desk.changed(id, series, false)
  }

  /** Asks for older bars where the chart's own reach further back. */
  reachBack(): void {
    const oldestMs = this.#desk.oldestMs()
    for (const { feed, series } of this.#entries.values()) {
      if (oldestMs !== undefined && (series.oldestMs ?? oldestMs) > oldestMs) feed.loadOlder()
    }
  }

  close(): void {
    for (const { feed } of this.#entries.values()) feed.close()
    this.#entries.clear()
  }

  #make(id: string): Entry {
    const series = new OtherSeries()
    const tell = (isTick: boolean) => this.#desk.changed(id, series, isTick)
    const feed: BarFeed = new BarFeed(
      this.#desk.datafeed,
      {
        resolved: ({ pricescale }) => {
          series.decimals = priceDecimals(pricescale)
        },
        loaded: (bars) => {
          series.set(bars)
          tell(false)
          this.reachBack()
        },
        older: (bars) => {
          series.prepend(bars)
          tell(false)
          if (bars.length > 0) this.reachBack()
        },
        failed: (_trouble, reason) => console.warn(`No bars to compare with: ${reason}`),
        ticked: () => {
          for (const bar of feed.takeTicks()) series.push(bar)
          tell(true)
        },
        stale: () => {},
        // The notice is the main series' own; a comparison that lacks bars is seen to lack them.
        complained: () => {},
        warn: (text) => console.warn(text),
      },
      this.#desk.seams,
    )
    const entry = { feed, series, symbol: '', interval: '' }
    this.#entries.set(id, entry)
    return entry
  }
}
