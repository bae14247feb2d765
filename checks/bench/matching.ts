// A bare matching core over the engine's order book: limit, market, cancel and replace, nothing
// else.

// It exists for comparisons with other bare books; the real engine also has margin, fees and
// events.

import { buy, OrderBook, sell, type BookSide } from '@basis/engine/book'

const firstFills = 64

/** Matches by price, then time. Order ids are small integers that are never reused. */
export class MatchingCore {
  readonly book = new OrderBook()
  /** The fills of the last operation: `fillCount` makers with their lots, at the makers' prices. */
  fillCount = 0
  fillMakers = new Int32Array(firstFills)
  fillPrices = new Int32Array(firstFills)
  fillQtys = new Float64Array(firstFills)
  // Slot of each id, plus one; zero when the order does not rest.
  readonly #slots: Int32Array

  /** `ids` is the number of different ids in use: 0 … ids - 1. */
  constructor(ids: number) {
    this.#slots = new Int32Array(ids)
  }

  isLive(id: number): boolean {
    return this.#slots[id] !== 0
  }

  /** Fills what it can at `priceTicks` or better; the rest enters the book. */
  limit(id: number, side: BookSide, priceTicks: number, qtyLots: number): void {
    this.fillCount = 0
    const best = this.book.bestPrice(side === buy ? sell : buy)
    const crosses = best >= 0 && (side === buy ? best <= priceTicks : best >= priceTicks)
    const left = crosses ? this.#take(side, priceTicks, qtyLots) : qtyLots
    if (left > 0) this.#slots[id] = this.book.rest(side, priceTicks, left, id) + 1
  }

  /** Fills what it can at any price and drops the rest. */
  market(side: BookSide, qtyLots: number): void {
    this.fillCount = 0
    this.#take(side, side === buy ? Infinity : 0, qtyLots)
  }

  /** Returns whether the order was still resting. */
  cancel(id: number): boolean {
    const slot = (this.#slots[id] ?? 0) - 1
    if (slot < 0) return false
    this.#slots[id] = 0
    this.book.remove(slot)
    return true
  }

  /** Replaces a resting order, which loses its queue position, and fills what crosses. */
  replace(id: number, priceTicks: number, qtyLots: number): boolean {
    const slot = (this.#slots[id] ?? 0) - 1
    if (slot < 0) return false
    const side = this.book.sideOf(slot)
    this.#slots[id] = 0
    this.book.remove(slot)
    this.limit(id, side, priceTicks, qtyLots)
    return true
  }

  // Returns the lots that were not filled.
  #take(side: BookSide, limitTicks: number, qtyLots: number): number {
    const book = this.book
    const makerSide = side === buy ? sell : buy
    let left = qtyLots
    while (left > 0) {
      const maker = book.best(makerSide)
      if (maker < 0) break
      const priceTicks = book.priceOf(maker)
      if (side === buy ? priceTicks > limitTicks : priceTicks < limitTicks) break
      const resting = book.qtyOf(maker)
      const filled = resting < left ? resting : left
      this.#record(book.refOf(maker), priceTicks, filled)
      if (filled === resting) {
        this.#slots[book.refOf(maker)] = 0
        book.remove(maker)
      } else {
        book.reduce(maker, resting - filled)
      }
      left -= filled
    }
    return left
  }

  #record(maker: number, priceTicks: number, qtyLots: number): void {
    const count = this.fillCount
    if (count === this.fillMakers.length) this.#growFills()
    this.fillMakers[count] = maker
    this.fillPrices[count] = priceTicks
    this.fillQtys[count] = qtyLots
    this.fillCount = count + 1
  }

  #growFills(): void {
    const before = [this.fillMakers, this.fillPrices, this.fillQtys] as const
    const length = this.fillMakers.length * 2
    this.fillMakers = new Int32Array(length)
    this.fillPrices = new Int32Array(length)
    this.fillQtys = new Float64Array(length)
    this.fillMakers.set(before[0])
    this.fillPrices.set(before[1])
    this.fillQtys.set(before[2])
  }
}
