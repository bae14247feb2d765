// Trading without a healthy index source: a coin's symbols are reduce-only until its index has been
// live again for a while (rules 2.1, D-09; reliability L2).

import type { Command } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import type { Listing } from '../instruments/listings.ts'

/** Consecutive live steps, over at least this time, before a symbol reopens (L2). */
const healthySteps = 5
const healthyMs = 3_000

/** A change of status that has no effect after this time was lost: the exchange was busy. */
const repeatMs = 1_000

type Status = 'Trading' | 'ReduceOnly'
/** Since when the index of a coin has been live again; the last status asked for, and when. */
type Sick = { since: number; steps: number; asked: Status | undefined; askedMs: number }

const fallenSick = (): Sick => ({
  since: Number.POSITIVE_INFINITY,
  steps: 0,
  asked: undefined,
  askedMs: 0,
})

export class IndexHealth {
  readonly #listings: readonly Listing[]
  readonly #views: Views
  /** Coins whose symbols are reduce-only. */
  readonly #sick = new Map<string, Sick>()

  constructor(listings: readonly Listing[], views: Views) {
    this.#listings = listings
    this.#views = views
    // Symbols that were reduce-only before a restart must also prove healthy first.
    for (const { coin, instrument } of listings) {
      if (views.instrument(instrument.symbol)?.status !== 'ReduceOnly') continue
      this.#sick.set(coin, fallenSick())
    }
  }

  /**
   * Processes a step, given the coins with a live index. Returns the commands that make symbols
   * reduce-only without an index, and that reopen them, again if they were lost. Symbols of any
   * other status are left unchanged.
   */
  step(alive: ReadonlySet<string>, timeMs: number): Command[] {
    const coins = new Set(this.#listings.map(({ coin }) => coin))
    return [...coins].flatMap((coin) => {
      const sick = this.#sick.get(coin) ?? (alive.has(coin) ? undefined : fallenSick())
      if (sick === undefined) return []
      this.#sick.set(coin, sick)
      const isWell = isWellAfter(sick, alive.has(coin), timeMs)
      const due = isWell
        ? this.#turn(coin, 'ReduceOnly', 'Trading')
        : this.#turn(coin, 'Trading', 'ReduceOnly')
      if (isWell && due.length === 0) this.#sick.delete(coin)
      const status = isWell ? 'Trading' : 'ReduceOnly'
      const isOnItsWay = sick.asked === status && timeMs - sick.askedMs < repeatMs
      if (due.length === 0 || isOnItsWay) return []
      sick.asked = status
      sick.askedMs = timeMs
      return due
    })
  }

  #turn(coin: string, from: Status, status: Status): Command[] {
    return this.#listings
      .filter((listing) => listing.coin === coin)
      .map(({ instrument }) => instrument.symbol)
      .filter((symbol) => this.#views.instrument(symbol)?.status === from)
      .map((symbol) => ({ kind: 'SetInstrumentStatus', symbol, status }))
  }
}

/** Counts a step; returns whether the index has been live for long enough. */
function isWellAfter(sick: Sick, isAlive: boolean, timeMs: number): boolean {
  sick.since = isAlive ? Math.min(sick.since, timeMs) : Number.POSITIVE_INFINITY
  sick.steps = isAlive ? sick.steps + 1 : 0
  return sick.steps >= healthySteps && timeMs - sick.since >= healthyMs
}
