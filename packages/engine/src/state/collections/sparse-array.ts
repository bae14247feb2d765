// An array with many missing items: an account's positions by market index.

export type SparseArray<Item> = {
  readonly at: (index: number) => Item | undefined
  readonly put: (index: number, item: Item | undefined) => void
  /** All items in order, up to the last one that was set. */
  readonly all: () => readonly (Item | undefined)[]
  /** Like `all`, read-only: in a fork, items that it has not copied are the parent state's. */
  readonly seen: () => readonly (Item | undefined)[]
}

/** The array of the exchange's own state. */
export class OwnSparseArray<Item> implements SparseArray<Item> {
  readonly #items: (Item | undefined)[] = []

  at(index: number): Item | undefined {
    return this.#items[index]
  }

  put(index: number, item: Item | undefined): void {
    while (this.#items.length < index) this.#items.push(undefined)
    this.#items[index] = item
  }

  all(): readonly (Item | undefined)[] {
    return this.#items
  }

  seen(): readonly (Item | undefined)[] {
    return this.#items
  }
}

/** A fork's copy-on-write view: a fill reads only one of a maker's many positions. */
export class ForkedSparseArray<Item> implements SparseArray<Item> {
  readonly #below: SparseArray<Item>
  readonly #own: (item: Item) => Item
  readonly #items = new Map<number, Item | undefined>()
  /** The result of `all`, once it was called. */
  #all: (Item | undefined)[] | undefined

  constructor(below: SparseArray<Item>, own: (item: Item) => Item) {
    this.#below = below
    this.#own = own
  }

  at(index: number): Item | undefined {
    if (this.#all !== undefined) return this.#all[index]
    if (this.#items.has(index)) return this.#items.get(index)
    const found = this.#below.at(index)
    if (found === undefined) return undefined
    const own = this.#own(found)
    this.#items.set(index, own)
    return own
  }

  put(index: number, item: Item | undefined): void {
    const all = this.#all
    if (all === undefined) {
      this.#items.set(index, item)
      return
    }
    while (all.length < index) all.push(undefined)
    all[index] = item
  }

  all(): readonly (Item | undefined)[] {
    if (this.#all !== undefined) return this.#all
    const all = this.#below.seen().map((_, index) => this.at(index))
    this.#all = all
    for (const [index, item] of this.#items) this.put(index, item)
    return all
  }

  seen(): readonly (Item | undefined)[] {
    if (this.#all !== undefined) return this.#all
    const seen = this.#below.seen().slice()
    for (const [index, item] of this.#items) {
      while (seen.length < index) seen.push(undefined)
      seen[index] = item
    }
    return seen
  }
}
