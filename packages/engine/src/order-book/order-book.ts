// The order book of one instrument: resting orders in price-time priority.

// The book stores orders in priority; it does not match. The caller walks `best` and `after`,
// applies each fill and then calls `reduce` or `remove`, so that the book is independent of money.

// Freed records and pages are reused; once the columns have grown to the book's usual size, no
// operation allocates. Growth doubles and copies them. A page is 8 kB: one for each 256 orders, and
// one for each 256 neighbouring ticks that hold an order. Columns are read with `as number` for the
// reason given in `price-ladder.ts`.

import { enlarged, Ladder, levelsPerPage, maxPriceTicks, PagePool } from './price-ladder.ts'

/** A side of the book: `buy` (0) or `sell` (1). */
export type BookSide = 0 | 1
export const buy: BookSide = 0
export const sell: BookSide = 1

/** The sign of an order or a position: 1 to buy or long, -1 to sell or short, 0 if flat. */
type Sign = 1 | -1 | 0

/** Returns the side on which an order rests; a position is closed against this side. */
export const ownBookSide = (sign: Sign): BookSide => (sign === 1 ? buy : sell)

/** Returns the side with which an incoming order trades. */
export const oppositeBookSide = (sign: Sign): BookSide => (sign === 1 ? sell : buy)

// Every order and every level is a record of eight 32-bit fields, the last two of them one double.
// The orders of a level and the level itself form a ring, so that insertion and removal need no
// branch; this is why both are in the same columns, pages of orders beside pages of levels. Records
// begin at multiples of eight, and field offsets are added with `|`, which unlike `+` needs no
// overflow check.
const recordShift = 3
const atNext = 0
const atPrev = 1
// Of an order: its price, the number of its level, the caller's number, and its side plus one; a
// level and a free record have 0 for a side.
const atPrice = 2
const atLevel = 3
const atRef = 4
const atSide = 5
// Of a level: the number of its orders. The level is empty if this is 0; its other fields are then
// stale.
const atCount = 2
// Offset in doubles from the record's start: lots of the order, or the sum of lots of the level.
const atLots = 3

/** The interface of a book, whether the real one or a fork's view (forked-book.ts). */
export type Book = { readonly [Member in keyof OrderBook]: OrderBook[Member] }

/**
 * Price levels with their queues for one instrument.
 *
 * Prices are integer ticks in 0 … 2^30 - 1, quantities safe positive integers of lots, and so must
 * be the sum of lots on a level. A *slot* is the book's name for a resting order: it stays the same
 * until the order is removed, and may be given to another order afterwards. Slots are internal: two
 * equal books may number their orders differently, so they must never be stored, hashed or sent.
 */
export class OrderBook {
  readonly #pool = new PagePool()
  readonly #ladders = [new Ladder(true, this.#pool), new Ladder(false, this.#pool)] as const
  #records = new Int32Array(levelsPerPage << recordShift)
  #lots = new Float64Array(this.#records.buffer)
  #pages = 1
  // Freed slots are linked through `next`; after them come the unused ones of the newest page of
  // orders. The first page is page 0.
  #freeSlot = -1
  #newSlot = 0
  #endSlot = levelsPerPage
  #version = 0

  /** Rises with every change; equal versions of one book mean equal contents. */
  get version(): number {
    return this.#version
  }

  /** The number of resting orders on both sides, counted level by level at each call. */
  get size(): number {
    return this.#countOrders(buy) + this.#countOrders(sell)
  }

  /**
   * Puts an order at the end of its level's queue and returns its slot. `ref` is any signed 32-bit
   * integer of the caller's, returned by `refOf`. Throws `RangeError` for a price or `ref` out of
   * range or a quantity that is not a safe integer above zero; these are bugs of the caller. The
   * caller checks whether the price crosses the other side.
   */
  rest(side: BookSide, priceTicks: number, qtyLots: number, ref: number): number {
    assertQty(qtyLots)
    if (ref !== (ref | 0)) throw new RangeError(`A ref must be a 32-bit integer, not ${ref}`)
    const ladder = this.#ladders[side]
    const level = ladder.reach(priceTicks)
    const slot = this.#takeSlot()
    if (this.#pool.made > this.#pages) this.#grow()
    const records = this.#records
    const order = slot << recordShift
    const ring = level << recordShift
    const count = records[ring | atCount] as number
    if (count === 0) {
      ladder.occupy(priceTicks, level)
      records[ring | atNext] = level
      records[ring | atPrev] = level
      this.#lots[(ring >> 1) | atLots] = 0
    }
    const last = records[ring | atPrev] as number
    records[ring | atCount] = count + 1
    records[ring | atPrev] = slot
    records[(last << recordShift) | atNext] = slot
    records[order | atNext] = level
    records[order | atPrev] = last
    records[order | atPrice] = priceTicks
    records[order | atLevel] = level
    records[order | atRef] = ref
    records[order | atSide] = side + 1
    const lots = this.#lots
    lots[(order >> 1) | atLots] = qtyLots
    lots[(ring >> 1) | atLots] = (lots[(ring >> 1) | atLots] as number) + qtyLots
    this.#version += 1
    return slot
  }

  /** Removes an order from the book and frees its slot. Throws if nothing rests there. */
  remove(slot: number): void {
    const side = this.#restingSide(slot)
    const records = this.#records
    const lots = this.#lots
    const order = slot << recordShift
    const level = records[order | atLevel] as number
    const ring = level << recordShift
    const next = records[order | atNext] as number
    const prev = records[order | atPrev] as number
    const count = (records[ring | atCount] as number) - 1
    records[ring | atCount] = count
    records[(prev << recordShift) | atNext] = next
    records[(next << recordShift) | atPrev] = prev
    lots[(ring >> 1) | atLots] =
      (lots[(ring >> 1) | atLots] as number) - (lots[(order >> 1) | atLots] as number)
    records[order | atSide] = 0
    records[order | atNext] = this.#freeSlot
    this.#freeSlot = slot
    this.#version += 1
    if (count === 0) this.#ladders[side].vacate(records[order | atPrice] as number, level)
  }

  /**
   * Sets the remaining quantity of an order, which keeps its place in the queue.
   * `qtyLots` must be above zero and not above the present quantity: an order that grows loses its
   * place and has to be removed and rested again. Throws `RangeError` otherwise.
   */
  reduce(slot: number, qtyLots: number): void {
    this.#restingSide(slot)
    assertQty(qtyLots)
    const lots = this.#lots
    const order = (slot << 2) | atLots
    const before = lots[order] as number
    if (qtyLots > before) throw new RangeError(`An order of ${before} lots cannot keep its place`)
    const level = ((this.#records[(slot << recordShift) | atLevel] as number) << 2) | atLots
    lots[order] = qtyLots
    lots[level] = (lots[level] as number) - before + qtyLots
    this.#version += 1
  }

  /**
   * Returns the slot that is filled first on a side of the book, or -1 when the side is empty. An
   * incoming order asks for the opposite of its own side.
   */
  best(side: BookSide): number {
    const level = this.#ladders[side].bestLevel
    return level < 0 ? -1 : this.#front(level)
  }

  /** Returns the best price of a side in ticks (highest bid, lowest ask), -1 when it is empty. */
  bestPrice(side: BookSide): number {
    return this.#ladders[side].best
  }

  /** Returns the slot next in priority on the same side, or -1. Ask before removing `slot`. */
  after(slot: number): number {
    const side = this.#restingSide(slot)
    const order = slot << recordShift
    const next = this.#records[order | atNext] as number
    if (next !== this.#records[order | atLevel]) return next
    const ladder = this.#ladders[side]
    const priceTicks = ladder.next(this.#records[order | atPrice] as number)
    return priceTicks < 0 ? -1 : this.#front(ladder.find(priceTicks))
  }

  /** Returns the price, in ticks, of the order that rests in a slot. */
  priceOf(slot: number): number {
    return this.#records[(slot << recordShift) | atPrice] as number
  }

  /** Returns the remaining lots of the order in a slot. */
  qtyOf(slot: number): number {
    return this.#lots[(slot << 2) | atLots] as number
  }

  /** Returns the caller's own number for the order in a slot. */
  refOf(slot: number): number {
    return this.#records[(slot << recordShift) | atRef] as number
  }

  /** Returns the side of the order in a slot. */
  sideOf(slot: number): BookSide {
    return this.#restingSide(slot)
  }

  /** Returns the sum of lots resting at a price, 0 if there is none. */
  qtyAt(side: BookSide, priceTicks: number): number {
    const level = this.#occupied(side, priceTicks)
    return level < 0 ? 0 : (this.#lots[(level << 2) | atLots] as number)
  }

  /** Returns the number of orders resting at a price, 0 if there is none. */
  countAt(side: BookSide, priceTicks: number): number {
    const level = this.#occupied(side, priceTicks)
    return level < 0 ? 0 : (this.#records[(level << recordShift) | atCount] as number)
  }

  /** Returns the number of occupied price levels of a side. */
  levels(side: BookSide): number {
    return this.#ladders[side].size
  }

  /**
   * Returns how many lots, at most `wantedLots`, an incoming order would find on the other side of
   * the book at `limitPriceTicks` or better. `takerSide` is the incoming order's own side. Without
   * a limit: `Infinity` to buy, 0 to sell.
   */
  fillable(takerSide: BookSide, limitPriceTicks: number, wantedLots: number): number {
    const ladder = this.#ladders[takerSide === buy ? sell : buy]
    let found = 0
    for (let price = ladder.best; price >= 0; price = ladder.next(price)) {
      if (takerSide === buy ? price > limitPriceTicks : price < limitPriceTicks) return found
      found += this.#lots[(ladder.find(price) << 2) | atLots] as number
      if (found >= wantedLots) return wantedLots
    }
    return found
  }

  /**
   * Writes the best `maxLevels` levels of a side into `out` as price in ticks, lots, number of
   * orders; price, lots, … and returns how many levels it wrote. `out` has 3 × `maxLevels` places.
   */
  depth(side: BookSide, maxLevels: number, out: Float64Array): number {
    const ladder = this.#ladders[side]
    let written = 0
    for (let price = ladder.best; price >= 0 && written < maxLevels; price = ladder.next(price)) {
      const level = ladder.find(price)
      out[written * 3] = price
      out[written * 3 + 1] = this.#lots[(level << 2) | atLots] as number
      out[written * 3 + 2] = this.#records[(level << recordShift) | atCount] as number
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
    const ladder = this.#ladders[side]
    const level = priceTicks > maxPriceTicks ? -1 : ladder.find(priceTicks)
    return level >= 0 && (this.#records[(level << recordShift) | atCount] as number) > 0
      ? level
      : -1
  }

  #countOrders(side: BookSide): number {
    const ladder = this.#ladders[side]
    let count = 0
    for (let price = ladder.best; price >= 0; price = ladder.next(price)) {
      count += this.#records[(ladder.find(price) << recordShift) | atCount] as number
    }
    return count
  }

  #front(level: number): number {
    return this.#records[(level << recordShift) | atNext] as number
  }

  #restingSide(slot: number): BookSide {
    const side = (this.#records[(slot << recordShift) | atSide] as number) - 1
    if (side >= 0) return side as BookSide
    throw new RangeError(`No order rests in slot ${slot}`)
  }

  #takeSlot(): number {
    const slot = this.#freeSlot
    if (slot >= 0) {
      this.#freeSlot = this.#records[(slot << recordShift) | atNext] as number
      return slot
    }
    if (this.#newSlot === this.#endSlot) this.#addSlots()
    return this.#newSlot++
  }

  #addSlots(): void {
    this.#newSlot = this.#pool.take() * levelsPerPage
    this.#endSlot = this.#newSlot + levelsPerPage
  }

  #grow(): void {
    while (this.#pool.made > this.#pages) this.#pages *= 2
    this.#records = enlarged(this.#records, (this.#pages * levelsPerPage) << recordShift)
    this.#lots = new Float64Array(this.#records.buffer)
  }
}

function assertQty(qtyLots: number): void {
  if (!Number.isSafeInteger(qtyLots) || qtyLots <= 0) {
    throw new RangeError(`A resting quantity must be a safe integer above zero, not ${qtyLots}`)
  }
}
