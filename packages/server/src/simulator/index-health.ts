// Trading without a healthy index source: a coin's symbols only reduce until its index has been
// alive again for a while (rules 2.1, D-09; reliability L2).

import type { Command } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import type { Listing } from '../instruments/listings.ts'

/** So many living steps in a row, over so long, before a symbol opens again (L2). */
const healthySteps = 5
const healthyMs = 3_000

type Sick = { since: number; steps: number }

export class IndexHealth {
  readonly #listings: readonly Listing[]
  readonly #views: Views
  /** Coins whose symbols were closed for opening, and since when they have been alive again. */
  readonly #sick = new Map<string, Sick>()

  constructor(listings: readonly Listing[], views: Views) {
    this.#listings = listings
    this.#views = views
    // What was barred before a restart has its time of proof before it, like everything barred now.
    for (const { coin, instrument } of listings) {
      if (views.instrument(instrument.symbol)?.status !== 'ReduceOnly') continue
      this.#sick.set(coin, { since: Number.POSITIVE_INFINITY, steps: 0 })
    }
  }

  /**
   * Takes in a step of the world: which coins have an index. Returns the commands that bar opening
   * where there is none, and that allow it again. A symbol in another state than these two is left
   * as it is.
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
