// Which markets' marks moved lately, so that whoever kept sums can catch up by looking at these and
// not at everything (issue 3, performance). Follows from the rest and is not saved.

const kept = 512

export class MarkLog {
  /** How many moves there have been. */
  no = 0
  readonly #ring = new Uint32Array(kept)

  /** Notes that the mark of a market is another now, or what is reckoned with it. */
  note(market: number): void {
    this.#ring[this.no % kept] = market
    this.no += 1
  }

  /** Returns the market of a move; undefined for one that is no longer known. */
  at(no: number): number | undefined {
    return no < 0 || this.no - no > kept ? undefined : this.#ring[no % kept]
  }
}
