// Which waiting triggers does a price reach? Two heaps for each basis, the nearest trigger on top,
// so that a price costs what it fires and not what waits.

import type { TriggerBasis } from '@basis/domain/order'
import type { Trigger } from './plan.ts'

/** What may be watched. Its stamp says which of its entries count; 0 while it is not watched. */
export type Watched = { stamp: number }

type Entry<Item> = { readonly ticks: number; readonly stamp: number; readonly item: Item }

/** A binary heap over `ticks × sign`; the smallest product is on top. */
class Heap<Item extends Watched> {
  readonly #sign: 1 | -1
  #entries: Entry<Item>[] = []

  constructor(sign: 1 | -1) {
    this.#sign = sign
  }

  get size(): number {
    return this.#entries.length
  }

  push(entry: Entry<Item>): void {
    const entries = this.#entries
    const sign = this.#sign
    let at = entries.length
    entries.push(entry)
    while (at > 0) {
      const up = (at - 1) >> 1
      const parent = entries[up]
      if (parent === undefined || parent.ticks * sign <= entry.ticks * sign) break
      entries[at] = parent
      at = up
    }
    entries[at] = entry
  }

  /** Takes every live item that a price reaches, each once. */
  takeUpTo(ticks: number, into: Item[]): void {
    for (;;) {
      const top = this.#entries[0]
      if (top === undefined || top.ticks * this.#sign > ticks * this.#sign) return
      this.#pop()
      if (top.item.stamp !== top.stamp) continue
      top.item.stamp = 0
      into.push(top.item)
    }
  }

  /** Returns the live items that a price reaches, and leaves them where they are. */
  upTo(ticks: number, own: (item: Item) => Item): Item[] {
    const reached: Item[] = []
    const places = [0]
    for (let at = places.pop(); at !== undefined; at = places.pop()) {
      const entry = this.#entries[at]
      if (entry === undefined || entry.ticks * this.#sign > ticks * this.#sign) continue
      places.push(2 * at + 1, 2 * at + 2)
      if (entry.item.stamp !== entry.stamp) continue
      const item = own(entry.item)
      // What was watched anew, or no longer, counts elsewhere or not at all.
      if (item.stamp === entry.stamp) reached.push(item)
    }
    return reached
  }

  /** Drops the entries that no longer count. */
  sweep(): void {
    const live = this.#entries.filter(({ item, stamp }) => item.stamp === stamp)
    this.#entries = []
    for (const entry of live) this.push(entry)
  }

  #pop(): void {
    const entries = this.#entries
    const last = entries.pop()
    if (last === undefined || entries.length === 0) return
    const sign = this.#sign
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      const left = entries[child]
      if (left === undefined) break
      const right = entries[child + 1]
      let least = left
      if (right !== undefined && right.ticks * sign < left.ticks * sign) {
        child += 1
        least = right
      }
      if (least.ticks * sign >= last.ticks * sign) break
      entries[at] = least
      at = child
    }
    entries[at] = last
  }
}

type Pair<Item extends Watched> = { readonly rising: Heap<Item>; readonly falling: Heap<Item> }

const newPair = <Item extends Watched>(): Pair<Item> => ({
  rising: new Heap<Item>(1),
  falling: new Heap<Item>(-1),
})

/** A watch that a fork looks through, and how it makes an item its own. */
type Below<Item extends Watched> = {
  readonly watch: Watch<Item>
  readonly own: (item: Item) => Item
}

/** So many entries that no longer count are always borne. */
const sweepFrom = 64

/** The triggers that wait in one market. */
export class Watch<Item extends Watched> {
  readonly #bases: Record<TriggerBasis, Pair<Item>> = {
    LastPrice: newPair<Item>(),
    IndexPrice: newPair<Item>(),
    MarkPrice: newPair<Item>(),
  }
  readonly #below: Below<Item> | undefined
  #stamp = 0
  #live = 0

  /** Returns a watch, or with something below it that watch as a fork of the state sees it. */
  constructor(below?: Below<Item>) {
    this.#below = below
    if (below === undefined) return
    this.#stamp = below.watch.#stamp
    this.#live = below.watch.#live
  }

  /** How many items are watched. */
  get size(): number {
    return this.#live
  }

  /**
   * Watches an item at a trigger; what it was watched for before no longer counts. `also` is a
   * second price, reached the other way: the first of both counts.
   */
  set(item: Item, { basis, direction, ticks }: Trigger, also?: number): void {
    if (item.stamp === 0) this.#live += 1
    this.#stamp += 1
    item.stamp = this.#stamp
    const { rising, falling } = this.#bases[basis]
    const [first, second] = direction === 1 ? [rising, falling] : [falling, rising]
    first.push({ ticks, stamp: this.#stamp, item })
    if (also !== undefined) second.push({ ticks: also, stamp: this.#stamp, item })
    if (first.size > sweepFrom + 3 * this.#live) first.sweep()
    if (second.size > sweepFrom + 3 * this.#live) second.sweep()
  }

  remove(item: Item): void {
    if (item.stamp === 0) return
    item.stamp = 0
    this.#live -= 1
  }

  /**
   * Takes the items that a price reaches, in no order. A price between two ticks reaches less on
   * each side: `roof` is it rounded up for falls, `floor` rounded down for rises.
   */
  take(basis: TriggerBasis, floor: number, roof: number): Item[] {
    const taken: Item[] = this.#takeBelow(basis, floor, roof)
    const { rising, falling } = this.#bases[basis]
    rising.takeUpTo(floor, taken)
    falling.takeUpTo(roof, taken)
    this.#live -= taken.length
    return taken
  }

  /** The watch below keeps its entries; the items, which are the fork's own, remember. */
  #takeBelow(basis: TriggerBasis, floor: number, roof: number): Item[] {
    if (this.#below === undefined) return []
    const { watch, own } = this.#below
    const { rising, falling } = watch.#bases[basis]
    const taken: Item[] = []
    for (const item of [...rising.upTo(floor, own), ...falling.upTo(roof, own)]) {
      if (item.stamp === 0) continue
      item.stamp = 0
      taken.push(item)
    }
    return taken
  }
}
