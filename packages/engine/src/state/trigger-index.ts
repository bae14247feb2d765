// The index of waiting triggers: two heaps for each price basis, the nearest trigger on top, so
// that the cost of a price depends on the triggers that it fires, not on those that wait.

import type { TriggerBasis } from '@basis/domain/orders/order'
import { Heap, type Watched } from './collections/heap.ts'
import type { Trigger } from './conditional-terms.ts'

type Pair<Item extends Watched> = { readonly rising: Heap<Item>; readonly falling: Heap<Item> }

const newPair = <Item extends Watched>(): Pair<Item> => ({
  rising: new Heap<Item>(1),
  falling: new Heap<Item>(-1),
})

const newBases = <Item extends Watched>(): Record<TriggerBasis, Pair<Item>> => ({
  LastPrice: newPair<Item>(),
  IndexPrice: newPair<Item>(),
  MarkPrice: newPair<Item>(),
})

/** The parent's index of a fork, and the function that copies an item for the fork. */
type Below<Item extends Watched> = {
  readonly index: TriggerIndex<Item>
  readonly own: (item: Item) => Item
}

/** The number of stale entries that is always tolerated. */
const sweepFrom = 64

/** The triggers that wait in one market. */
export class TriggerIndex<Item extends Watched> {
  /** Created with the first trigger: most markets of a fork never get one. */
  #bases: Record<TriggerBasis, Pair<Item>> | undefined
  readonly #below: Below<Item> | undefined
  #stamp = 0
  #live = 0

  /** Creates an empty index, or with `below` a fork's view of the parent's index. */
  constructor(below?: Below<Item>) {
    this.#below = below
    if (below === undefined) return
    this.#stamp = below.index.#stamp
    this.#live = below.index.#live
  }

  /** The number of waiting items. */
  get size(): number {
    return this.#live
  }

  /**
   * Adds an item at a trigger, replacing its previous trigger. `also` is a second price in the
   * other direction: the first of both to be reached fires.
   */
  set(item: Item, { basis, direction, ticks }: Trigger, also?: number): void {
    if (item.stamp === 0) this.#live += 1
    this.#stamp += 1
    item.stamp = this.#stamp
    this.#bases ??= newBases<Item>()
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
   * Removes and returns the items that a price reaches, unordered. A price between two ticks is
   * rounded to reach less: up to `roof` for falls, down to `floor` for rises.
   */
  take(basis: TriggerBasis, floor: number, roof: number): Item[] {
    const taken: Item[] = this.#takeBelow(basis, floor, roof)
    this.#bases?.[basis].rising.takeUpTo(floor, taken)
    this.#bases?.[basis].falling.takeUpTo(roof, taken)
    this.#live -= taken.length
    return taken
  }

  /**
   * The parent's index keeps its entries; the fork's copies of the items record that they were
   * taken.
   */
  #takeBelow(basis: TriggerBasis, floor: number, roof: number): Item[] {
    if (this.#below === undefined) return []
    const { index, own } = this.#below
    const taken: Item[] = []
    for (const item of index.#reached(basis, [floor, roof], own)) {
      if (item.stamp === 0) continue
      item.stamp = 0
      taken.push(item)
    }
    return taken
  }

  /** Returns what a price reaches in this index and its parents, as copies of the fork. */
  #reached(
    basis: TriggerBasis,
    [floor, roof]: readonly [number, number],
    own: (item: Item) => Item,
  ): Item[] {
    const pair = this.#bases?.[basis]
    const here = pair ? [...pair.rising.upTo(floor, own), ...pair.falling.upTo(roof, own)] : []
    const below = this.#below
    if (below === undefined) return here
    return [...here, ...below.index.#reached(basis, [floor, roof], (item) => own(below.own(item)))]
  }
}
