// A copy-on-write view of a map for a fork: values are copied when first read, and additions and
// removals do not change the parent's map.

/** Reads fall through to `below`; each value found there is copied once by `own`. */
export class OverlaidMap<Key, Value> extends Map<Key, Value> {
  readonly #below: ReadonlyMap<Key, Value>
  readonly #own: (value: Value) => Value
  /** Keys of the parent's map that were removed, including those added again at the end. */
  readonly #removed = new Set<Key>()
  /** Keys that follow those of the parent's map, in insertion order. */
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
