// The index of waiting triggers: two heaps for each price basis, the nearest trigger on top, so
// that a price costs what it fires and not what waits.

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

/** The index that a fork reads through, and how it makes an item its own. */
type Below<Item extends Watched> = {
  readonly index: TriggerIndex<Item>
  readonly own: (item: Item) => Item
}

/** Entries that no longer count and are always tolerated. */
const sweepFrom = 64

/** The triggers that wait in one market. */
export class TriggerIndex<Item extends Watched> {
  /** Made with the first trigger: most of a fork's markets never get one. */
  #bases: Record<TriggerBasis, Pair<Item>> | undefined
  readonly #below: Below<Item> | undefined
  #stamp = 0
  #live = 0

  /** Makes an empty index, or with `below` a fork's view of the index below it. */
  constructor(below?: Below<Item>) {
    this.#below = below
    if (below === undefined) return
    this.#stamp = below.index.#stamp
    this.#live = below.index.#live
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
   * Takes the items that a price reaches, in no order. A price between two ticks reaches less on
   * each side: `roof` is it rounded up for falls, `floor` rounded down for rises.
   */
  take(basis: TriggerBasis, floor: number, roof: number): Item[] {
    const taken: Item[] = this.#takeBelow(basis, floor, roof)
    this.#bases?.[basis].rising.takeUpTo(floor, taken)
    this.#bases?.[basis].falling.takeUpTo(roof, taken)
    this.#live -= taken.length
    return taken
  }

  /** The index below keeps its entries; that they were taken is kept in the fork's own items. */
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

  /** What a price reaches, seen from a fork, or from a fork of a fork. */
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
