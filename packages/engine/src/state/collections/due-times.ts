// A heap of the times at which parent orders are due, so that idle parents cost no time.

type Due = { readonly ms: number; readonly id: number }

const isBefore = (a: Due, b: Due): boolean => a.ms < b.ms || (a.ms === b.ms && a.id < b.id)

/**
 * A binary heap of times, the earliest on top, then the lower id. An entry is stale if its parent's
 * due time has changed since; the caller of `take` checks that.
 */
export class DueTimes {
  readonly #entries: Due[]

  /** Copies the entries of another heap, for a fork of the state. */
  constructor(from?: DueTimes) {
    this.#entries = from === undefined ? [] : from.#entries.slice()
  }

  /** The earliest time; `Infinity` if empty. */
  get soonestMs(): number {
    return this.#entries[0]?.ms ?? Infinity
  }

  push(ms: number, id: number): void {
    const entries = this.#entries
    const entry = { ms, id }
    let at = entries.length
    entries.push(entry)
    while (at > 0) {
      const up = (at - 1) >> 1
      const parent = entries[up]
      if (parent === undefined || !isBefore(entry, parent)) break
      entries[at] = parent
      at = up
    }
    entries[at] = entry
  }

  /** Removes and returns the earliest entry. */
  take(): Due | undefined {
    const entries = this.#entries
    const [top] = entries
    const last = entries.pop()
    if (top === undefined || last === undefined || entries.length === 0) return top
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      const left = entries[child]
      if (left === undefined) break
      const right = entries[child + 1]
      if (right !== undefined && isBefore(right, left)) child += 1
      const least = entries[child]
      if (least === undefined || !isBefore(least, last)) break
      entries[at] = least
      at = child
    }
    entries[at] = last
    return top
  }
}
