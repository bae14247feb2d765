// The live processes of a cluster, from their announcements once a second: each one's build and the
// rule versions it supports.

import type { Role } from '../config/config.ts'

export type RoleWord = {
  /** Changes with each start, so that two processes of the same name are distinguished. */
  readonly process: string
  readonly id: string
  readonly role: Role
  readonly build: string
  /** The versions of the rules that it supports. */
  readonly rules: readonly number[]
}

export const roleEveryMs = 1_000
/** A process silent for this long is gone, or will end at the first rule that it lacks. */
const goneMs = 3 * roleEveryMs

export class RoleWatch {
  readonly #words = new Map<string, { readonly word: RoleWord; readonly heardMs: number }>()
  readonly #me: string
  readonly #beganMs: number
  /** When another engine was last heard; initially the time of the start. */
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

  /**
   * Whether no other engine has been heard for this long, and for longer than the silence limit.
   */
  isAloneFor(ms: number, nowMs: number): boolean {
    return nowMs - this.#otherEngineMs > Math.max(ms, goneMs)
  }

  /** All live processes, by name; undefined while some may not have been heard yet. */
  living(nowMs: number): readonly RoleWord[] | undefined {
    if (nowMs - this.#beganMs <= goneMs) return undefined
    const words = [...this.#words.values()].flatMap(({ word, heardMs }) =>
      nowMs - heardMs > goneMs ? [] : [word],
    )
    return words.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }
}
