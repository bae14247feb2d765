// Scrolls and zooms the view for keys and buttons: eased, or at once under reduced motion.

import type { Chart } from 'klinecharts'

const animationMs = 220

export class Viewport {
  readonly #chart: Chart
  readonly #view: Window
  #frame: number | undefined

  constructor(chart: Chart, view: Window) {
    this.#chart = chart
    this.#view = view
  }

  /** Moves the bars to the right by this many pixels, so that older ones become visible. */
  scrollBy(distancePx: number): void {
    let done = 0
    this.#animate((progress) => {
      const wanted = distancePx * progress
      this.#chart.scrollByDistance(wanted - done)
      done = wanted
    })
  }

  /** Zooms around the latest visible bar by a factor; above one zooms in. */
  zoomBy(factor: number): void {
    let done = 1
    this.#animate((progress) => {
      const wanted = factor ** progress
      this.#chart.zoomAtCoordinate(wanted / done)
      done = wanted
    })
  }

  /** Zooms at once around an x position of the canvas, in pixels from its left. */
  zoomAt(factor: number, x: number): void {
    this.stop()
    this.#chart.zoomAtCoordinate(factor, { x, y: 0 })
  }

  /** Shows the latest bar with the default offset at the right. */
  toLatest(): void {
    this.stop()
    this.#chart.scrollToRealTime(this.#wantsMotion() ? animationMs : 0)
  }

  stop(): void {
    if (this.#frame !== undefined) this.#view.cancelAnimationFrame(this.#frame)
    this.#frame = undefined
  }

  #wantsMotion(): boolean {
    return !this.#view.matchMedia('(prefers-reduced-motion: reduce)').matches
  }

  #animate(show: (progress: number) => void): void {
    this.stop()
    if (!this.#wantsMotion()) return show(1)
    let startMs: number | undefined
    const step = (nowMs: number) => {
      startMs ??= nowMs
      const part = Math.min(1, (nowMs - startMs) / animationMs)
      show((1 - Math.cos(Math.PI * part)) / 2)
      this.#frame = part < 1 ? this.#view.requestAnimationFrame(step) : undefined
    }
    this.#frame = this.#view.requestAnimationFrame(step)
  }
}
