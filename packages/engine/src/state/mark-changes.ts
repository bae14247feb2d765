// The recent moves of mark prices by market, and a bound on how far any mark has moved.

// Cached sums are updated for these markets only. Derived from the rest of the state, and not saved
// in snapshots.

const kept = 512

/** The distance at which a round ends: a fifth of the smallest distance set for an account. */
const roundLength = 0.005

/**
 * How far the marks have moved. Between two times no mark has moved further than `travelled` at the
 * later less `from` at the earlier, as a sum of the steps relative to the smaller price of each.
 */
export type Distance = { readonly travelled: number; readonly from: number }

export class MarkChanges {
  /** The number of moves so far. */
  no = 0
  readonly #ring = new Uint32Array(kept)
  /**
   * The marks at the start of a round, of the markets that moved in it, with the round of each. A
   * price that oscillates does not move further from its start, so that the distance grows with the
   * range of the moves, not with their number.
   */
  readonly #began: { mark: number; round: number }[] = []
  #round = 0
  /** The sum of the distances of earlier rounds, and the largest distance of a mark in this one. */
  #earlier = 0
  #furthest = 0

  /** Records a move of a mark whose distance is not tracked. */
  recordMove(market: number): void {
    this.#ring[this.no % kept] = market
    this.no += 1
  }

  /** Records a move of a market's mark, 1e-8 quote; `before` is 0 if it had none. */
  record(market: number, before: number, now: number): void {
    this.recordMove(market)
    const began = (this.#began[market] ??= { mark: before, round: this.#round })
    if (began.round !== this.#round) {
      began.mark = before
      began.round = this.#round
    }
    const share = began.mark === 0 ? 1 : Math.abs(now - began.mark) / Math.min(now, began.mark)
    if (share > this.#furthest) this.#furthest = share
  }

  /** Returns the market of a move; undefined for one that is no longer stored. */
  at(no: number): number | undefined {
    return no < 0 || this.no - no > kept ? undefined : this.#ring[no % kept]
  }

  /** Returns how far the marks have moved; called once a command, after its price updates. */
  distance(): Distance {
    if (this.#furthest > roundLength) {
      this.#earlier += this.#furthest
      this.#furthest = 0
      this.#round += 1
    }
    return {
      travelled: this.#earlier + this.#furthest,
      // A mark may be on the opposite side of its start.
      from: this.#earlier - this.#furthest,
    }
  }
}
