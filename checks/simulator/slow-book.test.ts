// The engine's order book compared with its reference model, all answers under seeded random use.
import { createPrng, type Prng } from '@basis/domain/numbers/prng'
import { buy, OrderBook, sell, type BookSide } from '@basis/engine/book'
import { describe, expect, test } from 'vitest'
import { proofLength } from '../proof-length.ts'
import { SlowBook } from './slow-book.ts'

type Book = OrderBook | SlowBook

const sides = [buy, sell] as const

/** The whole book in priority order, as the caller knows its orders. */
function contents(book: Book): [BookSide, number, number, number][] {
  const orders: [BookSide, number, number, number][] = []
  book.forEach((slot) => {
    orders.push([book.sideOf(slot), book.priceOf(slot), book.qtyOf(slot), book.refOf(slot)])
  })
  return orders
}

function depthOf(book: Book, side: BookSide, maxLevels: number): number[] {
  const out = new Float64Array(maxLevels * 3)
  return [...out.subarray(0, book.depth(side, maxLevels, out) * 3)]
}

/** Both books under the same random use, with the live orders' slots side by side. */
class Pair {
  readonly fast = new OrderBook()
  readonly slow = new SlowBook()
  readonly live: [fast: number, slow: number][] = []
  readonly #prng: Prng
  readonly #priceTicks: () => number
  #refs = 0

  constructor(seed: number) {
    const prng = createPrng(seed)
    this.#prng = prng
    // Shapes of markets: many orders on few ticks, levels over many pages, single far-away levels.
    const spread = [8, 3000, 20_000_000][seed % 3] ?? 8
    const base = [0, 649_000, 1020][prng.nextBelow(3)] ?? 0
    this.#priceTicks = () => base + prng.nextBelow(spread)
  }

  /** One random change; grows while few orders rest, shrinks when many do. */
  change(target: number): void {
    const roll = this.#prng.nextBelow(100)
    if (this.live.length === 0 || roll < (this.live.length < target ? 60 : 30)) this.#rest()
    else if (roll < 75) this.#remove(this.#prng.nextBelow(this.live.length))
    else if (roll < 90) this.#reduce()
    else this.#takeFront()
  }

  #rest(): void {
    const side = sides[this.#prng.nextBelow(2)] ?? buy
    const [priceTicks, qtyLots] = [this.#priceTicks(), 1 + this.#prng.nextBelow(1000)]
    this.#refs += 1
    this.live.push([
      this.fast.rest(side, priceTicks, qtyLots, this.#refs),
      this.slow.rest(side, priceTicks, qtyLots, this.#refs),
    ])
  }

  #remove(place: number): void {
    const [gone] = this.live.splice(place, 1)
    if (gone === undefined) return
    this.fast.remove(gone[0])
    this.slow.remove(gone[1])
  }

  #reduce(): void {
    const [fast, slow] = this.live[this.#prng.nextBelow(this.live.length)] ?? [-1, -1]
    const qtyLots = 1 + this.#prng.nextBelow(this.slow.qtyOf(slow))
    this.fast.reduce(fast, qtyLots)
    this.slow.reduce(slow, qtyLots)
  }

  #takeFront(): void {
    const front = this.fast.best(sides[this.#prng.nextBelow(2)] ?? buy)
    if (front >= 0) this.#remove(this.live.findIndex(([fast]) => fast === front))
  }

  /** The answers to a query with a random price, and to all queries without one. */
  expectSameAnswers(): void {
    const { fast, slow } = this
    const asked = this.#priceTicks()
    const wanted = this.#prng.nextBelow(20_000)
    const answers = (book: Book) => [
      [book.size, book.version],
      ...sides.map((side) => [
        book.bestPrice(side),
        book.levels(side),
        book.qtyAt(side, asked),
        book.countAt(side, asked),
        book.fillable(side, asked, wanted),
        ...depthOf(book, side, 7),
      ]),
    ]
    expect(answers(fast)).toEqual(answers(slow))
    for (const side of sides) {
      const [best, twin] = [fast.best(side), slow.best(side)]
      expect(best < 0 ? -1 : fast.refOf(best)).toBe(twin < 0 ? -1 : slow.refOf(twin))
    }
  }
}

describe('the order book and its reference model', () => {
  test.each(Array.from({ length: proofLength(200, 60) }, (_, index) => index + 1))(
    'agree on all answers, seed %i',
    (seed) => {
      const pair = new Pair(seed)
      for (let step = 0; step < 120; step += 1) {
        pair.change(12)
        pair.expectSameAnswers()
        expect(contents(pair.fast)).toEqual(contents(pair.slow))
      }
    },
  )

  test('agree over a long run with thousands of orders', () => {
    const pair = new Pair(2026)
    for (let step = 0; step < 12_000; step += 1) {
      pair.change(2500)
      if (step % 200 === 0) pair.expectSameAnswers()
      if (step % 1000 === 0) expect(contents(pair.fast)).toEqual(contents(pair.slow))
    }
    expect(pair.fast.size).toBeGreaterThan(2000)
  })

  test('a book rebuilt from its orders in priority order is equal', () => {
    const pair = new Pair(7)
    for (let step = 0; step < 800; step += 1) pair.change(300)
    const copy = new OrderBook()
    for (const [side, price, qty, ref] of contents(pair.fast)) copy.rest(side, price, qty, ref)
    expect(contents(copy)).toEqual(contents(pair.slow))
  })
})
