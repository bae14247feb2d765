// One repaint per frame, however many ticks; once a second while the page is hidden.

/** Two repaints are at least so far apart: a frame. */
const frameMs = 16

type Clock = {
  readonly performance: Pick<Performance, 'now'>
  readonly setTimeout: (work: () => void, waitMs: number) => number
  readonly clearTimeout: (timer: number | undefined) => void
}

/**
 * Draws in a task of its own, before the next frame, and not in it: what a chart draws asks for a
 * frame itself, and would be painted one frame later than everything else that came with a tick.
 * The browser lets tasks of a hidden page wait for a second.
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
