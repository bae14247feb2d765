// The messages of one client in the current second.

export class MessageRate {
  #second = 0
  #count = 0

  /** Counts a message; returns false above the limit for this second. */
  isWithin(nowMs: number, maxPerSecond: number): boolean {
    const second = Math.floor(nowMs / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#count = 0
    }
    this.#count += 1
    return this.#count <= maxPerSecond
  }
}
