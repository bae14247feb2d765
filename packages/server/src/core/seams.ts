// The windows of the ordered heart to the world: the clock it reads. The disk stands behind `Journal`.

/** Tells the time; the sequencer makes it never decreasing, so a clock may jump. */
export interface Clock {
  /** Whole milliseconds since 1970, UTC. */
  readonly nowMs: () => number
}

/** The machine's own clock. */
export const systemClock: Clock = { nowMs: () => Date.now() }
