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
  readonly #sides = { Buy: new QuotesOfSide(-1), Sell: new QuotesOfSide(1) }

  /** Whether a side has no quote. */
  get isEmpty(): boolean {
    return this.#sides.Buy.inOrder.length === 0 || this.#sides.Sell.inOrder.length === 0
  }

  /** Takes in what an event says of one of the market's quotes. */
  learn(order: Order): void {
    const { id: orderId, priceTicks, leavesLots, filledLots } = order
    const side = this.#sides[order.side]
    if (isFinal(order.status)) side.remove(orderId)
    else side.put({ orderId, priceTicks, leavesLots, filledLots })
  }

  /** Returns a side's quotes, the best priced first; the list changes with the next event. */
  inOrder(side: Side): readonly Quote[] {
    return this.#sides[side].inOrder
  }

  /** Returns whether a quote of the side stands at this price. */
  hasAt(side: Side, priceTicks: number): boolean {
    return this.#sides[side].hasAt(priceTicks)
  }
}

/** Quotes kept in order: they are looked through far more often than they change. */
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

  /** The place of the first quote that is priced no better. */
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
