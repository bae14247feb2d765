// The retry timer after failures, with exponential backoff.

import type { Clock } from '../primitives/clock.ts'

const firstPauseMs = 5_000
const longestPauseMs = 60_000

/** Schedules one retry at a time; each delay is twice as long as the one before it. */
export class RetryTimer {
  readonly #clock: Clock
  #pauseMs = firstPauseMs
  #cancel = (): void => undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Schedules a retry after the delay and replaces one scheduled before. */
  plan(retry: () => void): void {
    this.#cancel()
    this.#cancel = this.#clock.after(this.#pauseMs, retry)
    this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs)
  }

  /** Cancels the scheduled retry; the next delay is longer nevertheless. */
  cancel(): void {
    this.#cancel()
  }

  /** Cancels the scheduled retry and resets the delay. */
  reset(): void {
    this.#cancel()
    this.#pauseMs = firstPauseMs
  }
}
