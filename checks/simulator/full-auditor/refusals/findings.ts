// Problems that the rules find in a command, and those that the auditor does not decide for it.

import type { ProblemName } from '@basis/domain/instrument/problems'
import { must } from '../books.ts'

/** The auditor's verdict on one command, before it sees the engine's answer. */
export class Findings {
  readonly #found = new Set<ProblemName>()
  readonly #undecided = new Set<ProblemName>()

  get isClean(): boolean {
    return this.#found.size === 0
  }

  add(name: ProblemName | undefined, isBroken = true): void {
    if (isBroken && name !== undefined) this.#found.add(name)
  }

  /** Takes the engine's word for these problems, whether it names one or not. */
  leave(...names: readonly ProblemName[]): void {
    for (const name of names) this.#undecided.add(name)
  }

  /**
   * Throws where a command was taken that breaks a rule, or refused by a rule that it keeps. Of
   * several broken rules any may be named: no document ranks them.
   */
  check(what: string, reported: ProblemName | undefined): void {
    const found = [...this.#found].join(', ')
    if (reported === undefined) return must(this.isClean, `${what} is taken`, 'no problem', found)
    const fits = this.#found.has(reported) || this.#undecided.has(reported)
    must(fits, `${what} is refused`, reported, found === '' ? 'no problem' : found)
  }
}
