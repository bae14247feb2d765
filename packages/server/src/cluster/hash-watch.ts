// Compares a process's state hashes with those that others publish at agreed numbers: a process
// that differs from two others that agree has diverged.

/**
 * `state`: a hash of the full state, which blocks the process, so a leader never computes it.
 * `figures`: those of the markets and the exchange (exchange/follower.ts), at almost no cost.
 */
export type Watched = 'state' | 'figures'

/** A hash at a number, with the process that computed it. */
export type StateWord = {
  readonly of: Watched
  readonly seq: number
  readonly hash: string
  readonly who: string
}

/** Number of sequence numbers remembered. */
const remembered = 4

export class HashWatch {
  readonly #of: Watched
  readonly #me: string
  readonly #words = new Map<number, Map<string, string>>()
  #equalSeq = 0

  constructor(of: Watched, me: string) {
    this.#of = of
    this.#me = me
  }

  /** Adds a hash, also an own one; returns a sentence if this process has diverged. */
  take({ of, seq, hash, who }: StateWord): string | undefined {
    if (of !== this.#of) return undefined
    const words = this.#words.get(seq) ?? new Map<string, string>()
    this.#words.set(seq, words)
    words.set(who, hash)
    if (this.#words.size > remembered) this.#words.delete(Math.min(...this.#words.keys()))
    const mine = words.get(this.#me)
    if (mine === undefined) return undefined
    const others = [...words].flatMap(([name, hash]) => (name === this.#me ? [] : hash))
    if (others.includes(mine)) {
      this.#equalSeq = Math.max(this.#equalSeq, seq)
      return undefined
    }
    const agreed = others.find((hash, k) => others.indexOf(hash) < k)
    if (agreed === undefined) return undefined
    const both = `${mine} here, and ${agreed} at two others`
    return `The ${this.#of} at ${seq} ${this.#of === 'state' ? 'is' : 'are'} ${both}; it was last equal at ${this.#equalSeq}`
  }
}
