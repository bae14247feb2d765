// One instrument's order book: resting orders in price-time priority, built for speed.
//
// The book holds and orders; it does not match. Whoever drives it walks `best` and `after`, applies
// each fill and then calls `reduce` or `remove`, so that the book never knows about money.
//
// Orders live in columns of typed arrays, one slot each, linked into the queue of their level; freed
// slots and pages of levels are used again. After the columns have grown to the book's usual size no
// operation allocates. Reads of the columns are written `as number` for the reason given in
// `ladder.ts`.
import { enlarged, Ladder, levelsPerPage, maxPriceTicks, PagePool } from './ladder.ts'

/** A side of the book: `buy` (0) or `sell` (1). */
export type BookSide = 0 | 1
export const buy: BookSide = 0
export const sell: BookSide = 1

const firstSlots = 256
const freeMark = 2

/**
 * Price levels with their queues for one instrument.
 *
 * Prices are integer ticks in 0 … 2^30 - 1, quantities safe positive integers of lots. A *slot* is
 * the book's name for a resting order: it stays the same until the order is removed, and may be
 * given to another order afterwards. Slots are not part of the book's meaning: two equal books may
 * number their orders differently, so they must never be stored, hashed or sent.
 */
export class OrderBook {
  readonly #pool = new PagePool()
  readonly #buys = new Ladder(true, this.#pool)
  readonly #sells = new Ladder(false, this.#pool)
  // By level: first and last slot, number of orders, sum of lots. A level is empty when its count is.
  #head = new Int32Array(levelsPerPage)
  #tail = new Int32Array(levelsPerPage)
  #count = new Int32Array(levelsPerPage)
  #total = new Float64Array(levelsPerPage)
  // By slot. The free slots are linked through `next`.
  #next = new Int32Array(firstSlots)
  #prev = new Int32Array(firstSlots)
  #price = new Int32Array(firstSlots)
  #level = new Int32Array(firstSlots)
  #ref = new Int32Array(firstSlots)
  #side = new Uint8Array(firstSlots).fill(freeMark)
  #qty = new Float64Array(firstSlots)
  #freeSlot = -1
  #usedSlots = 0
  #size = 0
  #version = 0

  /** Rises with every change; equal versions of one book mean equal contents. */
  get version(): number {
    return this.#version
  }

  /** The number of resting orders on both sides. */
  get size(): number {
    return this.#size
  }

  /**
   * Puts an order at the end of its level's queue and returns its slot.
   * `ref` is any 32-bit integer of the caller's, handed back by `refOf`.
   * Throws `RangeError` for a price out of range or a quantity that is not a safe integer above zero;
   * both are bugs of the caller. Whether the price crosses the other side is the caller's affair.
   */
  rest(side: BookSide, priceTicks: number, qtyLots: number, ref: number): number {
    assertQty(qtyLots)
    const ladder = side === buy ? this.#buys : this.#sells
    const level = ladder.reach(priceTicks)
    if (level >= this.#count.length) this.#growLevels(level)
    const slot = this.#takeSlot()
    const count = this.#count[level] as number
    let last = -1
    if (count === 0) {
      ladder.occupy(priceTicks, level)
      this.#head[level] = slot
      this.#total[level] = qtyLots
    } else {
      last = this.#tail[level] as number
      this.#next[last] = slot
      this.#total[level] = (this.#total[level] as number) + qtyLots
    }
    this.#tail[level] = slot
    this.#count[level] = count + 1
    this.#next[slot] = -1
    this.#prev[slot] = last
    this.#price[slot] = priceTicks
    this.#level[slot] = level
    this.#ref[slot] = ref
    this.#side[slot] = side
    this.#qty[slot] = qtyLots
    this.#size += 1
    this.#version += 1
    return slot
  }

  /** Takes an order out of the book; its slot is free afterwards. Throws if nothing rests there. */
  remove(slot: number): void {
    const side = this.#restingSide(slot)
    const level = this.#level[slot] as number
    const next = this.#next[slot] as number
    const prev = this.#prev[slot] as number
    const count = (this.#count[level] as number) - 1
    this.#count[level] = count
    if (count === 0) {
      const ladder = side === buy ? this.#buys : this.#sells
      ladder.vacate(this.#price[slot] as number, level)
    } else {
      this.#total[level] = (this.#total[level] as number) - (this.#qty[slot] as number)
      if (prev < 0) this.#head[level] = next
      else this.#next[prev] = next
      if (next < 0) this.#tail[level] = prev
      else this.#prev[next] = prev
    }
    this.#side[slot] = freeMark
    this.#next[slot] = this.#freeSlot
    this.#freeSlot = slot
    this.#size -= 1
    this.#version += 1
  }

  /**
   * Sets the remaining quantity of an order, which keeps its place in the queue.
   * `qtyLots` must be above zero and not above the present quantity: an order that grows loses its
   * place and has to be removed and rested again. Throws `RangeError` otherwise.
   */
  reduce(slot: number, qtyLots: number): void {
    this.#restingSide(slot)
    assertQty(qtyLots)
    const before = this.#qty[slot] as number
    if (qtyLots > before) throw new RangeError(`An order of ${before} lots cannot keep its place`)
    const level = this.#level[slot] as number
    this.#qty[slot] = qtyLots
    this.#total[level] = (this.#total[level] as number) - before + qtyLots
    this.#version += 1
  }

  /** Returns the slot that is filled first on a side, or -1 when the side is empty. */
  best(side: BookSide): number {
    const ladder = side === buy ? this.#buys : this.#sells
    const priceTicks = ladder.best
    return priceTicks < 0 ? -1 : (this.#head[ladder.find(priceTicks)] as number)
  }

  /** Returns the best price of a side in ticks (highest bid, lowest ask), or -1 when it is empty. */
  bestPrice(side: BookSide): number {
    return side === buy ? this.#buys.best : this.#sells.best
  }

  /** Returns the slot next in priority on the same side, or -1. Ask before removing `slot`. */
  after(slot: number): number {
    const side = this.#restingSide(slot)
    const next = this.#next[slot] as number
    if (next >= 0) return next
    const ladder = side === buy ? this.#buys : this.#sells
    const priceTicks = ladder.next(this.#price[slot] as number)
    return priceTicks < 0 ? -1 : (this.#head[ladder.find(priceTicks)] as number)
  }

  /** Returns the price, in ticks, of the order in a slot. */
  priceOf(slot: number): number {
    return this.#price[slot] as number
  }

  /** Returns the remaining lots of the order in a slot. */
  qtyOf(slot: number): number {
    return this.#qty[slot] as number
  }

  /** Returns the caller's own number for the order in a slot. */
  refOf(slot: number): number {
    return this.#ref[slot] as number
  }

  /** Returns the side of the order in a slot. */
  sideOf(slot: number): BookSide {
    return this.#restingSide(slot)
  }

  /** Returns the sum of lots resting at a price, 0 where there is none. */
  qtyAt(side: BookSide, priceTicks: number): number {
    const level = this.#occupied(side, priceTicks)
    return level < 0 ? 0 : (this.#total[level] as number)
  }

  /** Returns the number of orders resting at a price, 0 where there is none. */
  countAt(side: BookSide, priceTicks: number): number {
    const level = this.#occupied(side, priceTicks)
    return level < 0 ? 0 : (this.#count[level] as number)
  }

  /** Returns the number of occupied price levels of a side. */
  levels(side: BookSide): number {
    return side === buy ? this.#buys.size : this.#sells.size
  }

  /**
   * Returns how many lots, at most `wantedLots`, an incoming order of `takerSide` would find on the
   * other side at `limitPriceTicks` or better. A market order to buy passes `Infinity`, one to sell 0.
   */
  fillable(takerSide: BookSide, limitPriceTicks: number, wantedLots: number): number {
    const ladder = takerSide === buy ? this.#sells : this.#buys
    let found = 0
    for (let price = ladder.best; price >= 0; price = ladder.next(price)) {
      if (takerSide === buy ? price > limitPriceTicks : price < limitPriceTicks) return found
      found += this.#total[ladder.find(price)] as number
      if (found >= wantedLots) return wantedLots
    }
    return found
  }

  /**
   * Writes the best `maxLevels` levels of a side into `out` as price in ticks, lots, number of
   * orders; price, lots, … and returns how many levels it wrote. `out` needs 3 × `maxLevels` places.
   */
  depth(side: BookSide, maxLevels: number, out: Float64Array): number {
    const ladder = side === buy ? this.#buys : this.#sells
    let written = 0
    for (let price = ladder.best; price >= 0 && written < maxLevels; price = ladder.next(price)) {
      const level = ladder.find(price)
      out[written * 3] = price
      out[written * 3 + 1] = this.#total[level] as number
      out[written * 3 + 2] = this.#count[level] as number
      written += 1
    }
    return written
  }

  /**
   * Visits every resting order in priority order, all buys before all sells. Resting them in this
   * order in an empty book makes an equal book. The visitor must not change the book.
   */
  forEach(visit: (slot: number) => void): void {
    for (let slot = this.best(buy); slot >= 0; slot = this.after(slot)) visit(slot)
    for (let slot = this.best(sell); slot >= 0; slot = this.after(slot)) visit(slot)
  }

  #occupied(side: BookSide, priceTicks: number): number {
    const ladder = side === buy ? this.#buys : this.#sells
    const level = priceTicks > maxPriceTicks ? -1 : ladder.find(priceTicks)
    return level >= 0 && (this.#count[level] as number) > 0 ? level : -1
  }

  #restingSide(slot: number): BookSide {
    const side = this.#side[slot]
    if (side === 0 || side === 1) return side
    throw new RangeError(`No order rests in slot ${slot}`)
  }

  #takeSlot(): number {
    const slot = this.#freeSlot
    if (slot >= 0) {
      this.#freeSlot = this.#next[slot] as number
      return slot
    }
    if (this.#usedSlots === this.#next.length) this.#growSlots()
    return this.#usedSlots++
  }

  #growSlots(): void {
    const length = this.#next.length * 2
    this.#next = enlarged(this.#next, length)
    this.#prev = enlarged(this.#prev, length)
    this.#price = enlarged(this.#price, length)
    this.#level = enlarged(this.#level, length)
    this.#ref = enlarged(this.#ref, length)
    const side = new Uint8Array(length).fill(freeMark)
    side.set(this.#side)
    this.#side = side
    const qty = new Float64Array(length)
    qty.set(this.#qty)
    this.#qty = qty
  }

  #growLevels(level: number): void {
    let length = this.#count.length
    while (level >= length) length *= 2
    this.#head = enlarged(this.#head, length)
    this.#tail = enlarged(this.#tail, length)
    this.#count = enlarged(this.#count, length)
    const total = new Float64Array(length)
    total.set(this.#total)
    this.#total = total
  }
}

function assertQty(qtyLots: number): void {
  if (!Number.isSafeInteger(qtyLots) || qtyLots <= 0) {
    throw new RangeError(`A resting quantity must be a safe integer above zero, not ${qtyLots}`)
  }
}
