// Once per frame: work that many messages ask for is done a single time before the next paint.

/** The window to the browser's clock of paints; tests put their own in its place. */
export interface Frames {
  /**
   * Runs the work before the next paint, or after a while when the page is hidden; returns how to
   * call it off.
   */
  next: (work: () => void) => () => void
}

/** A hidden tab paints nothing, so its stores are brought up to date at this pace instead. */
const HIDDEN_FRAME_MS = 250

/**
 * Returns the browser's frames. Work asked for in a hidden tab runs after 250 ms; work that was
 * waiting for a paint when the tab was hidden is not lost either.
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
  /** Asks for the work; asking again before the frame changes nothing. */
  request: () => void
  /** Takes the request back. */
  cancel: () => void
}

/** Returns a request for work that is done at most once per frame. */
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
  /** Asks for the work: at once when the last is long enough ago, else as soon as it is. */
  request: () => void
  /** Does the work now, whenever the last was. */
  now: () => void
  cancel: () => void
}

/** Returns work between two runs of which as many milliseconds pass as `paceOf` says. */
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
