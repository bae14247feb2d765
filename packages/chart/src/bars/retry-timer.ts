// The timer of further tries after a failure: soon at first, then after ever longer pauses.

import type { Clock } from '../primitives/clock.ts'

const firstPauseMs = 5_000
const longestPauseMs = 60_000

/** Plans one try at a time; each pause is twice as long as the one before it. */
export class RetryTimer {
  readonly #clock: Clock
  #pauseMs = firstPauseMs
  #cancel = (): void => undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Tries after a pause, in place of a try that was planned before. */
  plan(retry: () => void): void {
    this.#cancel()
    this.#cancel = this.#clock.after(this.#pauseMs, retry)
    this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs)
  }

  /** Does not try what was planned; the next pause is longer all the same. */
  cancel(): void {
    this.#cancel()
  }

  /** Nothing is to be tried any more, and what fails next is tried again soon. */
  reset(): void {
    this.#cancel()
    this.#pauseMs = firstPauseMs
  }
}
