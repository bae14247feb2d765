// The exchange as everybody in the server knows it: submit a command, ask for figures, be told of events.

import type { Command } from '@basis/engine/commands'
import type { Applied } from '@basis/engine/engine'
import type { EventBatch } from '@basis/engine/events'
import type { Views } from '@basis/engine/views'

export type SubmitOptions = {
  /** The command is refused with `commandTooLate` when its turn comes later; default: now + 5 s. */
  readonly latestMs?: number
}

/** Is told of every applied command, in order, before its answer leaves. Must not throw or wait. */
export type ExchangeListener = (batch: EventBatch) => void

export type ExchangeStatus = {
  readonly mode: 'running' | 'stopping' | 'failed'
  readonly lastSeq: number
  readonly lastTimeMs: number
  /** Commands that wait for their number, and commands that the disk is working on. */
  readonly queued: number
  readonly inFlight: number
  /** The sequence of the newest snapshot on disk; 0 for none. */
  readonly snapshotSeq: number
  /** How long the last batch took to become durable. */
  readonly lastCommitMs: number
}

export type Exchange = {
  /**
   * Orders the command, makes it durable, applies it, tells the listeners, then resolves. A refused command
   * resolves with its `problem`. Rejects with `ExchangeBusy` when the queue is full and with
   * `ExchangeStopped` when the exchange stops; after `ExchangeStopped` the outcome may be unknown.
   */
  readonly submit: (command: Command, options?: SubmitOptions) => Promise<Applied>
  /** Exact at the last applied command; stable, may be kept. */
  readonly views: Views
  readonly lastSeq: () => number
  readonly lastTimeMs: () => number
  /** Adds a listener; the returned function removes it. */
  readonly subscribe: (listener: ExchangeListener) => () => void
  readonly status: () => ExchangeStatus
  /** The state's hash at the last applied command (operators' path; costs milliseconds). */
  readonly stateHash: () => { readonly seq: number; readonly hash: string }
  /** Stops accepting, answers what is in flight, writes a snapshot, closes the journal. */
  readonly stop: () => Promise<void>
}

/** The queue is full: ask again later (503 with Retry-After, reliability G6). */
export class ExchangeBusy extends Error {
  readonly retryAfterMs: number
  constructor(retryAfterMs: number) {
    super('The exchange has more work waiting than it accepts')
    this.name = 'ExchangeBusy'
    this.retryAfterMs = retryAfterMs
  }
}

/** The exchange is stopping or has failed; whether the command took place is unknown. */
export class ExchangeStopped extends Error {
  constructor(reason: string) {
    super(`The exchange takes no commands: ${reason}`)
    this.name = 'ExchangeStopped'
  }
}
