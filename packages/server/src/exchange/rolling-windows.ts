// Rolling one-second windows by name: how many requests passed within the last second.

const secondMs = 1000
/** Above this many windows, empty ones are dropped. */
const maxWindows = 20_000

/** The times of what passed within the last second, oldest first. */
class Window {
  readonly #moments: number[] = []
  #first = 0

  get count(): number {
    return this.#moments.length - this.#first
  }

  get oldestMs(): number {
    return this.momentMs(0)
  }

  /** The time of the entry at this place, counted from the oldest. */
  momentMs(place: number): number {
    return this.#moments[this.#first + place] ?? 0
  }

  forget(beforeMs: number): void {
    while (this.#first < this.#moments.length && this.oldestMs <= beforeMs) this.#first += 1
    if (this.#first > 512 || this.#first === this.#moments.length) {
      this.#moments.splice(0, this.#first)
      this.#first = 0
    }
  }

  add(nowMs: number, count: number): void {
    for (let k = 0; k < count; k += 1) this.#moments.push(nowMs)
  }
}

export type WindowAllowance = {
  /** How many of those asked for pass; they are counted. */
  readonly passed: number
  /** How many more may pass now. */
  readonly left: number
  /** When the next may pass if none may now; else now. */
  readonly resetMs: number
}

export class RollingWindows {
  readonly #windows = new Map<string, Window>()

  /** Returns in how many ms `count` may pass at once; 0 for now. Counts nothing. */
  waitMs(name: string, perSecond: number, count: number, nowMs: number): number {
    const window = this.#windows.get(name)
    window?.forget(nowMs - secondMs)
    const tooMany = (window?.count ?? 0) + count - perSecond
    if (tooMany <= 0) return 0
    // More than the limit never fits: the wait is the longest one, a second.
    if (window === undefined || tooMany > window.count) return secondMs
    return window.momentMs(tooMany - 1) + secondMs - nowMs
  }

  /** Lets as many pass as fit. */
  take(name: string, perSecond: number, count: number, nowMs: number): WindowAllowance {
    const window = this.#windowOf(name, nowMs)
    window.forget(nowMs - secondMs)
    const passed = Math.min(count, perSecond - window.count)
    window.add(nowMs, passed)
    const left = perSecond - window.count
    return { passed, left, resetMs: left > 0 ? nowMs : window.oldestMs + secondMs }
  }

  #windowOf(name: string, nowMs: number): Window {
    const known = this.#windows.get(name)
    if (known !== undefined) return known
    if (this.#windows.size > maxWindows) {
      for (const [other, window] of this.#windows) {
        window.forget(nowMs - secondMs)
        if (window.count === 0) this.#windows.delete(other)
      }
    }
    const made = new Window()
    this.#windows.set(name, made)
    return made
  }
}
