// Updates the status of symbols: pairs that left the list are closed; in the hour before, and
// during maintenance, orders can only be cancelled.

import type { Command } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import type { Listing } from '../../instruments/listings.ts'
import { cancelOnlyMs } from '../../instruments/spot/weekly-pairs.ts'
import { symbolsWithoutOptions } from '../../options/dated-contracts.ts'
import type { MarketWeek } from './market-week.ts'

/** Changes that have no effect after this time were lost: the exchange was busy. */
const repeatMs = 5_000

export class SymbolUpkeep {
  readonly #views: Views
  readonly #listings: readonly Listing[]
  readonly #week: MarketWeek
  /** Identifies the conditions of the last full check of all symbols. */
  #seen: string | undefined
  /** When the same conditions are checked again: never, once nothing was due. */
  #againMs = Number.POSITIVE_INFINITY

  constructor(views: Views, listings: readonly Listing[], week: MarketWeek) {
    this.#views = views
    this.#listings = listings
    this.#week = week
  }

  /** Returns the status changes at this time: usually none for days. */
  step(timeMs: number): Command[] {
    const maintained = this.#week.maintained(timeMs)
    const isClosing = ({ closesMs = Infinity }: Listing): boolean =>
      timeMs >= closesMs - cancelOnlyMs
    const closing = this.#listings.filter(isClosing).length
    const seen = `${maintained ?? ''} ${closing}`
    if (seen === this.#seen && timeMs < this.#againMs) return []
    this.#seen = seen
    const halted = this.#listings.flatMap((listing): Command[] => {
      const { symbol } = listing.instrument
      const isHalted = listing.coin === maintained || isClosing(listing)
      const [from, status] = isHalted
        ? (['Trading', 'CancelOnly'] as const)
        : (['CancelOnly', 'Trading'] as const)
      const isDue = this.#views.instrument(symbol)?.status === from
      return isDue ? [{ kind: 'SetInstrumentStatus', symbol, status }] : []
    })
    const due = [...halted, ...this.#gone()]
    this.#againMs = due.length === 0 ? Number.POSITIVE_INFINITY : timeMs + repeatMs
    return due
  }

  /** Pairs that are no longer listed. */
  #gone(): Command[] {
    const listed = new Set(this.#listings.map(({ instrument }) => instrument.symbol))
    return symbolsWithoutOptions(this.#views).flatMap((symbol): Command[] => {
      const instrument = this.#views.instrument(symbol)
      const isGone = instrument?.kind === 'Spot' && !listed.has(symbol)
      return isGone && instrument.status !== 'Closed'
        ? [{ kind: 'SetInstrumentStatus', symbol, status: 'Closed' }]
        : []
    })
  }
}
