// Words of gateways and leaders to each other beside the stream; each may be lost, doubled or late.

import type { Quota } from '../exchange/quotas.ts'

/** A gateway's commands for the leader, numbered without holes. */
export type Packet = {
  readonly gateway: string
  /** The term whose leader is meant; no other takes it. */
  readonly term: number
  /** The number of the first command. */
  readonly first: number
  /**
   * Each command as its line (exchange/command-lines.ts); empty in the place of one that was
   * refused and must only be counted.
   */
  readonly lines: readonly string[]
  /** Each command's latest time, ms: later it is refused, not executed. */
  readonly latestMs: readonly number[]
  /** By the place of a command: what it counts against among those of all gateways. */
  readonly quotas?: Readonly<Record<number, Quota>>
}

/** A command that got no number of the journal, and why. */
export type Refusal = {
  readonly gateway: string
  readonly n: number
  /** The term of the leader that refused it. */
  readonly term: number
  readonly problem: 'commandTooLate' | 'serverBusy' | 'rateLimited'
  /** With `rateLimited`: after how many ms it may be asked for again. */
  readonly retryAfterMs?: number
}

/** The leader's sign of life. */
export type Beat = {
  readonly term: number
  /** The leader's name; empty when it goes by its own will. */
  readonly leader: string
  readonly streamSeq: number
  readonly seq: number
  /** The last number that was taken of each gateway that this term knows. */
  readonly got: Readonly<Record<string, number>>
}
