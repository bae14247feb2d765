// The hashes of states that processes tell each other at agreed numbers, and the verdict over one's
// own: who differs from two others that agree has diverged.

/** The state's hash at a number, by whoever came to it. */
export type StateWord = { readonly seq: number; readonly hash: string; readonly who: string }

/** So many numbers are remembered. */
const remembered = 4

export class HashWatch {
  readonly #me: string
  readonly #words = new Map<number, Map<string, string>>()
  #equalSeq = 0

  constructor(me: string) {
    this.#me = me
  }

  /** Takes a word, one's own too; returns in a sentence why this process differs, if it does. */
  take({ seq, hash, who }: StateWord): string | undefined {
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
    return `The state at ${seq} is ${both}; it was last equal at ${this.#equalSeq}`
  }
}
