// The windows of the ordered heart to the world: the clock it reads and the engine it runs. The
// disk stands behind `Journal` (journal.ts).

import type { Engine } from '@basis/engine/engine'

/** Tells the time; the sequencer makes it never decreasing, so a clock may jump. */
export interface Clock {
  /** Whole milliseconds since 1970, UTC. */
  readonly nowMs: () => number
}

/** The machine's own clock. */
export const systemClock: Clock = { nowMs: () => Date.now() }

/** What the heart needs of the engine package; a test may give an engine that fails. */
export interface EngineMaker {
  readonly create: () => Engine
  readonly fromSnapshot: (state: Uint8Array) => Engine
  readonly takeSnapshot: (engine: Engine) => Uint8Array
  readonly stateHash: (engine: Engine) => string
}
