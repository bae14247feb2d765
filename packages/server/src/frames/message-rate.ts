// The rate of one client: its messages, or new topics, in the current second.

export class MessageRate {
  #second = 0
  #count = 0

  /**
   * Counts a message, or several things that are asked for together; returns false if the limit for
   * this second was reached before.
   */
  isWithin(nowMs: number, maxPerSecond: number, count = 1): boolean {
    const second = Math.floor(nowMs / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#count = 0
    }
    const isWithin = this.#count < maxPerSecond
    this.#count += count
    return isWithin
  }
}
