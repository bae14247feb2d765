// Notices of dated contracts that are delivered soon; between two of them a batch costs one look at
// a clock.

import { deliveryWarning, nextDeliveryWarning } from '@basis/domain/settlement/delivery-warnings'
import type { SymbolId } from '@basis/domain/numbers/brand'
import type { Views } from '@basis/engine/views'
import type { WireNotice } from '@basis/protocol/topics'

export class DeliveryNotices {
  readonly #views: Views
  /** When the next is due; what was due before the first look is nobody's news. */
  #dueMs: number | undefined

  constructor(views: Views) {
    this.#views = views
  }

  /** Looks at the calendar anew: a contract was listed or changed. */
  relisted(nowMs: number): void {
    const due = this.#deliveries().map((atMs) => nextDeliveryWarning(atMs, nowMs) ?? Infinity)
    this.#dueMs = Math.min(Infinity, ...due)
  }

  /** Returns what is due at the time of a batch, each once. */
  take(nowMs: number): readonly WireNotice[] {
    if (this.#dueMs === undefined) this.relisted(nowMs)
    const dueMs = this.#dueMs ?? Infinity
    if (nowMs < dueMs) return []
    const told = this.#views.symbols().flatMap((symbol): WireNotice[] => {
      const deliveryMs = this.#deliveryOf(symbol)
      if (deliveryMs === undefined) return []
      const ahead = deliveryWarning(deliveryMs, nowMs)
      // Only what has become due since: the earlier warning was told already.
      if (ahead === undefined || deliveryMs - ahead < dueMs) return []
      return [{ kind: 'delivery', symbol, text: String(deliveryMs) }]
    })
    this.relisted(nowMs)
    return told
  }

  #deliveries(): number[] {
    return this.#views.symbols().flatMap((symbol) => {
      const deliveryMs = this.#deliveryOf(symbol)
      return deliveryMs === undefined ? [] : [deliveryMs]
    })
  }

  /** Options end in their dozens at a time: their chain says when. */
  #deliveryOf(symbol: SymbolId): number | undefined {
    const { option, deliveryMs } = this.#views.instrument(symbol) ?? {}
    return option === undefined ? deliveryMs : undefined
  }
}
