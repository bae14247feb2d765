// Rolling seconds by name: how much has passed within the last second.

const secondMs = 1000
/** Windows that nobody uses any more are dropped when there are more than these. */
const maxWindows = 20_000

/** The moments of what has passed within the last second, the oldest first. */
class Window {
  readonly #moments: number[] = []
  #first = 0

  get count(): number {
    return this.#moments.length - this.#first
  }

  get oldestMs(): number {
    return this.momentMs(0)
  }

  /** The moment of one that has passed, by its place from the oldest on. */
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
  /** How many of those asked for may pass; they are counted. */
  readonly passed: number
  /** How many more may come now. */
  readonly left: number
  /** When the next may come, where none may; else now. */
  readonly resetMs: number
}

export class RollingWindows {
  readonly #windows = new Map<string, Window>()

  /** In how many ms so many may pass at once; 0 for now. Nothing is counted. */
  waitMs(name: string, perSecond: number, count: number, nowMs: number): number {
    const window = this.#windows.get(name)
    window?.forget(nowMs - secondMs)
    const tooMany = (window?.count ?? 0) + count - perSecond
    if (tooMany <= 0) return 0
    // More than a second's worth never fits; it is told to wait as long as anything has to.
    if (window === undefined || tooMany > window.count) return secondMs
    return window.momentMs(tooMany - 1) + secondMs - nowMs
  }

  /** Lets as many pass as there is room for. */
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
