// The quotes of the makers as the exchange's own events tell them: what rests, where, how much.
// Nothing is remembered from answers, so that robots and exchange can never disagree.

import type { OrderId } from '@basis/domain/numbers/brand'
import type { Order, Side } from '@basis/domain/orders/order'
import { isFinal } from '@basis/domain/orders/order'

/** One resting order of a maker. */
export type Quote = {
  readonly orderId: OrderId
  readonly priceTicks: number
  readonly leavesLots: number
  readonly filledLots: number
}

/** The quotes of one market. */
export class Quotes {
  readonly #bids = new Map<OrderId, Quote>()
  readonly #asks = new Map<OrderId, Quote>()

  /** Whether a side has no quote. */
  get isEmpty(): boolean {
    return this.#bids.size === 0 || this.#asks.size === 0
  }

  /** Takes in what an event says of one of the market's quotes. */
  learn(order: Order): void {
    const quotes = this.#of(order.side)
    if (isFinal(order.status)) {
      quotes.delete(order.id)
      return
    }
    const { id: orderId, priceTicks, leavesLots, filledLots } = order
    quotes.set(orderId, { orderId, priceTicks, leavesLots, filledLots })
  }

  /** Returns a side's quotes, the best priced first. */
  inOrder(side: Side): Quote[] {
    const sign = side === 'Buy' ? -1 : 1
    return [...this.#of(side).values()].sort((a, b) => sign * (a.priceTicks - b.priceTicks))
  }

  /** Returns whether a quote of the side stands at this price. */
  hasAt(side: Side, priceTicks: number): boolean {
    for (const quote of this.#of(side).values()) if (quote.priceTicks === priceTicks) return true
    return false
  }

  #of(side: Side): Map<OrderId, Quote> {
    return side === 'Buy' ? this.#bids : this.#asks
  }
}
