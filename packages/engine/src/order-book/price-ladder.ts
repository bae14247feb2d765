// The price ladder of one side of a book: its occupied ticks, the best one, and the next after a
// tick.

// Ticks are kept as bits. A page covers 256 ticks with 8 words of 32 bits and one summary word
// that says which of those words are not empty; above the pages are two more levels of bits. The
// next occupied tick, however far away, is found with a handful of `Math.clz32`. Pages are taken
// from a pool when a first order comes to their ticks and given back when the last one leaves, so a
// book around tick 20,000,000 costs no more than one around tick 20.

// Reads of typed arrays are written `as number`: every index here is in range by construction, and
// a test for `undefined` in these lines would be dead code.

/**
 * Orders of a wide book are far apart, so that a page holds few of them; with pages of four times
 * as many ticks the books of a new exchange took four times the memory. At most 10, as a summary is
 * one word.
 */
const pageShift = 8
const inPageMask = (1 << pageShift) - 1
const wordShift = pageShift - 5
const inSummaryMask = (1 << wordShift) - 1
const firstPages = 1 << 10

/** The number of levels, or of orders, in a page of the pool. */
export const levelsPerPage = 1 << pageShift

/** Prices of a book lie in 0 … `maxPriceTicks`, so that they and all links fit 32 bits. */
export const maxPriceTicks = 2 ** 30 - 1

/**
 * Hands out page numbers from 1 upwards, given-back ones first; both sides of a book and its orders
 * share one pool. Page 0 belongs to the owner of the pool from the beginning.
 */
export class PagePool {
  readonly #free: number[] = []
  #made = 1

  /** How many pages exist, used or free: the columns of the pool's owner must hold as many. */
  get made(): number {
    return this.#made
  }

  take(): number {
    return this.#free.pop() ?? this.#made++
  }

  give(page: number): void {
    this.#free.push(page)
  }
}

/** The occupied ticks of one side, in order; a level's number is its place in the page pool. */
export class Ladder {
  readonly #isBuy: boolean
  readonly #pool: PagePool
  // Pool page of each page of ticks; zero says that there is none.
  #pageAt = new Int32Array(firstPages)
  #pageBits = new Int32Array(firstPages >> 5)
  #groupBits = new Int32Array(firstPages >> 10)
  // By pool page: one summary word, and its words with a bit per tick.
  #summary = new Int32Array(1)
  #bits = new Int32Array(1 << wordShift)
  #pages = firstPages
  #best = -1
  #bestLevel = -1
  #size = 0

  constructor(isBuy: boolean, pool: PagePool) {
    this.#isBuy = isBuy
    this.#pool = pool
  }

  /** The best occupied tick (highest to buy, lowest to sell), or -1. */
  get best(): number {
    return this.#best
  }

  /** The level number of the best tick, or -1. */
  get bestLevel(): number {
    return this.#bestLevel
  }

  /** The number of occupied ticks. */
  get size(): number {
    return this.#size
  }

  /** Returns the level number of a tick, occupied or not; -1 if the tick has no page. */
  find(priceTicks: number): number {
    const page = priceTicks >>> pageShift
    if (page >= this.#pages) return -1
    const poolPage = this.#pageAt[page] as number
    return poolPage === 0 ? -1 : (poolPage << pageShift) | (priceTicks & inPageMask)
  }

  /**
   * Returns the level number of a tick, taking a page for it if there is none. The caller must
   * `occupy` the tick next if it was empty, or the page is never given back. Throws `RangeError`
   * for anything but an integer in 0 … `maxPriceTicks`.
   */
  reach(priceTicks: number): number {
    if (priceTicks !== (priceTicks | 0)) refusePrice(priceTicks)
    const page = priceTicks >>> pageShift
    let poolPage = page < this.#pages ? (this.#pageAt[page] as number) : 0
    if (poolPage === 0) poolPage = this.#addPage(priceTicks)
    return (poolPage << pageShift) | (priceTicks & inPageMask)
  }

  /** Marks a reached, empty tick as occupied. */
  occupy(priceTicks: number, level: number): void {
    const word = level >> 5
    const poolPage = level >> pageShift
    this.#bits[word] = (this.#bits[word] as number) | (1 << (level & 31))
    this.#summary[poolPage] = (this.#summary[poolPage] as number) | (1 << (word & inSummaryMask))
    this.#size += 1
    const best = this.#best
    if (best < 0 || (this.#isBuy ? priceTicks > best : priceTicks < best)) {
      this.#best = priceTicks
      this.#bestLevel = level
    }
  }

  /** Marks an occupied tick as empty; gives its page back when it was the page's last. */
  vacate(priceTicks: number, level: number): void {
    const word = level >> 5
    const poolPage = level >> pageShift
    const bits = (this.#bits[word] as number) & ~(1 << (level & 31))
    this.#bits[word] = bits
    this.#size -= 1
    if (bits === 0) {
      const summary = (this.#summary[poolPage] as number) & ~(1 << (word & inSummaryMask))
      this.#summary[poolPage] = summary
      if (summary === 0) this.#dropPage(priceTicks >> pageShift, poolPage)
    }
    if (priceTicks === this.#best) {
      this.#best = this.next(priceTicks)
      this.#bestLevel = this.find(this.#best)
    }
  }

  /** Returns the next worse occupied tick after this one, or -1. */
  next(priceTicks: number): number {
    return this.#isBuy ? this.#below(priceTicks) : this.#above(priceTicks)
  }

  #below(priceTicks: number): number {
    const page = priceTicks >> pageShift
    const poolPage = this.#pageAt[page] as number
    if (poolPage !== 0) {
      const word = (priceTicks & inPageMask) >> 5
      const inWord =
        (this.#bits[(poolPage << wordShift) | word] as number) & ~(-1 << (priceTicks & 31))
      if (inWord !== 0) return (priceTicks & ~31) | highestBit(inWord)
      const inPage = (this.#summary[poolPage] as number) & ~(-1 << word)
      if (inPage !== 0) return this.#tickIn(page, poolPage, highestBit(inPage))
    }
    const nextPage = this.#pageBelow(page)
    if (nextPage < 0) return -1
    const nextPool = this.#pageAt[nextPage] as number
    return this.#tickIn(nextPage, nextPool, highestBit(this.#summary[nextPool] as number))
  }

  #above(priceTicks: number): number {
    const page = priceTicks >> pageShift
    const poolPage = this.#pageAt[page] as number
    if (poolPage !== 0) {
      const word = (priceTicks & inPageMask) >> 5
      const inWord =
        (this.#bits[(poolPage << wordShift) | word] as number) & (-2 << (priceTicks & 31))
      if (inWord !== 0) return (priceTicks & ~31) | lowestBit(inWord)
      const inPage = (this.#summary[poolPage] as number) & (-2 << word)
      if (inPage !== 0) return this.#tickIn(page, poolPage, lowestBit(inPage))
    }
    const nextPage = this.#pageAbove(page)
    if (nextPage < 0) return -1
    const nextPool = this.#pageAt[nextPage] as number
    return this.#tickIn(nextPage, nextPool, lowestBit(this.#summary[nextPool] as number))
  }

  // The best tick within one word of a page.
  #tickIn(page: number, poolPage: number, word: number): number {
    const bits = this.#bits[(poolPage << wordShift) | word] as number
    const bit = this.#isBuy ? highestBit(bits) : lowestBit(bits)
    return (page << pageShift) | (word << 5) | bit
  }

  #pageBelow(page: number): number {
    const word = page >> 5
    const inWord = (this.#pageBits[word] as number) & ~(-1 << (page & 31))
    if (inWord !== 0) return (word << 5) | highestBit(inWord)
    let group = word >> 5
    let words = (this.#groupBits[group] as number) & ~(-1 << (word & 31))
    while (words === 0) {
      group -= 1
      if (group < 0) return -1
      words = this.#groupBits[group] as number
    }
    const found = (group << 5) | highestBit(words)
    return (found << 5) | highestBit(this.#pageBits[found] as number)
  }

  #pageAbove(page: number): number {
    const word = page >> 5
    const inWord = (this.#pageBits[word] as number) & (-2 << (page & 31))
    if (inWord !== 0) return (word << 5) | lowestBit(inWord)
    let group = word >> 5
    let words = (this.#groupBits[group] as number) & (-2 << (word & 31))
    while (words === 0) {
      group += 1
      if (group >= this.#groupBits.length) return -1
      words = this.#groupBits[group] as number
    }
    const found = (group << 5) | lowestBit(words)
    return (found << 5) | lowestBit(this.#pageBits[found] as number)
  }

  #addPage(priceTicks: number): number {
    if (priceTicks < 0 || priceTicks > maxPriceTicks) refusePrice(priceTicks)
    const page = priceTicks >> pageShift
    let pages = this.#pages
    while (page >= pages) pages *= 2
    if (pages > this.#pages) {
      this.#pages = pages
      this.#pageAt = enlarged(this.#pageAt, pages)
      this.#pageBits = enlarged(this.#pageBits, pages >> 5)
      this.#groupBits = enlarged(this.#groupBits, pages >> 10)
    }
    const poolPage = this.#pool.take()
    let poolPages = this.#summary.length
    while (poolPage >= poolPages) poolPages *= 2
    if (poolPages > this.#summary.length) {
      this.#summary = enlarged(this.#summary, poolPages)
      this.#bits = enlarged(this.#bits, poolPages << wordShift)
    }
    this.#pageAt[page] = poolPage
    const word = page >> 5
    const group = page >> 10
    this.#pageBits[word] = (this.#pageBits[word] as number) | (1 << (page & 31))
    this.#groupBits[group] = (this.#groupBits[group] as number) | (1 << (word & 31))
    return poolPage
  }

  #dropPage(page: number, poolPage: number): void {
    this.#pageAt[page] = 0
    this.#pool.give(poolPage)
    const word = page >> 5
    const bits = (this.#pageBits[word] as number) & ~(1 << (page & 31))
    this.#pageBits[word] = bits
    if (bits !== 0) return
    const group = page >> 10
    this.#groupBits[group] = (this.#groupBits[group] as number) & ~(1 << (word & 31))
  }
}

/** Returns a longer copy whose new part is zero. */
export function enlarged(column: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(length)
  longer.set(column)
  return longer
}

function refusePrice(priceTicks: number): never {
  throw new RangeError(
    `A price must be an integer in 0 … ${maxPriceTicks} ticks, not ${priceTicks}`,
  )
}

// Both expect a word that is not zero.
function highestBit(word: number): number {
  return 31 - Math.clz32(word)
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word)
}
