// A heap of the times at which parent orders are due, so that idle parents cost nothing.

type Due = { readonly ms: number; readonly id: number }

const isBefore = (a: Due, b: Due): boolean => a.ms < b.ms || (a.ms === b.ms && a.id < b.id)

/**
 * A binary heap of moments, the soonest on top, among equals the lower number. An entry whose
 * parent has another moment by now no longer counts, which its taker checks.
 */
export class DueTimes {
  readonly #entries: Due[]

  /** Begins with the entries of another, for a fork of the state. */
  constructor(from?: DueTimes) {
    this.#entries = from === undefined ? [] : from.#entries.slice()
  }

  /** The soonest moment; `Infinity` without any. */
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

  /** Takes the soonest entry. */
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
