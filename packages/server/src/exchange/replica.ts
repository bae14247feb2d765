// The engine in a process that follows the journal: durable commands are applied in order,
// listeners get their events, and snapshots of the state are taken.

import { setTimeout as delay } from 'node:timers/promises'
import type { NumberedCommand } from '@basis/engine/commands'
import type { ApplyResult, Engine } from '@basis/engine/engine'
import type { EventBatch } from '@basis/engine/events'
import type { AccountCommand, Preview } from '@basis/engine/preview'
import { RulesUnknown } from '@basis/engine/rules-version'
import type { Views } from '@basis/engine/views'
import { asError, messageOf, stackOf } from '../failures/thrown.ts'
import type { SnapshotStore } from './disk/snapshots.ts'
import { figuresOf } from './follower.ts'
import type { Journal } from './journal.ts'
import { viewsOf } from './live-views.ts'
import type { EngineMaker, Follower, FollowGoal } from './ports.ts'
import { applyUnlessRefused, recover, type Recovered } from './recovery.ts'

/**
 * Called with each applied command, in order, before its answer is sent; must not throw or block.
 */
export type ExchangeListener = (batch: EventBatch) => void

/** Resolves or rejects the pending answer of a command. */
export type AnswerWaiter = {
  readonly resolve: (applied: ApplyResult) => void
  readonly reject: (error: Error) => void
}

/** A command in the journal; one that another process submitted has no pending answer here. */
export type DurableCommand = {
  readonly numbered: NumberedCommand
  readonly waiting?: AnswerWaiter | undefined
}

export type ReplicaParts = {
  readonly journal: Pick<
    Journal,
    'lastSeq' | 'prunedSeq' | 'read' | 'refuse' | 'refusals' | 'prune'
  >
  readonly snapshots: SnapshotStore
  readonly follower: Follower
  readonly engines: EngineMaker
  readonly recovered: Recovered
  /** Written into snapshots. */
  readonly build: string
  readonly snapshotEvery: number
  /**
   * How long a stop waits for the follower's last snapshot, three seconds by default; after that
   * the engine's own state is written. If 0, a stop takes no snapshot.
   */
  readonly lastSnapshotMs?: number | undefined
  /**
   * Resolves when the read model is durable up to this number. A snapshot waits for it, so that the
   * journal after a snapshot is always enough to bring the read model up to date.
   */
  readonly recordedThrough?: ((seq: number) => Promise<void>) | undefined
  /**
   * Other processes apply the same commands. A command is then refused only if it fails again in a
   * rebuilt engine, so that all refuse the same ones; a failure that does not recur is this
   * process's own, and ends it.
   */
  readonly isOneOfMany?: boolean
  /** The engine or the disk has failed permanently: nothing is applied any more. */
  readonly onFailure: (error: Error) => void
  /** Called when every command passed to `apply` has been applied. */
  readonly onIdle?: () => void
  readonly onNotice: (message: string) => void
}

const prunePauseMs = 20
/** The follower rests four times as long as it worked, so it uses at most a fifth of a core. */
const restPerWork = 4
const defaultLastSnapshotMs = 3_000

export class Replica {
  readonly views: Views
  readonly #parts: ReplicaParts
  readonly #listeners = new Set<ExchangeListener>()
  #engine: Engine
  /** All symbols since the last listing: there are more every day, and they are often asked for. */
  #symbols: ReturnType<Views['symbols']> | undefined
  #mode: 'running' | 'stopping' | 'failed' = 'running'
  /** Durable commands that the engine has not applied yet, in order. */
  #durable: DurableCommand[] = []
  #isHealing = false
  #snapshotSeq: number
  /** The sequence of the last attempted snapshot, written or not. */
  #snapshotTriedSeq: number
  #snapshotting: Promise<void> | undefined
  #snapshotFault: string | undefined
  #isPruning = false
  /** Runs while the follower rests; no snapshot begins before it fires. */
  #resting: NodeJS.Timeout | undefined

  constructor(parts: ReplicaParts) {
    this.#parts = parts
    this.#engine = parts.recovered.engine
    this.#snapshotSeq = parts.recovered.snapshotSeq
    this.#snapshotTriedSeq = this.#snapshotSeq
    const symbols: Views['symbols'] = () => (this.#symbols ??= this.#engine.views.symbols())
    this.views = { ...viewsOf(() => this.#engine), symbols }
  }

  get lastSeq(): number {
    return this.#engine.lastSeq()
  }

  get lastTimeMs(): number {
    return this.#engine.lastTimeMs()
  }

  /** Number of durable commands not applied yet. */
  get pending(): number {
    return this.#durable.length
  }

  /** The sequence of the newest snapshot on disk; 0 if there is none. */
  get snapshotSeq(): number {
    return this.#snapshotSeq
  }

  /** Why the last due snapshot failed; undefined if it was written. */
  get snapshotFault(): string | undefined {
    return this.#snapshotFault
  }

  preview(command: AccountCommand, first?: AccountCommand): Preview {
    return this.#engine.preview(command, first)
  }

  stateHash(): { seq: number; hash: string } {
    return { seq: this.lastSeq, hash: this.#parts.engines.stateHash(this.#engine) }
  }

  /** Adds a listener; the returned function removes it. */
  subscribe(listener: ExchangeListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Applies durable commands; they must follow the previous call's without a gap. */
  apply(commands: readonly DurableCommand[]): void {
    if (this.#durable.length === 0) this.#durable = [...commands]
    else this.#durable.push(...commands)
    this.#applyDurable()
  }

  /** Stops applying and rejects the pending answers. */
  fail(error: Error): void {
    this.#mode = 'failed'
    for (const { waiting } of this.#durable) waiting?.reject(error)
  }

  /**
   * Waits for the snapshot in progress and has a last one taken. If the follower takes too long,
   * the engine's own state is written: it no longer changes, and the next start need not replay
   * what the follower did not reach.
   */
  async stop(): Promise<void> {
    if (this.#mode === 'running') this.#mode = 'stopping'
    const { follower, lastSnapshotMs = defaultLastSnapshotMs } = this.#parts
    // A state that the follower could not reproduce must not be written.
    const isProven = this.#snapshotFault === undefined
    let isGivenUp = false
    const giveUp = setTimeout(() => {
      isGivenUp = true
      void follower.stop()
    }, lastSnapshotMs)
    await this.#snapshotting
    if (lastSnapshotMs > 0 && this.#mode === 'stopping') {
      if (!isGivenUp) await this.#takeSnapshot()
      if (isGivenUp && isProven) await this.#writeOwnState()
    }
    clearTimeout(giveUp)
    clearTimeout(this.#resting)
  }

  async #writeOwnState(): Promise<void> {
    const { engines, snapshots, recordedThrough, build, onNotice } = this.#parts
    const [seq, timeMs] = [this.lastSeq, this.lastTimeMs]
    if (this.#mode !== 'stopping' || seq === this.#snapshotSeq) return
    try {
      await recordedThrough?.(seq)
      await snapshots.write({ seq, timeMs, build }, engines.takeSnapshot(this.#engine))
      this.#snapshotSeq = seq
      onNotice(`the snapshot at ${seq} is the exchange's own: the follower was not done in time`)
    } catch (error) {
      onNotice(`the snapshot at ${seq} was not written: ${messageOf(error)}`)
    }
  }

  #applyDurable(): void {
    if (this.#isHealing || this.#mode === 'failed') return
    const commands = this.#durable
    let done = 0
    for (const durable of commands) {
      if (!this.#apply(durable)) break
      done += 1
    }
    this.#durable = done === commands.length ? [] : commands.slice(done)
    this.#planSnapshot()
    if (this.#durable.length === 0) this.#parts.onIdle?.()
  }

  /**
   * Returns false if the engine failed on the command: it is then recorded as refused and applied
   * again.
   */
  #apply({ numbered, waiting }: DurableCommand): boolean {
    const { refusals } = this.#parts.journal
    let applied: ApplyResult
    try {
      applied = applyUnlessRefused(this.#engine, numbered, refusals)
    } catch (error) {
      // Rules that this build does not support are no reason to refuse: other processes apply the
      // command.
      const isLost = refusals.has(numbered.seq) || error instanceof RulesUnknown
      if (isLost) this.#failFor(error)
      else void this.#heal(numbered, error)
      return false
    }
    if (applied.events.some(({ kind }) => kind === 'InstrumentListed')) this.#symbols = undefined
    for (const listener of this.#listeners) this.#notify(listener, applied)
    waiting?.resolve(applied)
    return true
  }

  /** A listener that throws must stop neither the others nor the exchange. */
  #notify(listener: ExchangeListener, applied: ApplyResult): void {
    try {
      listener(applied)
    } catch (error) {
      this.#parts.onNotice(`a listener failed at sequence ${applied.seq}: ${stackOf(error)}`)
    }
  }

  /**
   * The failed engine may be in an inconsistent state: it is discarded and rebuilt from the disk.
   */
  async #heal(numbered: NumberedCommand, cause: unknown): Promise<void> {
    const { journal, onNotice, isOneOfMany = false } = this.#parts
    const { seq } = numbered
    this.#isHealing = true
    try {
      if (isOneOfMany) await this.#assertFailsAgain(numbered)
      onNotice(`the engine failed on command ${seq}, which is refused: ${messageOf(cause)}`)
      await journal.refuse(seq, messageOf(cause))
      const { engine } = await recover({ ...this.#parts, throughSeq: seq - 1 })
      this.#engine = engine
      this.#symbols = undefined
    } catch (error) {
      this.#failFor(error)
      return
    }
    this.#isHealing = false
    this.#applyDurable()
  }

  async #assertFailsAgain(numbered: NumberedCommand): Promise<void> {
    const { engine } = await recover({ ...this.#parts, throughSeq: numbered.seq - 1 })
    try {
      engine.apply(numbered)
    } catch {
      return
    }
    throw new Error(`the engine failed on command ${numbered.seq}, and did not when it was rebuilt`)
  }

  #planSnapshot(): void {
    if (this.#snapshotting !== undefined || this.#resting !== undefined) return
    if (this.#mode !== 'running') return
    if (this.lastSeq - this.#snapshotTriedSeq < this.#parts.snapshotEvery) return
    const beganMs = performance.now()
    this.#snapshotting = this.#takeSnapshot().finally(() => {
      this.#snapshotting = undefined
      this.#resting = setTimeout(
        () => {
          this.#resting = undefined
          this.#planSnapshot()
        },
        restPerWork * (performance.now() - beganMs),
      ).unref()
    })
  }

  /** Never rejects: without a snapshot a start takes longer, but nothing is lost. */
  async #takeSnapshot(): Promise<void> {
    const { follower, onNotice, recordedThrough } = this.#parts
    const throughSeq = this.lastSeq
    if (throughSeq === this.#snapshotSeq) return
    // Written or not, the next one is due after a full interval.
    this.#snapshotTriedSeq = throughSeq
    try {
      const goal: FollowGoal = { throughSeq, figures: figuresOf(this.views) }
      await recordedThrough?.(throughSeq)
      const baseSeq = await follower.takeSnapshot(goal)
      this.#snapshotSeq = throughSeq
      this.#snapshotFault = undefined
      void this.#prune(baseSeq)
    } catch (error) {
      this.#snapshotFault = `the snapshot at ${throughSeq} was not written: ${messageOf(error)}`
      onNotice(this.#snapshotFault)
    }
  }

  /** Deletes commands that need not be kept, in steps, so that trading is not held up. */
  async #prune(throughSeq: number): Promise<void> {
    const { journal } = this.#parts
    if (this.#isPruning || throughSeq <= journal.prunedSeq) return
    this.#isPruning = true
    try {
      let isMore = true
      while (isMore && this.#mode === 'running') {
        isMore = await journal.prune(throughSeq)
        await delay(prunePauseMs)
      }
    } catch (error) {
      this.#failFor(error)
    }
    this.#isPruning = false
  }

  #failFor(cause: unknown): void {
    this.#parts.onFailure(asError(cause))
  }
}
