// The order book's reference model: a list of orders that is sorted at every query. It has no
// ladder, links or bitmaps, so that it is very likely correct; the fast book must agree.
import type { BookSide } from '@basis/engine/book'

type SlowOrder = {
  readonly slot: number
  readonly side: BookSide
  readonly priceTicks: number
  readonly ref: number
  readonly arrival: number
  qtyLots: number
}

/** Answers like `OrderBook`, except that its slots are never reused. */
export class SlowBook {
  #orders: SlowOrder[] = []
  #arrivals = 0
  #version = 0

  get version(): number {
    return this.#version
  }

  get size(): number {
    return this.#orders.length
  }

  rest(side: BookSide, priceTicks: number, qtyLots: number, ref: number): number {
    const slot = this.#arrivals
    this.#orders.push({ slot, side, priceTicks, qtyLots, ref, arrival: slot })
    this.#arrivals += 1
    this.#version += 1
    return slot
  }

  remove(slot: number): void {
    const order = this.#order(slot)
    this.#orders = this.#orders.filter((other) => other !== order)
    this.#version += 1
  }

  reduce(slot: number, qtyLots: number): void {
    this.#order(slot).qtyLots = qtyLots
    this.#version += 1
  }

  best(side: BookSide): number {
    return this.#queue(side)[0]?.slot ?? -1
  }

  bestPrice(side: BookSide): number {
    return this.#queue(side)[0]?.priceTicks ?? -1
  }

  after(slot: number): number {
    const order = this.#order(slot)
    const queue = this.#queue(order.side)
    return queue[queue.indexOf(order) + 1]?.slot ?? -1
  }

  priceOf(slot: number): number {
    return this.#order(slot).priceTicks
  }

  qtyOf(slot: number): number {
    return this.#order(slot).qtyLots
  }

  refOf(slot: number): number {
    return this.#order(slot).ref
  }

  sideOf(slot: number): BookSide {
    return this.#order(slot).side
  }

  qtyAt(side: BookSide, priceTicks: number): number {
    return sumOfLots(this.#queue(side).filter((order) => order.priceTicks === priceTicks))
  }

  countAt(side: BookSide, priceTicks: number): number {
    return this.#queue(side).filter((order) => order.priceTicks === priceTicks).length
  }

  levels(side: BookSide): number {
    return new Set(this.#queue(side).map((order) => order.priceTicks)).size
  }

  fillable(takerSide: BookSide, limitPriceTicks: number, wantedLots: number): number {
    const within = this.#queue(takerSide === 0 ? 1 : 0).filter((order) =>
      takerSide === 0 ? order.priceTicks <= limitPriceTicks : order.priceTicks >= limitPriceTicks,
    )
    return Math.min(wantedLots, sumOfLots(within))
  }

  depth(side: BookSide, maxLevels: number, out: Float64Array): number {
    const prices = [...new Set(this.#queue(side).map((order) => order.priceTicks))]
    const shown = prices.slice(0, maxLevels)
    out.set(shown.flatMap((price) => [price, this.qtyAt(side, price), this.countAt(side, price)]))
    return shown.length
  }

  forEach(visit: (slot: number) => void): void {
    for (const order of [...this.#queue(0), ...this.#queue(1)]) visit(order.slot)
  }

  #order(slot: number): SlowOrder {
    const found = this.#orders.find((order) => order.slot === slot)
    if (found === undefined) throw new RangeError(`No order rests in slot ${slot}`)
    return found
  }

  #queue(side: BookSide): SlowOrder[] {
    const better = side === 0 ? -1 : 1
    return this.#orders
      .filter((order) => order.side === side)
      .toSorted((a, b) => better * (a.priceTicks - b.priceTicks) || a.arrival - b.arrival)
  }
}

function sumOfLots(orders: readonly SlowOrder[]): number {
  return orders.reduce((sum, order) => sum + order.qtyLots, 0)
}
