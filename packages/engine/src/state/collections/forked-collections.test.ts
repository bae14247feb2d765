// A fork shows its collections as if its changes had been made to the originals: each overlay is
// compared with a copy under the same random operations.

import { createPrng } from '@basis/domain/numbers/prng'
import { expect, test } from 'vitest'
import { OrderBook, type Book, type BookSide } from '../../order-book/order-book.ts'
import { OverlaidBook } from '../../order-book/forked-book.ts'
import { FinalRing, ForkedFinalOrders } from './recent-final-orders.ts'
import { OverlaidMap } from './forked-map.ts'
import {
  contentMark,
  linkKey,
  OverlaidSpentLinks,
  OwnSpentLinks,
  type SpentLink,
  type SpentLinks,
} from './spent-ids.ts'
import { ForkedSlotTable, OwnSlotTable } from './slot-table.ts'

type Slots = Map<number, number>

const contents = (book: Book): string => {
  const rows: string[] = []
  book.forEach((slot) => {
    rows.push(`${book.sideOf(slot)} ${book.priceOf(slot)} ${book.qtyOf(slot)} ${book.refOf(slot)}`)
  })
  return rows.join('\n')
}

function figures(book: Book): unknown {
  const sides = [0, 1].map((number) => {
    const side = number as BookSide
    const out = new Float64Array(15)
    const rows = book.depth(side, 5, out)
    const best = book.bestPrice(side)
    const at = [best, best + 1, best - 3].map((price) => [
      book.qtyAt(side, Math.max(0, price)),
      book.countAt(side, Math.max(0, price)),
    ])
    const fillable = [10, 100, 5000].map((lots) => book.fillable(side, side === 0 ? 110 : 95, lots))
    return {
      best,
      at,
      fillable,
      levels: book.levels(side),
      depth: Array.from(out.slice(0, rows * 3)),
    }
  })
  return { sides, size: book.size }
}

function compareBooks(seed: number): void {
  const prng = createPrng(seed)
  const below = new OrderBook()
  const twin = new OrderBook()
  let overlay: Book = below
  // By reference: the slot in the overlay and the slot in the twin.
  const slots: [Slots, Slots] = [new Map(), new Map()]
  for (let ref = 1; ref <= 700; ref += 1) {
    if (ref === 120) overlay = new OverlaidBook(below)
    if (ref === 500) overlay = new OverlaidBook(overlay)
    const roll = prng.nextBelow(10)
    const known = [...slots[0].keys()]
    const any = known[prng.nextBelow(Math.max(1, known.length))]
    const [mine, other] = [slots[0].get(any ?? 0), slots[1].get(any ?? 0)]
    if (roll < 5 || any === undefined || mine === undefined || other === undefined) {
      const side = prng.nextBelow(2) as BookSide
      const price = (side === 0 ? 90 : 100) + prng.nextBelow(10)
      const lots = 1 + prng.nextBelow(40)
      slots[0].set(ref, overlay.rest(side, price, lots, ref))
      slots[1].set(ref, twin.rest(side, price, lots, ref))
    } else if (roll < 8) {
      overlay.remove(mine)
      twin.remove(other)
      slots[0].delete(any)
      slots[1].delete(any)
    } else {
      const left = 1 + prng.nextBelow(twin.qtyOf(other))
      overlay.reduce(mine, left)
      twin.reduce(other, left)
    }
    expect(contents(overlay)).toBe(contents(twin))
    expect(figures(overlay)).toEqual(figures(twin))
  }
}

test.each([1, 2, 3])(
  'an overlaid order book equals a plain one under random operations, seed %i',
  (seed) => compareBooks(seed),
)

test('changes to an overlaid book do not change the book below', () => {
  const below = new OrderBook()
  const slot = below.rest(0, 100, 5, 1)
  const fork = new OverlaidBook(below)
  fork.reduce(slot, 2)
  fork.rest(1, 105, 3, 2)
  fork.remove(slot)
  expect(() => fork.sideOf(slot)).toThrow(RangeError)
  expect(() => fork.reduce(slot, 1)).toThrow(RangeError)
  expect(contents(below)).toBe('0 100 5 1')
  expect(below.version).toBe(1)
})

test.each([1, 2, 3])(
  'an overlaid map equals a plain one and leaves the map below unchanged, seed %i',
  (seed) => {
    const prng = createPrng(seed)
    const below = new Map(Array.from({ length: 20 }, (_, key) => [key, { value: key }]))
    const twin = new Map([...below].map(([key, { value }]) => [key, { value }]))
    const overlay = new OverlaidMap(below, (item) => ({ ...item }))
    for (let value = 100; value < 400; value += 1) {
      const key = prng.nextBelow(30)
      const roll = prng.nextBelow(4)
      if (roll === 0) expect(overlay.delete(key)).toBe(twin.delete(key))
      if (roll === 1) for (const map of [overlay, twin]) map.set(key, { value })
      const [mine, other] = [overlay.get(key), twin.get(key)]
      expect(mine).toEqual(other)
      if (roll === 2 && mine !== undefined && other !== undefined) mine.value = other.value = value
      expect(overlay.get(key)).toBe(mine)
      expect(overlay.has(key)).toBe(twin.has(key))
      expect(overlay.size).toBe(twin.size)
      expect([...overlay]).toEqual([...twin])
    }
    expect([...below.values()].map(({ value }) => value)).toEqual([...below.keys()])
  },
)

test('a forked slot table and forked final orders show their changes and leave the originals unchanged', () => {
  const table = new OwnSlotTable<{ name: string }>()
  const ref = table.take()
  table.put(ref, { name: 'below' })
  const own = { name: 'own' }
  const seen = new ForkedSlotTable(table, () => own)
  expect(seen.at(ref)).toBe(own)
  const next = seen.take()
  seen.put(next, { name: 'new' })
  seen.free(ref)
  expect([seen.at(ref), seen.at(next)?.name, table.at(ref)?.name]).toEqual([
    undefined,
    'new',
    'below',
  ])
  expect(table.end()).toBe(1)

  const ring = new FinalRing()
  ring.keep({ id: 5, account: 1, status: 2 })
  const fork = new ForkedFinalOrders(ring)
  fork.keep({ id: 5 + 8192, account: 3, status: 4 })
  fork.keep({ id: 5, account: 9, status: 9 })
  expect(fork.all()).toEqual([{ id: 5 + 8192, account: 3, status: 4 }])
  expect(ring.all()).toEqual([{ id: 5, account: 1, status: 2 }])
})

/** Compares the store with a plain list under the same random operations. */
function compareSpentLinks(seed: number): void {
  const prng = createPrng(seed)
  let store: SpentLinks = new OwnSpentLinks()
  const model: SpentLink[] = []
  const under: { store: SpentLinks; model: readonly SpentLink[] }[] = []
  for (let k = 0; k < 12_000; k += 1) {
    const linkId = `id-${k}`
    const [key, more] = linkKey(linkId)
    const link: SpentLink = [k % 7, key, more, contentMark(`${k}`), k + 1, Math.floor(k / 10)]
    store.keep(link)
    model.push(link)
    const forgets = k < 6000 ? prng.nextBelow(2) : prng.nextBelow(4)
    for (let f = 0; f < forgets && model.length > 0; f += 1) {
      store.forget()
      model.shift()
    }
    const asked = k - prng.nextBelow(5000)
    const known = model.find(([, , , , orderId]) => orderId === asked + 1)
    const found = store.find(asked % 7, linkKey(`id-${asked}`))
    expect(found?.orderId).toBe(known?.[4])
    expect(store.find((asked % 7) + 1, linkKey(`id-${asked}`))).toBeUndefined()
    expect(store.size).toBe(model.length)
    if (model.length > 0) expect(store.secondAt(0)).toBe(model[0]?.[5])
    if (k === 7000 || k === 7500) {
      under.push({ store, model: [...model] })
      store = new OverlaidSpentLinks(store)
    }
  }
  expect([...store.all()]).toEqual(model)
  for (const below of under) expect([...below.store.all()]).toEqual(below.model)
}

test.each([1, 2])('spent ids, and those of a fork, equal a plain list, seed %i', (seed) => {
  compareSpentLinks(seed)
})
