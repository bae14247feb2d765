// Markets with prices fresh enough to act on, derived from the sent prices alone (reliability L2).

// Fresh: five prices over at least three seconds without a gap of more than ten.

import type { Command } from '@basis/engine/commands'

type Prices = { count: number; sinceMs: number; newestMs: number }

const most = { count: 5, overMs: 3000, silenceMs: 10_000 }

export class Freshness {
  readonly #markets = new Map<string, Prices>()

  /** Records the prices of an accepted command. */
  observe({ prices }: Extract<Command, { kind: 'UpdatePrices' }>, nowMs: number): void {
    for (const { symbol } of prices) this.notePrice(symbol, nowMs)
  }

  notePrice(symbol: string, nowMs: number): void {
    const known = this.#markets.get(symbol)
    if (known === undefined || nowMs - known.newestMs > most.silenceMs) {
      this.#markets.set(symbol, { count: 1, sinceMs: nowMs, newestMs: nowMs })
      return
    }
    known.count += 1
    known.newestMs = nowMs
  }

  /** May the exchange close positions of the market at this time? */
  isFresh(symbol: string, nowMs: number): boolean {
    const known = this.#markets.get(symbol)
    if (known === undefined || known.count < most.count) return false
    return nowMs - known.sinceMs >= most.overMs && nowMs - known.newestMs <= most.silenceMs
  }
}
