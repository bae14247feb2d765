// A map seen through a fork: what the fork never asked for stays in the map below, what it asked
// for is its own copy, and what it adds or takes away the map below never learns.

/** Reads fall through to `below`; each value found there is replaced once by `own` of it. */
export class OverlaidMap<Key, Value> extends Map<Key, Value> {
  readonly #below: ReadonlyMap<Key, Value>
  readonly #own: (value: Value) => Value
  /** Keys of the map below that are gone, or were and then came back at the end. */
  readonly #removed = new Set<Key>()
  /** Keys that come after those of the map below, in their order. */
  readonly #added = new Set<Key>()

  constructor(below: ReadonlyMap<Key, Value>, own: (value: Value) => Value) {
    super()
    this.#below = below
    this.#own = own
  }

  override get size(): number {
    return this.#below.size - this.#removed.size + this.#added.size
  }

  override get(key: Key): Value | undefined {
    const mine = super.get(key)
    if (mine !== undefined || this.#removed.has(key)) return mine
    const found = this.#below.get(key)
    if (found === undefined) return undefined
    const copy = this.#own(found)
    super.set(key, copy)
    return copy
  }

  override has(key: Key): boolean {
    return this.#added.has(key) || this.#isBelow(key)
  }

  override set(key: Key, value: Value): this {
    if (!this.has(key)) this.#added.add(key)
    return super.set(key, value)
  }

  override delete(key: Key): boolean {
    const isBelow = this.#isBelow(key)
    if (isBelow) this.#removed.add(key)
    super.delete(key)
    return this.#added.delete(key) || isBelow
  }

  override clear(): void {
    for (const key of this.#below.keys()) this.#removed.add(key)
    this.#added.clear()
    super.clear()
  }

  override *keys(): MapIterator<Key> {
    for (const key of this.#below.keys()) if (!this.#removed.has(key)) yield key
    yield* this.#added
  }

  override *entries(): MapIterator<[Key, Value]> {
    for (const key of this.keys()) {
      const value = this.get(key)
      if (value !== undefined) yield [key, value]
    }
  }

  override *values(): MapIterator<Value> {
    for (const [, value] of this.entries()) yield value
  }

  override [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries()
  }

  override forEach(visit: (value: Value, key: Key, map: Map<Key, Value>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this)
  }

  #isBelow(key: Key): boolean {
    return !this.#removed.has(key) && this.#below.has(key)
  }
}
