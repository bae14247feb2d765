// Ports of the exchange: the clock, the engine and the follower that takes its snapshots. The disk
// is behind `Journal` (journal.ts).

import type { Engine } from '@basis/engine/engine'

/** Tells the time; the sequencer makes it never decreasing, so a clock may jump. */
export interface Clock {
  /** Whole milliseconds since 1970, UTC. */
  readonly nowMs: () => number
}

/** The machine's own clock. */
export const systemClock: Clock = { nowMs: () => Date.now() }

/** What the exchange needs of the engine package; tests pass engines that fail. */
export interface EngineMaker {
  /** The versions of the rules that these engines can carry out. */
  readonly knows: readonly number[]
  readonly create: () => Engine
  readonly fromSnapshot: (lines: Iterable<string>) => Engine
  readonly takeSnapshot: (engine: Engine) => Iterable<string>
  readonly stateHash: (engine: Engine) => string
}

/** A sequence number, and cheap figures of the exchange's state there to compare with. */
export type FollowGoal = {
  readonly throughSeq: number
  /** The exchange's own figures there (follower.ts). */
  readonly figures: string
}

/** Follows the exchange by its journal, beside the trading thread, and takes its snapshots. */
export interface Follower {
  /**
   * Resolves when the state at the goal is on the disk, with the number of the last command that
   * need not be kept any more; rejects with the reason when it is not there.
   */
  readonly takeSnapshot: (goal: FollowGoal) => Promise<number>
  /** Aborts the snapshot in progress, of which nothing is left on the disk. */
  readonly stop: () => Promise<void>
}

/** A follower that also tells what the state's hash was at an earlier number. */
export interface HashingFollower extends Follower {
  /** Resolves with the hash of the state there, replayed from what is on the disk. */
  readonly hashAt: (seq: number) => Promise<string>
}
