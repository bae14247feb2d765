// A table of items by small integers that are reused: the book refers to an order by such a number.

/** A table with reusable slots. */
export type SlotTable<Item> = {
  /** Returns a free slot, which the caller must fill next. */
  readonly take: () => number
  readonly put: (ref: number, item: Item) => void
  readonly at: (ref: number) => Item | undefined
  readonly free: (ref: number) => void
  /** A number above every slot. */
  readonly end: () => number
}

/** The table of the exchange's own state; freed slots are reused, the latest first. */
export class OwnSlotTable<Item> implements SlotTable<Item> {
  readonly #items: (Item | undefined)[] = []
  readonly #freed: number[] = []

  take(): number {
    return this.#freed.pop() ?? this.#items.length
  }

  put(ref: number, item: Item): void {
    this.#items[ref] = item
  }

  at(ref: number): Item | undefined {
    return this.#items[ref]
  }

  free(ref: number): void {
    this.#items[ref] = undefined
    this.#freed.push(ref)
  }

  end(): number {
    return this.#items.length
  }
}

/** A fork's copy-on-write view of a table; it takes only new slots, whose numbers are arbitrary. */
export class ForkedSlotTable<Item> implements SlotTable<Item> {
  readonly #below: SlotTable<Item>
  readonly #own: (item: Item) => Item
  readonly #items = new Map<number, Item | undefined>()
  #end: number

  constructor(below: SlotTable<Item>, own: (item: Item) => Item) {
    this.#below = below
    this.#own = own
    this.#end = below.end()
  }

  take(): number {
    this.#end += 1
    return this.#end - 1
  }

  put(ref: number, item: Item): void {
    this.#items.set(ref, item)
  }

  at(ref: number): Item | undefined {
    if (this.#items.has(ref)) return this.#items.get(ref)
    const found = this.#below.at(ref)
    return found === undefined ? undefined : this.#own(found)
  }

  free(ref: number): void {
    this.#items.set(ref, undefined)
  }

  end(): number {
    return this.#end
  }
}
