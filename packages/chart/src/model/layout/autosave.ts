// Debounced autosave: asks to save 0.4 s after the last change, bounded under further changes.

import type { Clock } from '../../primitives/clock.ts'

/** Repeated changes delay the save by at most this multiple of the delay. */
const maxDelays = 4

export class Autosave {
  readonly #delayMs: number
  readonly #clock: Clock
  readonly #notify: () => void
  #firstMs: number | undefined
  #cancel: (() => void) | undefined
  #isPaused = false

  constructor(delayMs: number, clock: Clock, notify: () => void) {
    this.#delayMs = delayMs
    this.#clock = clock
    this.#notify = notify
  }

  /** Something worth saving has changed. */
  changed(): void {
    if (this.#isPaused) return
    const nowMs = this.#clock.nowMs()
    this.#firstMs ??= nowMs
    const leftMs = this.#firstMs + this.#delayMs * maxDelays - nowMs
    this.#cancel?.()
    this.#cancel = this.#clock.after(Math.max(0, Math.min(this.#delayMs, leftMs)), () => {
      this.cancel()
      this.#notify()
    })
  }

  /** Runs changes that are not the trader's: loading a layout must not request a save. */
  pause(run: () => void): void {
    const wasPaused = this.#isPaused
    this.#isPaused = true
    try {
      run()
    } finally {
      this.#isPaused = wasPaused
    }
  }

  /** Cancels the pending save. */
  cancel(): void {
    this.#cancel?.()
    this.#cancel = undefined
    this.#firstMs = undefined
  }
}
