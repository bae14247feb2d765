// Recent moves of mark prices, by market, and the most that all marks have moved.

// Cached sums catch up by these markets and not by all. Follows from the rest of the state and is
// not saved.

const kept = 512

/** The distance from its marks at which a round ends: a fifth of the least reach of an account. */
const roundLength = 0.005

/**
 * How far the marks have moved. No mark has moved further between two moments than `travelled` of
 * the later less `from` of the earlier, as a sum of shares of the smaller price of each step.
 */
export type Distance = { readonly travelled: number; readonly from: number }

export class MarkChanges {
  /** How many moves there have been. */
  no = 0
  readonly #ring = new Uint32Array(kept)
  /**
   * The marks when the round began, of the markets that have moved in it, and the round in which
   * each was noted. A price that goes back and forth moves no further from where a round began, so
   * that the distance grows with the width of its moves and not with their number.
   */
  readonly #began: { mark: number; round: number }[] = []
  #round = 0
  /** The sum of the distances of earlier rounds, and the furthest that a mark has been in this. */
  #earlier = 0
  #furthest = 0

  /** Records that a mark has moved whose distance counts for nobody. */
  recordMove(market: number): void {
    this.#ring[this.no % kept] = market
    this.no += 1
  }

  /** Records that the mark of a market, 1e-8 quote, has moved; from 0 where it had none. */
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

  /** Returns the market of a move; undefined for one that is no longer known. */
  at(no: number): number | undefined {
    return no < 0 || this.no - no > kept ? undefined : this.#ring[no % kept]
  }

  /** Returns how far the marks have moved. Asked once a command, after its prices. */
  distance(): Distance {
    if (this.#furthest > roundLength) {
      this.#earlier += this.#furthest
      this.#furthest = 0
      this.#round += 1
    }
    return {
      travelled: this.#earlier + this.#furthest,
      // A mark may now be on the far side of where the round began.
      from: this.#earlier - this.#furthest,
    }
  }
}
