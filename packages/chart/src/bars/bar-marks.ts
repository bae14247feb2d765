// Marks of the datafeed, requested once per visible range; shown over bars and on the time axis. A
// feed without marks is never asked.

import type { Datafeed, Mark, SymbolInfo, TimescaleMark } from '../options/datafeed.ts'
import { safely } from '../primitives/events.ts'

export type MarksListener = { changed(): void }

/** The limit of marks drawn from one answer. */
const maxMarks = 500

type Span = { readonly from: number; readonly to: number }

export class BarMarks {
  readonly #feed: Datafeed
  readonly #listener: MarksListener
  #marks = new Map<string, Mark>()
  #timescale = new Map<string, TimescaleMark>()
  #asked: Span | undefined
  #generation = 0
  isHidden = false

  constructor(feed: Datafeed, listener: MarksListener) {
    this.#feed = feed
    this.#listener = listener
  }

  get marks(): readonly Mark[] {
    return this.isHidden ? [] : [...this.#marks.values()]
  }

  get timescaleMarks(): readonly TimescaleMark[] {
    return this.isHidden ? [] : [...this.#timescale.values()]
  }

  /** Clears all marks; the next view requests them again. */
  clear(): void {
    this.#generation += 1
    this.#marks = new Map()
    this.#timescale = new Map()
    this.#asked = undefined
    this.#listener.changed()
  }

  /** Requests the marks of a span in seconds, unless all of it has been requested. */
  want(info: SymbolInfo, resolution: string, span: Span): void {
    const asked = this.#asked
    if (asked !== undefined && span.from >= asked.from && span.to <= asked.to) return
    const from = Math.min(span.from, asked?.from ?? span.from)
    const to = Math.max(span.to, asked?.to ?? span.to)
    this.#asked = { from, to }
    const generation = this.#generation
    const isCurrent = () => generation === this.#generation
    const into =
      <Kind extends Mark | TimescaleMark>(kept: Map<string, Kind>) =>
      (marks: readonly Kind[]) => {
        if (!isCurrent() || !Array.isArray(marks)) return
        for (const mark of marks.slice(0, maxMarks)) {
          if (Number.isFinite(mark?.time)) kept.set(String(mark.id), mark)
        }
        this.#listener.changed()
      }
    safely(() => this.#feed.getMarks?.(info, from, to, into(this.#marks), resolution))
    safely(() => this.#feed.getTimescaleMarks?.(info, from, to, into(this.#timescale), resolution))
  }
}
