// A copy-on-write view of an order book for a fork: the parent's book, less the orders removed,
// plus those added. Its cost grows with the fork's own changes, not with the size of the book.

import { buy, sell, type Book, type BookSide } from './order-book.ts'
import { maxPriceTicks } from './price-ladder.ts'

type Added = {
  readonly slot: number
  readonly side: BookSide
  readonly priceTicks: number
  readonly ref: number
  qtyLots: number
}

/** The first slot of added orders, which no real book reaches: its records must fit 32 bits. */
const firstSlot = 2 ** 30

export class OverlaidBook implements Book {
  readonly #below: Book
  readonly #removed = new Set<number>()
  /** Remaining lots of the parent book's orders that were reduced. */
  readonly #left = new Map<number, number>()
  readonly #added = new Map<number, Added>()
  /** Added orders by side, best price first, then oldest first. */
  readonly #sides: readonly [Added[], Added[]] = [[], []]
  /** Per side, the first slot of the parent book that may still be there. */
  readonly #fronts: [number, number]
  readonly #firstSlot: number
  #nextSlot: number
  #changes = 0

  constructor(below: Book) {
    this.#below = below
    this.#firstSlot = below instanceof OverlaidBook ? below.#nextSlot : firstSlot
    this.#nextSlot = this.#firstSlot
    this.#fronts = [below.best(0), below.best(1)]
  }

  get version(): number {
    return this.#below.version + this.#changes
  }

  get size(): number {
    return this.#below.size - this.#removed.size + this.#added.size
  }

  rest(side: BookSide, priceTicks: number, qtyLots: number, ref: number): number {
    assertQty(qtyLots)
    if (ref !== (ref | 0)) throw new RangeError(`A ref must be a 32-bit integer, not ${ref}`)
    if (!Number.isInteger(priceTicks) || priceTicks < 0 || priceTicks > maxPriceTicks) {
      throw new RangeError(`A price must be an integer in 0 … ${maxPriceTicks}, not ${priceTicks}`)
    }
    const added: Added = { slot: this.#nextSlot, side, priceTicks, qtyLots, ref }
    this.#nextSlot += 1
    this.#changes += 1
    this.#added.set(added.slot, added)
    const list = this.#sides[side]
    const at = list.findIndex((other) => isBetter(side, priceTicks, other.priceTicks))
    list.splice(at < 0 ? list.length : at, 0, added)
    return added.slot
  }

  remove(slot: number): void {
    const side = this.sideOf(slot)
    this.#changes += 1
    const added = this.#added.get(slot)
    if (added === undefined) {
      this.#removed.add(slot)
      this.#left.delete(slot)
      return
    }
    this.#added.delete(slot)
    const list = this.#sides[side]
    list.splice(list.indexOf(added), 1)
  }

  reduce(slot: number, qtyLots: number): void {
    this.sideOf(slot)
    assertQty(qtyLots)
    const before = this.qtyOf(slot)
    if (qtyLots > before) throw new RangeError(`An order of ${before} lots cannot keep its place`)
    this.#changes += 1
    const added = this.#added.get(slot)
    if (added === undefined) this.#left.set(slot, qtyLots)
    else added.qtyLots = qtyLots
  }

  best(side: BookSide): number {
    const front = this.#live(this.#fronts[side])
    this.#fronts[side] = front
    return this.#better(side, front, this.#sides[side][0])
  }

  bestPrice(side: BookSide): number {
    const slot = this.best(side)
    return slot < 0 ? -1 : this.priceOf(slot)
  }

  after(slot: number): number {
    const side = this.sideOf(slot)
    const list = this.#sides[side]
    const added = this.#added.get(slot)
    if (added !== undefined) {
      const next = list[list.indexOf(added) + 1]
      return this.#better(side, this.#beyond(side, added.priceTicks), next)
    }
    // At equal prices the parent book's orders have priority.
    const price = this.priceOf(slot)
    const next = list.find(({ priceTicks }) => !isBetter(side, priceTicks, price))
    return this.#better(side, this.#live(this.#below.after(slot)), next)
  }

  priceOf(slot: number): number {
    return this.#added.get(slot)?.priceTicks ?? this.#below.priceOf(slot)
  }

  qtyOf(slot: number): number {
    return this.#added.get(slot)?.qtyLots ?? this.#left.get(slot) ?? this.#below.qtyOf(slot)
  }

  refOf(slot: number): number {
    return this.#added.get(slot)?.ref ?? this.#below.refOf(slot)
  }

  sideOf(slot: number): BookSide {
    const added = this.#added.get(slot)
    if (added !== undefined) return added.side
    if (this.#removed.has(slot) || slot >= this.#firstSlot) {
      throw new RangeError(`No order rests in slot ${slot}`)
    }
    return this.#below.sideOf(slot)
  }

  qtyAt(side: BookSide, priceTicks: number): number {
    let lots = 0
    for (const slot of this.#walk(side, priceTicks)) lots += this.qtyOf(slot)
    return lots
  }

  countAt(side: BookSide, priceTicks: number): number {
    let count = 0
    for (const _ of this.#walk(side, priceTicks)) count += 1
    return count
  }

  levels(side: BookSide): number {
    let count = 0
    let last = -1
    for (const slot of this.#walk(side)) {
      const price = this.priceOf(slot)
      if (price !== last) count += 1
      last = price
    }
    return count
  }

  fillable(takerSide: BookSide, limitPriceTicks: number, wantedLots: number): number {
    let found = 0
    for (const slot of this.#walk(takerSide === buy ? sell : buy)) {
      const price = this.priceOf(slot)
      if (takerSide === buy ? price > limitPriceTicks : price < limitPriceTicks) return found
      found += this.qtyOf(slot)
      if (found >= wantedLots) return wantedLots
    }
    return found
  }

  depth(side: BookSide, maxLevels: number, out: Float64Array): number {
    let written = 0
    for (const slot of this.#walk(side)) {
      const price = this.priceOf(slot)
      const at = (written - 1) * 3
      if (written > 0 && out[at] === price) {
        out[at + 1] = (out[at + 1] ?? 0) + this.qtyOf(slot)
        out[at + 2] = (out[at + 2] ?? 0) + 1
        continue
      }
      if (written === maxLevels) break
      out.set([price, this.qtyOf(slot), 1], written * 3)
      written += 1
    }
    return written
  }

  forEach(visit: (slot: number) => void): void {
    for (const slot of this.#walk(0)) visit(slot)
    for (const slot of this.#walk(1)) visit(slot)
  }

  /** A side's orders in priority order: all, or those at one price. */
  *#walk(side: BookSide, only?: number): Generator<number, undefined> {
    for (let slot = this.best(side); slot >= 0; slot = this.after(slot)) {
      const price = this.priceOf(slot)
      if (only !== undefined && isBetter(side, only, price)) return
      if (only === undefined || only === price) yield slot
    }
  }

  /** Returns the parent book's first slot from here on that was not removed; -1 if none. */
  #live(from: number): number {
    let slot = from
    while (slot >= 0 && this.#removed.has(slot)) slot = this.#below.after(slot)
    return slot
  }

  /** Returns the parent book's first slot at a worse price than this one; -1 if none. */
  #beyond(side: BookSide, priceTicks: number): number {
    let slot = this.#live(this.#fronts[side])
    while (slot >= 0 && !isBetter(side, priceTicks, this.#below.priceOf(slot))) {
      slot = this.#live(this.#below.after(slot))
    }
    return slot
  }

  #better(side: BookSide, below: number, added: Added | undefined): number {
    if (added === undefined) return below
    if (below < 0) return added.slot
    return isBetter(side, added.priceTicks, this.#below.priceOf(below)) ? added.slot : below
  }
}

const isBetter = (side: BookSide, one: number, other: number): boolean =>
  side === 0 ? one > other : one < other

function assertQty(qtyLots: number): void {
  if (!Number.isSafeInteger(qtyLots) || qtyLots <= 0) {
    throw new RangeError(`A resting quantity must be a safe integer above zero, not ${qtyLots}`)
  }
}
