// One repaint per frame, however many ticks; once a second while the page is hidden.

/** The minimum time between two repaints: one frame. */
const frameMs = 16

type Clock = {
  readonly performance: Pick<Performance, 'now'>
  readonly setTimeout: (work: () => void, waitMs: number) => number
  readonly clearTimeout: (timer: number | undefined) => void
}

/**
 * Draws in a task of its own before the next frame, not in the frame callback: the engine requests
 * a frame itself, so the chart would be painted one frame later than the rest of the page. The
 * browser delays tasks of a hidden page to one per second.
 */
export class FrameScheduler {
  readonly #view: Clock
  readonly #draw: () => void
  #timer: number | undefined
  #drawnMs = Number.NEGATIVE_INFINITY

  constructor(view: Clock, draw: () => void) {
    this.#view = view
    this.#draw = draw
  }

  schedule(): void {
    const waitMs = Math.max(0, this.#drawnMs + frameMs - this.#view.performance.now())
    this.#timer ??= this.#view.setTimeout(() => {
      this.#timer = undefined
      this.#drawnMs = this.#view.performance.now()
      this.#draw()
    }, waitMs)
  }

  stop(): void {
    this.#view.clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
