// Trading without a healthy index source: a coin's symbols are reduce-only until its index has been
// live again for a while (rules 2.1, D-09; reliability L2).

import type { Command } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import type { Listing } from '../instruments/listings.ts'

/** Consecutive live steps, over at least this time, before a symbol reopens (L2). */
const healthySteps = 5
const healthyMs = 3_000

type Sick = { since: number; steps: number }

export class IndexHealth {
  readonly #listings: readonly Listing[]
  readonly #views: Views
  /** Coins whose symbols are reduce-only, and since when their index has been live again. */
  readonly #sick = new Map<string, Sick>()

  constructor(listings: readonly Listing[], views: Views) {
    this.#listings = listings
    this.#views = views
    // Symbols that were reduce-only before a restart must also prove healthy first.
    for (const { coin, instrument } of listings) {
      if (views.instrument(instrument.symbol)?.status !== 'ReduceOnly') continue
      this.#sick.set(coin, { since: Number.POSITIVE_INFINITY, steps: 0 })
    }
  }

  /**
   * Processes a step, given the coins with a live index. Returns the commands that make symbols
   * reduce-only without an index, and that reopen them. Symbols of any other status are left
   * unchanged.
   */
  step(alive: ReadonlySet<string>, timeMs: number): Command[] {
    const coins = new Set(this.#listings.map(({ coin }) => coin))
    return [...coins].flatMap((coin) => {
      const sick = this.#sick.get(coin)
      if (!alive.has(coin)) {
        this.#sick.set(coin, { since: Number.POSITIVE_INFINITY, steps: 0 })
        return sick === undefined ? this.#turn(coin, 'Trading', 'ReduceOnly') : []
      }
      if (sick === undefined) return []
      sick.since = Math.min(sick.since, timeMs)
      sick.steps += 1
      if (sick.steps < healthySteps || timeMs - sick.since < healthyMs) return []
      this.#sick.delete(coin)
      return this.#turn(coin, 'ReduceOnly', 'Trading')
    })
  }

  #turn(coin: string, from: 'Trading' | 'ReduceOnly', status: 'Trading' | 'ReduceOnly'): Command[] {
    return this.#listings
      .filter((listing) => listing.coin === coin)
      .map(({ instrument }) => instrument.symbol)
      .filter((symbol) => this.#views.instrument(symbol)?.status === from)
      .map((symbol) => ({ kind: 'SetInstrumentStatus', symbol, status }))
  }
}
