// Members grouped by key, so that those of a group are found without a scan over all.

/** Sets by key; empty sets are removed. */
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

  /** The current members of a group; a copy, which keeps members that are removed later. */
  of(key: Key): readonly Member[] {
    return [...(this.#sets.get(key) ?? [])]
  }

  /** Number of groups with members. */
  get size(): number {
    return this.#sets.size
  }
}
