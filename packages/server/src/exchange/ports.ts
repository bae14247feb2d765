// Ports of the exchange: the clock, the engine and the follower that takes its snapshots. The disk
// is behind `Journal` (journal.ts).

import type { Engine } from '@basis/engine/engine'

/** Tells the time; may jump, as the sequencer makes it non-decreasing. */
export interface Clock {
  /** Whole milliseconds since 1970, UTC. */
  readonly nowMs: () => number
}

/** The machine's clock. */
export const systemClock: Clock = { nowMs: () => Date.now() }

/** What the exchange needs of the engine package; tests pass engines that fail. */
export interface EngineMaker {
  /** The versions of the rules that these engines support. */
  readonly knows: readonly number[]
  readonly create: () => Engine
  readonly fromSnapshot: (lines: Iterable<string>) => Engine
  readonly takeSnapshot: (engine: Engine) => Iterable<string>
  readonly stateHash: (engine: Engine) => string
}

/** A sequence number, and figures of the exchange's state there that are cheap to compare. */
export type FollowGoal = {
  readonly throughSeq: number
  /** The exchange's figures there (follower.ts). */
  readonly figures: string
}

/** Replays the exchange's journal off the trading thread and takes its snapshots. */
export interface Follower {
  /**
   * Resolves when the state at the goal is on the disk, with the number of the last command that
   * need not be kept; rejects with the reason if it failed.
   */
  readonly takeSnapshot: (goal: FollowGoal) => Promise<number>
  /** Aborts the snapshot in progress and leaves nothing of it on the disk. */
  readonly stop: () => Promise<void>
}

/** A follower that also computes the state's hash at an earlier number. */
export interface HashingFollower extends Follower {
  /** Resolves with the hash of the state there, replayed from the disk. */
  readonly hashAt: (seq: number) => Promise<string>
}
