// One repaint per animation frame, however many ticks; once a second while the page is hidden.

/** The repaint interval without animation frames (a hidden tab). */
const hiddenIntervalMs = 1000

export class FrameScheduler {
  readonly #view: Window
  readonly #draw: () => void
  #frameRequest: number | undefined
  #timer: number | undefined

  constructor(view: Window, draw: () => void) {
    this.#view = view
    this.#draw = draw
  }

  schedule(): void {
    const draw = () => {
      this.stop()
      this.#draw()
    }
    this.#frameRequest ??= this.#view.requestAnimationFrame(draw)
    this.#timer ??= this.#view.setTimeout(draw, hiddenIntervalMs)
  }

  stop(): void {
    if (this.#frameRequest !== undefined) this.#view.cancelAnimationFrame(this.#frameRequest)
    this.#view.clearTimeout(this.#timer)
    this.#frameRequest = undefined
    this.#timer = undefined
  }
}
