// Recent moves of mark prices, by market, and the most that all marks have moved.

// Cached sums catch up by these markets and not by all. Follows from the rest of the state and is
// not saved.

const kept = 512

export class MarkChanges {
  /** How many moves there have been. */
  no = 0
  readonly #ring = new Uint32Array(kept)
  /**
   * How far every mark has gone at most, back and forth, as a sum of shares; and in this command.
   */
  #distance = 0
  #furthest = 0

  /** Records that the mark of a market has moved by this share of the smaller of its two values. */
  record(market: number, share: number): void {
    this.#ring[this.no % kept] = market
    this.no += 1
    if (share > this.#furthest) this.#furthest = share
  }

  /** Returns the market of a move; undefined for one that is no longer known. */
  at(no: number): number | undefined {
    return no < 0 || this.no - no > kept ? undefined : this.#ring[no % kept]
  }

  /**
   * Returns how far every mark has gone at most since the beginning, back and forth, as a sum of
   * shares. Asked once a command, after its prices.
   */
  distance(): number {
    this.#distance += this.#furthest
    this.#furthest = 0
    return this.#distance
  }
}
