// Problems that the rules find in a command, and those that the auditor does not decide.

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

  /** Accepts the engine's answer for these problems, whether it reports one or not. */
  leave(...names: readonly ProblemName[]): void {
    for (const name of names) this.#undecided.add(name)
  }

  /**
   * Throws if a command was accepted that violates a rule, or refused by a rule that it satisfies.
   * If several rules are violated, any of them may be reported: no document ranks them.
   */
  check(what: string, reported: ProblemName | undefined): void {
    const found = [...this.#found].join(', ')
    if (reported === undefined) return must(this.isClean, `${what} is taken`, 'no problem', found)
    const fits = this.#found.has(reported) || this.#undecided.has(reported)
    must(fits, `${what} is refused`, reported, found === '' ? 'no problem' : found)
  }
}
