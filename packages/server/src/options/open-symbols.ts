// Symbols of which those that have ended for good are not looked at again: hundreds of options and
// some futures are listed each day, and all of them are delivered.

import type { SymbolId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Views } from '@basis/engine/views'

export class OpenSymbols {
  /** In the order in which they were added, without those that were seen delivered. */
  #lasting: SymbolId[] = []

  add(symbol: SymbolId): void {
    this.#lasting.push(symbol)
  }

  /**
   * Returns the instruments that are not closed. A delivered contract stays closed (L7); any other
   * closed market may open again.
   */
  open(views: Views): readonly Instrument[] {
    const nowMs = views.timeMs()
    const known = this.#lasting.flatMap((symbol) => views.instrument(symbol) ?? [])
    const lasting = known.filter(
      ({ status, deliveryMs = Infinity }) => status !== 'Closed' || deliveryMs > nowMs,
    )
    if (lasting.length < this.#lasting.length) this.#lasting = lasting.map(({ symbol }) => symbol)
    return lasting.filter(({ status }) => status !== 'Closed')
  }
}
