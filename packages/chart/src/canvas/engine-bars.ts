// The adapter between the engine's data loader and ours; it answers for the shown series only.
// (What the engine calls "forward" is older.)

import type { DataLoader, DataLoaderGetBarsParams, KLineData } from 'klinecharts'
import type { Bar } from '../options/datafeed.ts'

type Answer = DataLoaderGetBarsParams['callback']

/** Returns a bar as the engine keeps it. */
function engineBar({ time, open, high, low, close, volume }: Bar): KLineData {
  return { timestamp: time, open, high, low, close, volume: volume ?? 0 }
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

  /** What the engine is given; it must be set before a symbol is. */
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
   * No older bars are wanted now: a page that came before the engine asked for it lies ready, or
   * the bars are being replaced.
   */
  get hasPage(): boolean {
    return this.#page !== undefined || this.#initial !== undefined
  }

  /**
   * Shows these bars: `reset` must make the engine ask for its first bars at once. What the engine
   * asks before that, it asks for the bars that go; a feed that answers at once would lose a page.
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
      // A second page may come before the engine has fetched the first: it lies before it.
      this.#page = { bars: [...page.bars, ...(this.#page?.bars ?? [])], hasOlder }
    }
  }

  push(bar: Bar): void {
    this.#push?.(engineBar(bar))
  }

  #asked(type: DataLoaderGetBarsParams['type'], answer: Answer): void {
    if (type === 'init') {
      // Setting a symbol or a period triggers a request too; there is no answer to it yet.
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
    // Answering inside the question would make the engine ask again before it has counted the bars.
    const generation = this.#generation
    queueMicrotask(() => {
      if (generation !== this.#generation) return
      answer(page.bars, { forward: page.hasOlder, backward: false })
    })
  }
}
