// The order book by example; `checks/simulator` compares it with a slow model under random use.
import { describe, expect, test } from 'vitest'
import { buy, OrderBook, sell, type BookSide } from './order-book.ts'
import { maxPriceTicks } from './price-ladder.ts'

const sides = [buy, sell] as const

/** All orders of the book in priority order: side, price, quantity and the caller's reference. */
function contents(book: OrderBook): [BookSide, number, number, number][] {
  const orders: [BookSide, number, number, number][] = []
  book.forEach((slot) => {
    orders.push([book.sideOf(slot), book.priceOf(slot), book.qtyOf(slot), book.refOf(slot)])
  })
  return orders
}

function depthOf(book: OrderBook, side: BookSide, maxLevels: number): number[] {
  const out = new Float64Array(maxLevels * 3)
  return [...out.subarray(0, book.depth(side, maxLevels, out) * 3)]
}

describe('an order book', () => {
  test('is empty at first', () => {
    const book = new OrderBook()
    for (const side of sides) {
      expect(book.best(side)).toBe(-1)
      expect(book.bestPrice(side)).toBe(-1)
      expect(book.levels(side)).toBe(0)
      expect(book.qtyAt(side, 100)).toBe(0)
      expect(depthOf(book, side, 5)).toEqual([])
    }
    expect(contents(book)).toEqual([])
    expect([book.size, book.version]).toEqual([0, 0])
  })

  test('orders by price, then by arrival, on each side', () => {
    const book = new OrderBook()
    book.rest(buy, 100, 5, 1)
    book.rest(buy, 101, 6, 2)
    book.rest(buy, 100, 7, 3)
    book.rest(sell, 105, 1, 4)
    book.rest(sell, 103, 2, 5)
    book.rest(sell, 105, 3, 6)
    expect(contents(book).map((order) => order[3])).toEqual([2, 1, 3, 5, 4, 6])
    expect([book.bestPrice(buy), book.bestPrice(sell)]).toEqual([101, 103])
    expect(depthOf(book, buy, 10)).toEqual([101, 6, 1, 100, 12, 2])
    expect(depthOf(book, sell, 1)).toEqual([103, 2, 1])
    expect([book.qtyAt(sell, 105), book.countAt(sell, 105)]).toEqual([4, 2])
  })

  test('keeps the queue position of an order that is reduced', () => {
    const book = new OrderBook()
    const first = book.rest(sell, 50, 10, 1)
    book.rest(sell, 50, 10, 2)
    book.reduce(first, 4)
    expect(contents(book)).toEqual([
      [sell, 50, 4, 1],
      [sell, 50, 10, 2],
    ])
    expect(book.qtyAt(sell, 50)).toBe(14)
    expect(() => book.reduce(first, 5)).toThrow('cannot keep its place')
    expect(() => book.reduce(first, 0)).toThrow(RangeError)
  })

  test('keeps the order of a queue when an order is removed from its front, middle or end', () => {
    for (const gone of [0, 1, 2]) {
      const book = new OrderBook()
      const slots = [1, 2, 3].map((ref) => book.rest(buy, 70, ref, ref))
      book.remove(slots[gone] ?? -1)
      book.rest(buy, 70, 4, 4)
      const left = [1, 2, 3].filter((ref) => ref !== gone + 1)
      expect(contents(book).map((order) => order[3])).toEqual([...left, 4])
      expect(book.qtyAt(buy, 70)).toBe(10 - (gone + 1))
    }
  })

  test('finds the next price level across bitmap words, pages and millions of ticks', () => {
    const book = new OrderBook()
    // Prices on both sides of the bounds of words, pages and the words of each level above.
    const bounds = [5, 8, 13, 18, 23].flatMap((bits) => [2 ** bits - 1, 2 ** bits])
    const prices = [0, ...bounds, 20_000_000, maxPriceTicks]
    for (const price of prices.toReversed()) book.rest(sell, price, 1, price)
    for (const price of prices) book.rest(buy, price, 1, price)
    const seen = contents(book).map((order) => order[1])
    expect(seen).toEqual([...prices.toReversed(), ...prices])
    for (const price of prices) {
      expect([book.bestPrice(sell), book.levels(sell)]).toEqual([
        price,
        prices.length - prices.indexOf(price),
      ])
      book.remove(book.best(sell))
    }
    expect(book.best(sell)).toBe(-1)
  })

  test('grows with its orders and pages, and reuses both once they are free', () => {
    const book = new OrderBook()
    const prices = Array.from({ length: 3000 }, (_, order) => (order * 7919) % 1_000_003)
    const sorted = prices.toSorted((a, b) => a - b)
    for (const round of [1, 2, 3]) {
      const slots = prices.map((price) => book.rest(sell, price, round, price))
      expect(contents(book)).toEqual(sorted.map((price) => [sell, price, round, price]))
      // 2,640 pages of 256 slots are in use at once; three rounds without reuse are more.
      expect(Math.max(...slots)).toBeLessThan(700_000)
      for (const slot of slots) book.remove(slot)
      expect([book.size, book.levels(sell), book.bestPrice(sell)]).toEqual([0, 0, -1])
    }
  })

  test('returns how much an incoming order would find within its limit', () => {
    const book = new OrderBook()
    book.rest(sell, 10, 5, 1)
    book.rest(sell, 12, 7, 2)
    book.rest(buy, 8, 4, 3)
    expect(book.fillable(buy, 9, 3)).toBe(0)
    expect(book.fillable(buy, 10, 3)).toBe(3)
    expect(book.fillable(buy, 11, 9)).toBe(5)
    expect(book.fillable(buy, Infinity, 99)).toBe(12)
    expect(book.fillable(sell, 9, 1)).toBe(0)
    expect(book.fillable(sell, 0, 4)).toBe(4)
  })

  test('throws for invalid prices, quantities, references and slots', () => {
    const book = new OrderBook()
    const slot = book.rest(buy, 10, 1, 1)
    for (const price of [-1, 0.5, NaN, maxPriceTicks + 1, 2 ** 32 + 10]) {
      expect(() => book.rest(buy, price, 1, 2)).toThrow(RangeError)
    }
    for (const qty of [0, -1, 0.5, NaN, 2 ** 53]) {
      expect(() => book.rest(buy, 10, qty, 2)).toThrow(RangeError)
    }
    for (const ref of [0.5, 2 ** 31]) expect(() => book.rest(buy, 10, 1, ref)).toThrow(RangeError)
    expect(book.size).toBe(1)
    book.remove(slot)
    expect(() => book.remove(slot)).toThrow('No order rests in slot')
    expect(() => book.reduce(slot, 1)).toThrow('No order rests in slot')
    expect(() => book.after(-1)).toThrow('No order rests in slot')
    expect([book.size, book.countAt(buy, 2 ** 32 + 10)]).toEqual([0, 0])
  })
})
