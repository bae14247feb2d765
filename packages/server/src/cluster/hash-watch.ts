// The verdict over one's own state, from what processes tell each other of theirs at agreed
// numbers: who differs from two others that agree has diverged.

/**
 * `state` is hashed whole, which stops who does it: a leader never does. `figures` are those of
 * markets and of the exchange itself (exchange/follower.ts), which cost nothing.
 */
export type Watched = 'state' | 'figures'

/** A hash at a number, by whoever came to it. */
export type StateWord = {
  readonly of: Watched
  readonly seq: number
  readonly hash: string
  readonly who: string
}

/** So many numbers are remembered. */
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

  /** Takes a word, one's own too; returns in a sentence why this process differs, if it does. */
  take({ of, seq, hash, who }: StateWord): string | undefined {
    if (of !== this.#of) return undefined
    const words = this.#words.get(seq) ?? new Map<string, string>()
    this.#words.set(seq, words)
    words.set(who, hash)
    if (this.#words.size > remembered) this.#words.delete(Math.min(...this.#words.keys()))
    const mine = words.get(this.#me)
    if (mine === undefined) return undefined
    const others = [...words].flatMap(([name, told]) => (name === this.#me ? [] : told))
    if (others.includes(mine)) {
      this.#equalSeq = Math.max(this.#equalSeq, seq)
      return undefined
    }
    const agreed = others.find((told, k) => others.indexOf(told) < k)
    if (agreed === undefined) return undefined
    const both = `${mine} here, and ${agreed} at two others`
    return `The ${this.#of} at ${seq} ${this.#of === 'state' ? 'is' : 'are'} ${both}; it was last equal at ${this.#equalSeq}`
  }
}
