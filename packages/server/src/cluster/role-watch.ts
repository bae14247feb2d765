// The processes of a cluster by what they say of themselves once a second: which build each is, and
// which versions of the rules it knows.

import type { Role } from '../config/config.ts'

export type RoleWord = {
  /** New with each start, so that two processes of one name are two. */
  readonly process: string
  readonly id: string
  readonly role: Role
  readonly build: string
  /** The versions of the rules that it can carry out. */
  readonly rules: readonly number[]
}

export const roleEveryMs = 1_000
/** Who has said nothing for so long is gone, or will end itself at the first rule it lacks. */
const goneMs = 3 * roleEveryMs

export class RoleWatch {
  readonly #words = new Map<string, { readonly word: RoleWord; readonly heardMs: number }>()
  readonly #me: string
  readonly #beganMs: number
  /** When another engine was last heard; at first when this one began to listen. */
  #otherEngineMs: number

  constructor(me: string, nowMs: number) {
    this.#me = me
    this.#beganMs = nowMs
    this.#otherEngineMs = nowMs
  }

  heard(word: RoleWord, nowMs: number): void {
    this.#words.set(word.process, { word, heardMs: nowMs })
    if (word.role === 'engine' && word.process !== this.#me) this.#otherEngineMs = nowMs
    for (const [process, { heardMs }] of this.#words) {
      if (nowMs - heardMs > goneMs) this.#words.delete(process)
    }
  }

  /** Has no other engine been heard for this long, and longer than one may be silent? */
  isAloneFor(ms: number, nowMs: number): boolean {
    return nowMs - this.#otherEngineMs > Math.max(ms, goneMs)
  }

  /** All that live, by name; undefined while some may not have been heard yet. */
  living(nowMs: number): readonly RoleWord[] | undefined {
    if (nowMs - this.#beganMs <= goneMs) return undefined
    const words = [...this.#words.values()].flatMap(({ word, heardMs }) =>
      nowMs - heardMs > goneMs ? [] : [word],
    )
    return words.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }
}
