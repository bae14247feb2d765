// A binary heap of items that wait for prices, the nearest price on top. Stale entries stay until
// they reach the top or are swept.

/** An item of the heap. Only entries with its stamp are valid; 0 while it has none. */
export type Watched = { stamp: number }

export type Entry<Item> = { readonly ticks: number; readonly stamp: number; readonly item: Item }

/** A binary heap over `ticks × sign`; the smallest product is on top. */
export class Heap<Item extends Watched> {
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

  /** Removes every live item that a price reaches and adds it to `into`, each once. */
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

  /** Returns the live items that a price reaches, without removing them. */
  upTo(ticks: number, own: (item: Item) => Item): Item[] {
    const reached: Item[] = []
    const places = [0]
    for (let at = places.pop(); at !== undefined; at = places.pop()) {
      const entry = this.#entries[at]
      if (entry === undefined || entry.ticks * this.#sign > ticks * this.#sign) continue
      places.push(2 * at + 1, 2 * at + 2)
      if (entry.item.stamp !== entry.stamp) continue
      const item = own(entry.item)
      // An item with another stamp was set again or removed: this entry is stale.
      if (item.stamp === entry.stamp) reached.push(item)
    }
    return reached
  }

  /** Removes stale entries. */
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
