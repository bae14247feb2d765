// Notices of dated contracts that are about to be delivered; between notices a batch costs one
// comparison of times.

import { deliveryWarning, nextDeliveryWarning } from '@basis/domain/settlement/delivery-warnings'
import type { SymbolId } from '@basis/domain/numbers/brand'
import type { Views } from '@basis/engine/views'
import type { WireNotice } from '@basis/protocol/topics/public-messages'
import { symbolsWithoutOptions } from '../options/dated-contracts.ts'

export class DeliveryNotices {
  readonly #views: Views
  /** When the next notice is due; those due before the first batch are not sent. */
  #dueMs: number | undefined

  constructor(views: Views) {
    this.#views = views
  }

  /** Recomputes the next due time, after a contract was listed or changed. */
  relisted(nowMs: number): void {
    const due = this.#deliveries().map((atMs) => nextDeliveryWarning(atMs, nowMs) ?? Infinity)
    this.#dueMs = Math.min(Infinity, ...due)
  }

  /** Returns the notices due at the time of a batch, each once. */
  take(nowMs: number): readonly WireNotice[] {
    if (this.#dueMs === undefined) this.relisted(nowMs)
    const dueMs = this.#dueMs ?? Infinity
    if (nowMs < dueMs) return []
    const notices = symbolsWithoutOptions(this.#views).flatMap((symbol): WireNotice[] => {
      const deliveryMs = this.#deliveryOf(symbol)
      if (deliveryMs === undefined) return []
      const ahead = deliveryWarning(deliveryMs, nowMs)
      // Earlier warnings have been sent already.
      if (ahead === undefined || deliveryMs - ahead < dueMs) return []
      return [{ kind: 'delivery', symbol, text: String(deliveryMs) }]
    })
    this.relisted(nowMs)
    return notices
  }

  /** Options expire by the dozen, so they have no notices; their chain shows the time. */
  #deliveries(): number[] {
    return symbolsWithoutOptions(this.#views).flatMap((symbol) => {
      const deliveryMs = this.#deliveryOf(symbol)
      return deliveryMs === undefined ? [] : [deliveryMs]
    })
  }

  #deliveryOf(symbol: SymbolId): number | undefined {
    return this.#views.instrument(symbol)?.deliveryMs
  }
}
