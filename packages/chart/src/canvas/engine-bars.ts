// The adapter between the engine's data loader and ours; it answers for the shown series only. (The
// engine's "forward" means older.)

import type { DataLoader, DataLoaderGetBarsParams, KLineData } from 'klinecharts'
import type { Bar } from '../options/datafeed.ts'

type Answer = DataLoaderGetBarsParams['callback']

/** Returns a bar in the engine's format. */
function engineBar({ time, open, high, low, close, volume }: Bar): KLineData {
  return { timestamp: time, open, high, low, close, volume: volume ?? 0 }
}

/** Returns a bar of the engine in the feed's format. */
export function plainBar(bar: KLineData): Bar {
  const { timestamp: time, open, high, low, close, volume = 0 } = bar
  return { time, open, high, low, close, volume }
}

export class EngineBars {
  readonly #requestOlder: () => void
  #initial: { bars: KLineData[]; hasOlder: boolean } | undefined
  #page: { bars: KLineData[]; hasOlder: boolean } | undefined
  #waiting: Answer | undefined
  #push: ((bar: KLineData) => void) | undefined
  #generation = 0

  constructor(requestOlder: () => void) {
    this.#requestOlder = requestOlder
  }

  /** The engine's data loader; it must be set before a symbol is. */
  get loader(): DataLoader {
    return {
      getBars: ({ type, callback }) => this.#asked(type, callback),
      subscribeBar: ({ callback }) => {
        this.#push = callback
      },
      unsubscribeBar: () => {
        this.#push = undefined
      },
    }
  }

  /**
   * Whether older bars need not be requested now: a page that came before the engine asked for it
   * is buffered, or the bars are being replaced.
   */
  get hasPage(): boolean {
    return this.#page !== undefined || this.#initial !== undefined
  }

  /**
   * Shows these bars: `reset` must make the engine request its first bars synchronously. The
   * engine's earlier requests are for the replaced bars; answering them would lose a page.
   */
  show(bars: readonly Bar[], hasOlder: boolean, reset: () => void): void {
    this.#generation += 1
    this.#page = undefined
    this.#waiting = undefined
    this.#initial = { bars: bars.map(engineBar), hasOlder }
    reset()
    this.#initial = undefined
  }

  prepend(bars: readonly Bar[], hasOlder: boolean): void {
    const page = { bars: bars.map(engineBar), hasOlder }
    const answer = this.#waiting
    this.#waiting = undefined
    if (answer !== undefined) answer(page.bars, { forward: hasOlder, backward: false })
    else if (page.bars.length > 0 || !hasOlder) {
      // A second page may come before the engine has fetched the first: its bars are older.
      this.#page = { bars: [...page.bars, ...(this.#page?.bars ?? [])], hasOlder }
    }
  }

  push(bar: Bar): void {
    this.#push?.(engineBar(bar))
  }

  #asked(type: DataLoaderGetBarsParams['type'], answer: Answer): void {
    if (type === 'init') {
      // Setting a symbol or a period triggers a request too, which has no answer yet.
      const initial = this.#initial
      this.#initial = undefined
      if (initial !== undefined)
        answer(initial.bars, { forward: initial.hasOlder, backward: false })
      return
    }
    if (type !== 'forward' || this.#initial !== undefined) return
    const page = this.#page
    this.#page = undefined
    if (page === undefined) {
      this.#waiting = answer
      this.#requestOlder()
      return
    }
    // A synchronous answer would make the engine ask again before it has counted the bars.
    const generation = this.#generation
    queueMicrotask(() => {
      if (generation !== this.#generation) return
      answer(page.bars, { forward: page.hasOlder, backward: false })
    })
  }
}
