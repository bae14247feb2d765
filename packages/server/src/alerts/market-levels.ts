// The alerts of one market figure sorted by level, so that a move of the figure finds those that it
// may have reached and skips all others (rules 13.2).

type Level = { readonly level: number; readonly id: number }

export class MarketLevels {
  /** Ascending by level. */
  readonly #levels: Level[] = []
  /** Alerts to check next time, whatever their level. */
  readonly #due = new Set<number>()
  #last: number | undefined

  get size(): number {
    return this.#levels.length
  }

  add(level: number, id: number): void {
    this.#levels.splice(this.#from(level), 0, { level, id })
    this.#due.add(id)
  }

  remove(level: number, id: number): void {
    let at = this.#from(level)
    const isOther = (one: Level | undefined): boolean => one?.level === level && one.id !== id
    while (isOther(this.#levels[at])) at += 1
    if (this.#levels[at]?.id === id) this.#levels.splice(at, 1)
    this.#due.delete(id)
  }

  /** Checks an alert next time, even if the figure does not move. */
  checkAgain(id: number): void {
    this.#due.add(id)
  }

  /**
   * Returns the alerts that may be on another side of their level at this value, oldest first:
   * those between it and the previous value, and those due for a check anyway.
   */
  reached(value: number): readonly number[] {
    const before = this.#last ?? value
    this.#last = value
    const found = new Set(this.#due)
    this.#due.clear()
    const most = Math.max(before, value)
    for (let at = this.#from(Math.min(before, value)); ; at += 1) {
      const next = this.#levels[at]
      if (next === undefined || next.level > most) break
      found.add(next.id)
    }
    return [...found].toSorted((one, other) => one - other)
  }

  /** The index of the first level at or above this one. */
  #from(level: number): number {
    let [low, high] = [0, this.#levels.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#levels[middle]?.level ?? Infinity) < level) low = middle + 1
      else high = middle
    }
    return low
  }
}
