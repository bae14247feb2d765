// Messages between gateways and leaders outside the stream; each may be lost, doubled or late.

import type { Quota } from '../exchange/quotas.ts'

/** A gateway's commands for the leader, numbered without gaps. */
export type Packet = {
  readonly gateway: string
  /** The term of the intended leader; no other accepts it. */
  readonly term: number
  /** The number of the first command. */
  readonly first: number
  /**
   * Each command as its line (exchange/command-lines.ts); empty in place of a refused command,
   * whose number must only be counted.
   */
  readonly lines: readonly string[]
  /** Each command's latest time, ms: after it the command is refused, not executed. */
  readonly latestMs: readonly number[]
  /** By a command's index: the quota shared by all gateways that it counts against. */
  readonly quotas?: Readonly<Record<number, Quota>>
}

/** A command that was not numbered in the journal, and why. */
export type Refusal = {
  readonly gateway: string
  readonly n: number
  /** The term of the leader that refused it. */
  readonly term: number
  readonly problem: 'commandTooLate' | 'serverBusy' | 'rateLimited'
  /** With `rateLimited`: after how many ms to retry. */
  readonly retryAfterMs?: number
}

/** The leader's heartbeat. */
export type Beat = {
  readonly term: number
  /** The leader's name; empty when it resigns. */
  readonly leader: string
  readonly streamSeq: number
  readonly seq: number
  /** The last number received from each gateway known in this term. */
  readonly got: Readonly<Record<string, number>>
}
