// Once per frame: work requested by many messages runs a single time before the next paint.

/** The port to the browser's animation frames; tests pass their own. */
export interface Frames {
  /**
   * Runs the work before the next paint, or after a delay if the page is hidden; returns a function
   * that cancels it.
   */
  next: (work: () => void) => () => void
}

/** A hidden tab paints nothing, so its stores are updated at this interval instead. */
const HIDDEN_FRAME_MS = 250

/**
 * Returns the browser's frames. Work requested in a hidden tab runs after 250 ms; so does work that
 * was waiting for a paint when the tab was hidden.
 */
export function browserFrames(): Frames {
  return {
    next(work) {
      let done = false
      const run = (): void => {
        if (done) return
        done = true
        cancelAnimationFrame(frame)
        clearTimeout(timer)
        work()
      }
      const frame = requestAnimationFrame(run)
      const timer = setTimeout(run, HIDDEN_FRAME_MS)
      return () => {
        done = true
        cancelAnimationFrame(frame)
        clearTimeout(timer)
      }
    },
  }
}

export type OncePerFrame = {
  /** Requests the work; another request before the frame has no effect. */
  request: () => void
  /** Cancels the request. */
  cancel: () => void
}

/** Returns a function that requests work, run at most once per frame. */
export function oncePerFrame(work: () => void, frames: Frames = browserFrames()): OncePerFrame {
  let cancel: (() => void) | undefined
  return {
    request() {
      cancel ??= frames.next(() => {
        cancel = undefined
        work()
      })
    },
    cancel() {
      cancel?.()
      cancel = undefined
    },
  }
}

export type Paced = {
  /** Requests the work: at once if the last run is long enough ago, else as soon as it is. */
  request: () => void
  /** Runs the work now, regardless of the last run. */
  now: () => void
  cancel: () => void
}

/** Returns work whose runs are at least `paceOf` milliseconds apart. */
export function paced(work: () => void, paceOf: () => number): Paced {
  let ranMs = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const now = (): void => {
    clearTimeout(timer)
    timer = undefined
    ranMs = performance.now()
    work()
  }
  return {
    now,
    request() {
      if (timer !== undefined) return
      const waitMs = ranMs + paceOf() - performance.now()
      if (waitMs <= 0) now()
      else timer = setTimeout(now, waitMs)
    },
    cancel: () => clearTimeout(timer),
  }
}
