// The makers' quotes as reported by the exchange's events: price and remaining quantity of each.
// Answers are not used, so that robots and exchange cannot disagree.

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
  readonly #sides = { Buy: new QuotesOfSide(-1), Sell: new QuotesOfSide(1) }

  /** Whether a side has no quotes. */
  get isEmpty(): boolean {
    return this.#sides.Buy.inOrder.length === 0 || this.#sides.Sell.inOrder.length === 0
  }

  /** Applies an event's order to the market's quotes. */
  learn(order: Order): void {
    const { id: orderId, priceTicks, leavesLots, filledLots } = order
    const side = this.#sides[order.side]
    if (isFinal(order.status)) side.remove(orderId)
    else side.put({ orderId, priceTicks, leavesLots, filledLots })
  }

  /** Returns a side's quotes, best price first; the list changes with the next event. */
  inOrder(side: Side): readonly Quote[] {
    return this.#sides[side].inOrder
  }

  /** Returns whether the side has a quote at this price. */
  hasAt(side: Side, priceTicks: number): boolean {
    return this.#sides[side].hasAt(priceTicks)
  }
}

/** Quotes in sorted order: they are read far more often than changed. */
class QuotesOfSide {
  readonly inOrder: Quote[] = []
  readonly #byId = new Map<OrderId, Quote>()
  readonly #sign: 1 | -1

  constructor(sign: 1 | -1) {
    this.#sign = sign
  }

  put(quote: Quote): void {
    const before = this.#byId.get(quote.orderId)
    this.#byId.set(quote.orderId, quote)
    if (before?.priceTicks === quote.priceTicks) {
      this.inOrder[this.#placeOf(before)] = quote
      return
    }
    if (before !== undefined) this.inOrder.splice(this.#placeOf(before), 1)
    this.inOrder.splice(this.#firstAt(quote.priceTicks), 0, quote)
  }

  remove(orderId: OrderId): void {
    const quote = this.#byId.get(orderId)
    if (quote === undefined) return
    this.#byId.delete(orderId)
    this.inOrder.splice(this.#placeOf(quote), 1)
  }

  hasAt(priceTicks: number): boolean {
    return this.inOrder[this.#firstAt(priceTicks)]?.priceTicks === priceTicks
  }

  #placeOf(quote: Quote): number {
    return this.inOrder.indexOf(quote, this.#firstAt(quote.priceTicks))
  }

  /** The index of the first quote whose price is not better. */
  #firstAt(priceTicks: number): number {
    let [low, high] = [0, this.inOrder.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const at = this.inOrder[middle]?.priceTicks ?? 0
      if (this.#sign * (at - priceTicks) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
