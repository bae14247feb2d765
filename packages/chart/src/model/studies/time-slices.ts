// Long work in time slices, so that the page stays responsive.

import type { TimeCheck } from './columns.ts'

/** Half a frame; the other half is for painting. */
const sliceMs = 8

export class TimeSlices {
  readonly #view: Pick<Window, 'setTimeout' | 'clearTimeout' | 'performance'>
  readonly #work: (isTimeUp: TimeCheck) => boolean
  #timer: number | undefined

  /** The work goes on with itself at each call, until it answers that it is done. */
  constructor(
    view: Pick<Window, 'setTimeout' | 'clearTimeout' | 'performance'>,
    work: (isTimeUp: TimeCheck) => boolean,
  ) {
    this.#view = view
    this.#work = work
  }

  /** Begins soon; while it is under way already, nothing. */
  begin(): void {
    this.#timer ??= this.#view.setTimeout(() => this.#run(), 0)
  }

  stop(): void {
    this.#view.clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #run(): void {
    this.#timer = undefined
    const untilMs = this.#view.performance.now() + sliceMs
    if (!this.#work(() => this.#view.performance.now() >= untilMs)) this.begin()
  }
}
