// Long work in time slices, so that the page stays responsive.

import type { TimeCheck } from './columns.ts'

/** Half a frame; the other half is for painting. */
const sliceMs = 8

export class TimeSlices {
  readonly #view: Pick<Window, 'setTimeout' | 'clearTimeout' | 'performance'>
  readonly #work: (isTimeUp: TimeCheck) => boolean
  #timer: number | undefined

  /** `work` continues its computation at each call, until it returns true. */
  constructor(
    view: Pick<Window, 'setTimeout' | 'clearTimeout' | 'performance'>,
    work: (isTimeUp: TimeCheck) => boolean,
  ) {
    this.#view = view
    this.#work = work
  }

  /** Starts in the next task; does nothing if already started. */
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
