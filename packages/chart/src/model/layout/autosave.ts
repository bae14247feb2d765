// When to say that something should be saved: a moment after the last change, and not put off for
// ever by further ones (spec, constants of the chart: 0.4 s).

export type AutosaveSeams = {
  nowMs(): number
  after(delayMs: number, run: () => void): () => void
}

/** Repeated changes put the word off to so many times the delay at most. */
const patience = 4

export class Autosave {
  readonly #delayMs: number
  readonly #seams: AutosaveSeams
  readonly #tell: () => void
  #firstMs: number | undefined
  #cancel: (() => void) | undefined
  #isHeld = false

  constructor(delayMs: number, seams: AutosaveSeams, tell: () => void) {
    this.#delayMs = delayMs
    this.#seams = seams
    this.#tell = tell
  }

  /** Something worth saving has changed. */
  changed(): void {
    if (this.#isHeld) return
    const nowMs = this.#seams.nowMs()
    this.#firstMs ??= nowMs
    const leftMs = this.#firstMs + this.#delayMs * patience - nowMs
    this.#cancel?.()
    this.#cancel = this.#seams.after(Math.max(0, Math.min(this.#delayMs, leftMs)), () => {
      this.forget()
      this.#tell()
    })
  }

  /** Makes changes that are none of the trader's: loading a layout must not ask to save it. */
  hold(run: () => void): void {
    const wasHeld = this.#isHeld
    this.#isHeld = true
    try {
      run()
    } finally {
      this.#isHeld = wasHeld
    }
  }

  /** What has changed needs no saving any more. */
  forget(): void {
    this.#cancel?.()
    this.#cancel = undefined
    this.#firstMs = undefined
  }
}
