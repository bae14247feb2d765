// Members by what they have in common, so that those of one group are found without a walk over
// all.

/** Sets by key; a key without members takes no room. */
export class Groups<Key, Member> {
  readonly #sets = new Map<Key, Set<Member>>()

  add(key: Key, member: Member): void {
    const set = this.#sets.get(key)
    if (set === undefined) this.#sets.set(key, new Set([member]))
    else set.add(member)
  }

  remove(key: Key, member: Member): void {
    const set = this.#sets.get(key)
    set?.delete(member)
    if (set?.size === 0) this.#sets.delete(key)
  }

  sizeOf(key: Key): number {
    return this.#sets.get(key)?.size ?? 0
  }

  /** The members of a group as they are now; whoever is removed meanwhile is still among them. */
  of(key: Key): readonly Member[] {
    return [...(this.#sets.get(key) ?? [])]
  }

  /** How many groups have members. */
  get size(): number {
    return this.#sets.size
  }
}
