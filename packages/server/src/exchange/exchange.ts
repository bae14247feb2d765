// The exchange's interface within the server: submit commands, read views and previews, subscribe
// to events.

import type { Command } from '@basis/engine/commands'
import type { ApplyResult } from '@basis/engine/engine'
import type { AccountCommand, Preview } from '@basis/engine/preview'
import type { Views } from '@basis/engine/views'
import { asError, messageOf } from '../failures/thrown.ts'
import type { Journal } from './journal.ts'
import { Replica, type ExchangeListener, type ReplicaParts } from './replica.ts'
import type { Clock } from './ports.ts'
import {
  isCancel,
  queueMax,
  queueMaxForCancels,
  Sequencer,
  type OrderedBatch,
} from './sequencer.ts'

export type SubmitOptions = {
  /**
   * If the command is numbered after this, it is refused with `commandTooLate`; default: now + 5 s.
   */
  readonly latestMs?: number
}

export type ExchangeStatus = {
  /** `noLeader`: no engine of the cluster accepts commands at the moment; views can be read. */
  readonly mode: 'running' | 'stopping' | 'failed' | 'noLeader'
  readonly lastSeq: number
  readonly lastTimeMs: number
  /** Commands that wait for a number, and commands being written to the disk. */
  readonly queued: number
  readonly inFlight: number
  /** The sequence of the newest snapshot on disk; 0 if there is none. */
  readonly snapshotSeq: number
  /** Why the last due snapshot failed; undefined if it was written. */
  readonly snapshotFault: string | undefined
  /** How long the last batch took to become durable. */
  readonly lastCommitMs: number
}

export type Exchange = {
  /**
   * Numbers the command, makes it durable, applies it, calls the listeners, then resolves. A
   * refused command resolves with its `problem`. Rejects with `ExchangeBusy` when the queue is full
   * and with `ExchangeStopped` when the exchange stops; after `ExchangeStopped` the outcome may be
   * unknown.
   */
  readonly submit: (command: Command, options?: SubmitOptions) => Promise<ApplyResult>
  /** Returns what an account's command would do now; it is neither numbered nor made durable. */
  readonly preview: (command: AccountCommand, first?: AccountCommand) => Preview
  /** The state after the last applied command; the object is stable and may be kept. */
  readonly views: Views
  readonly lastSeq: () => number
  readonly lastTimeMs: () => number
  /** Adds a listener; the returned function removes it. */
  readonly subscribe: (listener: ExchangeListener) => () => void
  readonly status: () => ExchangeStatus
  /** The state's hash after the last applied command (for operators; takes milliseconds). */
  readonly stateHash: () => { readonly seq: number; readonly hash: string }
  /** Stops accepting commands, answers pending ones, writes a snapshot, closes the journal. */
  readonly stop: () => Promise<void>
}

/** Whether a command got no number in time: nothing was done, and it may be submitted again. */
export const cameTooLate = ({ problem }: Pick<ApplyResult, 'problem'>): boolean =>
  problem?.name === 'commandTooLate'

/** The queue is full: ask again later (503 with Retry-After, reliability G6). */
export class ExchangeBusy extends Error {
  readonly retryAfterMs: number
  constructor(retryAfterMs: number) {
    super('The exchange has more work waiting than it accepts')
    this.name = 'ExchangeBusy'
    this.retryAfterMs = retryAfterMs
  }
}

/** The exchange is stopping or has failed; whether the command was executed is unknown. */
export class ExchangeStopped extends Error {
  constructor(reason: string) {
    super(`The exchange takes no commands: ${reason}`)
    this.name = 'ExchangeStopped'
  }
}

export type ExchangeParts = Omit<ReplicaParts, 'journal' | 'onIdle'> & {
  readonly journal: Journal
  readonly clock: Clock
  /**
   * Whether the recording of events lags too far behind. Until it has caught up, commands of
   * accounts, except cancels, are refused as busy.
   */
  readonly isRecordingBehind?: () => boolean
  /**
   * The disk or the engine has failed permanently: nothing is acknowledged any more (exit code 70).
   */
  readonly onFailure: (error: Error) => void
}

const defaultPatienceMs = 5_000
const retryAfterMs = 1_000

/** Returns the exchange that continues from the recovered state. */
export function createExchange(parts: ExchangeParts): Exchange {
  const core = new Core(parts)
  const { replica } = core
  return {
    submit: (command, options) => core.submit(command, options),
    preview: (command, first) => replica.preview(command, first),
    views: replica.views,
    lastSeq: () => replica.lastSeq,
    lastTimeMs: () => replica.lastTimeMs,
    subscribe: (listener) => replica.subscribe(listener),
    status: () => core.status(),
    stateHash: () => replica.stateHash(),
    stop: () => core.stop(),
  }
}

class Core {
  readonly #parts: ExchangeParts
  readonly #sequencer: Sequencer
  readonly #replica: Replica
  #mode: ExchangeStatus['mode'] = 'running'
  #isFlushPlanned = false
  /** Commands being written to the disk; the next batch collects meanwhile (reliability D2). */
  #writing = 0
  #lastCommitMs = 0
  #stopping: Promise<void> | undefined
  #onIdle: (() => void) | undefined

  constructor(parts: ExchangeParts) {
    this.#parts = parts
    const onIdle = (): void => this.#notifyIfIdle()
    this.#replica = new Replica({ ...parts, onFailure: (error) => this.#fail(error), onIdle })
    const { lastSeq, lastTimeMs } = this.#replica
    this.#sequencer = new Sequencer(parts.clock, lastSeq, lastTimeMs)
  }

  get replica(): Replica {
    return this.#replica
  }

  submit(command: Command, options?: SubmitOptions): Promise<ApplyResult> {
    if (this.#mode !== 'running') return Promise.reject(new ExchangeStopped(this.#mode))
    const isCancelling = isCancel(command)
    const isFull = this.#sequencer.queued >= (isCancelling ? queueMaxForCancels : queueMax)
    const mayWait = !isCancelling && 'account' in command
    if (isFull || (mayWait && this.#parts.isRecordingBehind?.() === true)) {
      return Promise.reject(new ExchangeBusy(retryAfterMs))
    }
    return new Promise((resolve, reject) => {
      const latestMs = options?.latestMs ?? this.#sequencer.nowMs() + defaultPatienceMs
      this.#sequencer.add({ command, latestMs, resolve, reject })
      this.#planFlush()
    })
  }

  status(): ExchangeStatus {
    const { lastSeq, lastTimeMs, snapshotSeq, snapshotFault } = this.#replica
    return {
      mode: this.#mode,
      lastSeq,
      lastTimeMs,
      queued: this.#sequencer.queued,
      inFlight: this.#writing + this.#replica.pending,
      snapshotSeq,
      snapshotFault,
      lastCommitMs: this.#lastCommitMs,
    }
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  async #stop(): Promise<void> {
    if (this.#mode === 'running') this.#mode = 'stopping'
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve
      this.#notifyIfIdle()
    })
    await this.#replica.stop()
    await this.#parts.journal.close()
  }

  /** All commands submitted in one turn of the event loop form one batch; nothing waits longer. */
  #planFlush(): void {
    if (this.#isFlushPlanned || this.#writing > 0) return
    this.#isFlushPlanned = true
    setImmediate(() => {
      this.#isFlushPlanned = false
      this.#flush()
    })
  }

  #flush(): void {
    if (this.#mode === 'failed' || this.#writing > 0) return
    const batch = this.#sequencer.takeBatch()
    if (batch !== undefined) {
      this.#writing = batch.commands.length
      void this.#makeDurable(batch)
    }
    this.#notifyIfIdle()
  }

  async #makeDurable(batch: OrderedBatch): Promise<void> {
    const startedMs = performance.now()
    try {
      await this.#parts.journal.append(batch.part)
    } catch (error) {
      this.#writing = 0
      this.#fail(error)
      // Whether the batch reached the disk is unknown until the next start.
      const stopped = new ExchangeStopped(messageOf(error))
      for (const { waiting } of batch.commands) waiting.reject(stopped)
      return
    }
    this.#lastCommitMs = performance.now() - startedMs
    this.#writing = 0
    if (this.#sequencer.queued > 0) this.#flush()
    this.#replica.apply(batch.commands)
  }

  #notifyIfIdle(): void {
    const isIdle = this.#sequencer.queued + this.#writing + this.#replica.pending === 0
    if (isIdle || this.#mode === 'failed') this.#onIdle?.()
  }

  #fail(error: unknown): void {
    if (this.#mode === 'failed') return
    this.#mode = 'failed'
    const stopped = new ExchangeStopped(messageOf(error))
    this.#parts.onFailure(asError(error))
    this.#replica.fail(stopped)
    this.#sequencer.rejectAll(stopped)
    this.#notifyIfIdle()
  }
}
