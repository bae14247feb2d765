// Gives each command its number and time, and collects the commands of one turn into a batch.

import { problem, type Problem } from '@basis/domain/instrument/problems'
import type { Command, NumberedCommand } from '@basis/engine/commands'
import type { ApplyResult } from '@basis/engine/engine'
import { formatCommandLine } from './command-lines.ts'
import type { JournalPart } from './journal.ts'
import type { Clock } from './ports.ts'

/** A command that has no number yet, with its pending answer. */
export type WaitingCommand = {
  readonly command: Command
  readonly latestMs: number
  readonly resolve: (applied: ApplyResult) => void
  readonly reject: (error: Error) => void
}

/** A numbered command, on its way through the journal to the engine. */
export type OrderedCommand = {
  readonly numbered: NumberedCommand
  readonly waiting: WaitingCommand
}
export type OrderedBatch = {
  readonly part: JournalPart
  readonly commands: readonly OrderedCommand[]
}

/** Above this length of the queue commands are refused as busy (reliability G6). */
export const queueMax = 10_000
/** Up to this length the queue still accepts cancels (reliability G6). */
export const queueMaxForCancels = 12_000
/** The compiler asks for every command that is named a cancel. */
const cancelKinds: Readonly<Record<Extract<Command['kind'], `Cancel${string}`>, true>> = {
  CancelOrder: true,
  CancelAllOrders: true,
  CancelPartialTpSl: true,
  CancelAlgo: true,
  CancelMmrClose: true,
  CancelSpread: true,
  CancelAllSpreads: true,
}
/** Whether a command only takes orders back: it is accepted when others are refused as busy. */
export function isCancel(command: Command): boolean {
  if (command.kind === 'OrderBatch') {
    return command.operations.every(({ kind }) => kind === 'CancelOrder')
  }
  if (command.kind === 'SetRuleState') return command.state === 'Cancelled'
  return Object.hasOwn(cancelKinds, command.kind)
}
/** At most this many commands are written and applied at once. */
const batchMax = 512

/**
 * The total order of commands: numbers without gaps, and times that never decrease even when the
 * clock jumps (R3).
 */
export class Sequencer {
  readonly #clock: Clock
  #queue: WaitingCommand[] = []
  #lastSeq: number
  #lastTimeMs: number

  constructor(clock: Clock, lastSeq: number, lastTimeMs: number) {
    this.#clock = clock
    this.#lastSeq = lastSeq
    this.#lastTimeMs = lastTimeMs
  }

  get queued(): number {
    return this.#queue.length
  }

  /** The clock's time, to which `latestMs` is compared. */
  nowMs(): number {
    return this.#clock.nowMs()
  }

  add(waiting: WaitingCommand): void {
    this.#queue.push(waiting)
  }

  /**
   * Numbers the waiting commands, oldest first. Those whose latest time has passed are answered
   * with `commandTooLate` and get no number: a command is refused, not executed late (reliability
   * O7). Undefined only if the queue is empty: late commands are skipped, however many they are,
   * until one is in time.
   */
  takeBatch(): OrderedBatch | undefined {
    const nowMs = this.#clock.nowMs()
    const timeMs = Math.max(nowMs, this.#lastTimeMs)
    const commands: OrderedCommand[] = []
    const lines: string[] = []
    while (commands.length === 0 && this.#queue.length > 0) {
      for (const waiting of this.#taken()) {
        if (nowMs > waiting.latestMs) {
          waiting.resolve(this.#refused(problem('commandTooLate')))
          continue
        }
        const { command } = waiting
        this.#lastSeq += 1
        lines.push(formatCommandLine(timeMs, command))
        commands.push({ numbered: { seq: this.#lastSeq, timeMs, command }, waiting })
      }
    }
    const first = commands[0]
    if (first === undefined) return undefined
    this.#lastTimeMs = timeMs
    const firstSeq = first.numbered.seq
    return { part: { firstSeq, count: commands.length, lines: lines.join('\n') }, commands }
  }

  /** Rejects all queued commands: the exchange has ended and none of them has a number. */
  rejectAll(error: Error): void {
    for (const { reject } of this.#queue.splice(0)) reject(error)
  }

  #taken(): readonly WaitingCommand[] {
    if (this.#queue.length > batchMax) return this.#queue.splice(0, batchMax)
    const all = this.#queue
    this.#queue = []
    return all
  }

  #refused(why: Problem): ApplyResult {
    return { seq: this.#lastSeq, timeMs: this.#lastTimeMs, events: [], problem: why }
  }
}
