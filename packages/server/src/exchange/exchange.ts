// The exchange as everybody in the server knows it: submit a command, ask for figures, be told of
// events.

import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from '@basis/engine/commands'
import type { ApplyResult, Engine } from '@basis/engine/engine'
import type { EventBatch } from '@basis/engine/events'
import type { AccountCommand, Preview } from '@basis/engine/preview'
import type { Views } from '@basis/engine/views'
import type { Journal } from './journal.ts'
import { applyUnlessRefused, recover, type Recovered } from './recovery.ts'
import { figuresOf } from './follower.ts'
import type { Clock, EngineMaker, Follower, FollowGoal } from './ports.ts'
import { Sequencer, type OrderedBatch, type OrderedCommand } from './sequencer.ts'
import type { SnapshotStore } from './disk/snapshots.ts'

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
  /** Why the last snapshot that was due is not there; undefined when it is. */
  readonly snapshotFault: string | undefined
  /** How long the last batch took to become durable. */
  readonly lastCommitMs: number
}

export type Exchange = {
  /**
   * Orders the command, makes it durable, applies it, tells the listeners, then resolves. A refused
   * command resolves with its `problem`. Rejects with `ExchangeBusy` when the queue is full and
   * with `ExchangeStopped` when the exchange stops; after `ExchangeStopped` the outcome may be
   * unknown.
   */
  readonly submit: (command: Command, options?: SubmitOptions) => Promise<ApplyResult>
  /** What an account's command would come to now; neither numbered nor made durable. */
  readonly preview: (command: AccountCommand) => Preview
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

export type ExchangeParts = {
  readonly journal: Journal
  readonly snapshots: SnapshotStore
  readonly follower: Follower
  readonly engines: EngineMaker
  readonly recovered: Recovered
  readonly clock: Clock
  readonly build: string
  readonly snapshotEvery: number
  /**
   * A stop waits so long for the last snapshot, five seconds by default; without it the next start
   * replays more.
   */
  readonly lastSnapshotMs?: number
  /**
   * Resolves when whatever is built from the events is safe on disk up to this number; a snapshot
   * waits for it, so that the journal's tail behind a snapshot is always enough to bring the rest
   * up to date.
   */
  readonly recordedThrough?: (seq: number) => Promise<void>
  /**
   * Has whatever is built from the events more to do than it can hold? Then commands of accounts
   * are refused as busy, except cancels, until it has caught up.
   */
  readonly isRecordingBehind?: () => boolean
  /**
   * The disk or the engine has failed for good: nothing is acknowledged any more (exit code 70).
   */
  readonly onFailure: (error: Error) => void
  readonly onNotice: (message: string) => void
}

const defaultPatienceMs = 5_000
const queueMax = 10_000
/** Cancels are let in when nothing else is any more (reliability G6). */
const queueMaxForCancels = 12_000
const retryAfterMs = 1_000
const prunePauseMs = 20
/** A follower rests so many times as long as it worked: it takes a fifth of a core at most. */
const restPerWork = 4
const defaultLastSnapshotMs = 5_000

/** Returns the exchange that continues from the recovered state. */
export function createExchange(parts: ExchangeParts): Exchange {
  const core = new Core(parts)
  return {
    submit: (command, options) => core.submit(command, options),
    preview: (command) => core.preview(command),
    views: core.views,
    lastSeq: () => core.lastSeq,
    lastTimeMs: () => core.lastTimeMs,
    subscribe: (listener) => core.subscribe(listener),
    status: () => core.status(),
    stateHash: () => core.stateHash(),
    stop: () => core.stop(),
  }
}

class Core {
  readonly views: Views
  readonly #parts: ExchangeParts
  readonly #sequencer: Sequencer
  readonly #listeners = new Set<ExchangeListener>()
  #engine: Engine
  #mode: ExchangeStatus['mode'] = 'running'
  #isFlushPlanned = false
  /** While the disk works on a batch, the next one gathers (reliability D2). */
  #isWriting = false
  #inFlightCommands = 0
  /** Durable commands in order, of which the engine has not seen the first yet. */
  #durable: OrderedCommand[] = []
  #isHealing = false
  #lastCommitMs = 0
  #snapshotSeq: number
  /** The last one that was tried, whether it came to be or not. */
  #snapshotTriedSeq: number
  #snapshotting: Promise<void> | undefined
  #snapshotFault: string | undefined
  #isPruning = false
  /** Runs while the follower rests; no snapshot is begun before its end. */
  #resting: NodeJS.Timeout | undefined
  #stopping: Promise<void> | undefined
  #onIdle: (() => void) | undefined

  constructor(parts: ExchangeParts) {
    this.#parts = parts
    this.#engine = parts.recovered.engine
    this.#snapshotSeq = parts.recovered.snapshotSeq
    this.#snapshotTriedSeq = this.#snapshotSeq
    this.#sequencer = new Sequencer(parts.clock, this.lastSeq, this.lastTimeMs)
    this.views = viewsOf(() => this.#engine)
  }

  get lastSeq(): number {
    return this.#engine.lastSeq()
  }

  get lastTimeMs(): number {
    return this.#engine.lastTimeMs()
  }

  submit(command: Command, options?: SubmitOptions): Promise<ApplyResult> {
    if (this.#mode !== 'running') return Promise.reject(new ExchangeStopped(this.#mode))
    const isCancel = command.kind === 'CancelOrder' || command.kind === 'CancelAllOrders'
    const isFull = this.#sequencer.queued >= (isCancel ? queueMaxForCancels : queueMax)
    const mayWait = !isCancel && 'account' in command
    if (isFull || (mayWait && this.#parts.isRecordingBehind?.() === true)) {
      return Promise.reject(new ExchangeBusy(retryAfterMs))
    }
    return new Promise((resolve, reject) => {
      const latestMs = options?.latestMs ?? this.#sequencer.nowMs() + defaultPatienceMs
      this.#sequencer.add({ command, latestMs, resolve, reject })
      this.#planFlush()
    })
  }

  preview(command: AccountCommand): Preview {
    return this.#engine.preview(command)
  }

  subscribe(listener: ExchangeListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  status(): ExchangeStatus {
    return {
      mode: this.#mode,
      lastSeq: this.lastSeq,
      lastTimeMs: this.lastTimeMs,
      queued: this.#sequencer.queued,
      inFlight: this.#inFlightCommands,
      snapshotSeq: this.#snapshotSeq,
      snapshotFault: this.#snapshotFault,
      lastCommitMs: this.#lastCommitMs,
    }
  }

  stateHash(): { seq: number; hash: string } {
    return { seq: this.lastSeq, hash: this.#parts.engines.stateHash(this.#engine) }
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  async #stop(): Promise<void> {
    if (this.#mode === 'running') this.#mode = 'stopping'
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve
      this.#tellIfIdle()
    })
    await this.#lastSnapshot()
    await this.#parts.journal.close()
  }

  /** Waits for the snapshot at work and takes the last one, as long as a stop has the patience. */
  async #lastSnapshot(): Promise<void> {
    const { follower, lastSnapshotMs = defaultLastSnapshotMs } = this.#parts
    const giveUp = setTimeout(() => void follower.stop(), lastSnapshotMs)
    const endMs = performance.now() + lastSnapshotMs
    await this.#snapshotting
    if (this.#mode === 'stopping' && performance.now() < endMs) await this.#takeSnapshot()
    clearTimeout(giveUp)
    clearTimeout(this.#resting)
  }

  /**
   * Everything that is asked in one turn of the event loop goes into one batch; nothing waits
   * longer.
   */
  #planFlush(): void {
    if (this.#isFlushPlanned || this.#isWriting) return
    this.#isFlushPlanned = true
    setImmediate(() => {
      this.#isFlushPlanned = false
      this.#flush()
    })
  }

  #flush(): void {
    if (this.#mode === 'failed' || this.#isWriting) return
    const batch = this.#sequencer.takeBatch()
    if (batch !== undefined) {
      this.#isWriting = true
      this.#inFlightCommands += batch.commands.length
      void this.#makeDurable(batch)
    }
    this.#tellIfIdle()
  }

  async #makeDurable(batch: OrderedBatch): Promise<void> {
    const startedMs = performance.now()
    try {
      await this.#parts.journal.append(batch.part)
    } catch (error) {
      this.#fail(error)
      // Whether it reached the disk is not known; only the next start will tell.
      const stopped = new ExchangeStopped(messageOf(error))
      for (const { waiting } of batch.commands) waiting.reject(stopped)
      return
    }
    this.#lastCommitMs = performance.now() - startedMs
    this.#isWriting = false
    this.#durable.push(...batch.commands)
    if (this.#sequencer.queued > 0) this.#flush()
    this.#applyDurable()
  }

  #applyDurable(): void {
    if (this.#isHealing || this.#mode === 'failed') return
    const commands = this.#durable
    let done = 0
    for (const ordered of commands) {
      if (!this.#apply(ordered)) break
      done += 1
    }
    this.#durable = done === commands.length ? [] : commands.slice(done)
    this.#inFlightCommands -= done
    this.#planSnapshot()
    this.#tellIfIdle()
  }

  /**
   * Returns false when the engine failed on the command: it is then refused, and its turn comes
   * again.
   */
  #apply({ numbered, waiting }: OrderedCommand): boolean {
    const { refusals } = this.#parts.journal
    let applied: ApplyResult
    try {
      applied = applyUnlessRefused(this.#engine, numbered, refusals)
    } catch (error) {
      if (refusals.has(numbered.seq)) this.#fail(error)
      else void this.#heal(numbered.seq, error)
      return false
    }
    for (const listener of this.#listeners) this.#tell(listener, applied)
    waiting.resolve(applied)
    return true
  }

  /** A listener that fails must not stop the others, nor the exchange. */
  #tell(listener: ExchangeListener, applied: ApplyResult): void {
    try {
      listener(applied)
    } catch (error) {
      this.#parts.onNotice(`a listener failed at sequence ${applied.seq}: ${messageOf(error)}`)
    }
  }

  /**
   * The failed engine may be half changed: it is thrown away and made anew from what is on disk.
   */
  async #heal(seq: number, cause: unknown): Promise<void> {
    const { journal, onNotice } = this.#parts
    this.#isHealing = true
    try {
      onNotice(`the engine failed on command ${seq}, which is refused: ${messageOf(cause)}`)
      await journal.refuse(seq, messageOf(cause))
      const { engine } = await recover({ ...this.#parts, throughSeq: seq - 1 })
      this.#engine = engine
    } catch (error) {
      this.#fail(error)
      return
    }
    this.#isHealing = false
    this.#applyDurable()
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

  /** Never rejects: without a snapshot a start takes longer, and nothing is lost. */
  async #takeSnapshot(): Promise<void> {
    const { follower, onNotice, recordedThrough } = this.#parts
    const throughSeq = this.lastSeq
    if (throughSeq === this.#snapshotSeq) return
    // Whatever comes of it, the next one is tried as far on.
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

  /** Deletes commands that need not be kept, piece by piece between those that come. */
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
      this.#fail(error)
    }
    this.#isPruning = false
  }

  #tellIfIdle(): void {
    const isIdle = this.#sequencer.queued === 0 && this.#inFlightCommands === 0
    if (isIdle || this.#mode === 'failed') this.#onIdle?.()
  }

  #fail(error: unknown): void {
    if (this.#mode === 'failed') return
    this.#mode = 'failed'
    const stopped = new ExchangeStopped(messageOf(error))
    this.#parts.onFailure(error instanceof Error ? error : new Error(messageOf(error)))
    for (const { waiting } of this.#durable) waiting.reject(stopped)
    this.#sequencer.rejectAll(stopped)
    this.#tellIfIdle()
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** The engine behind the views may be made anew; whoever keeps the views need not know. */
function viewsOf(engine: () => Engine): Views {
  const now = (): Views => engine().views
  return {
    timeMs: () => now().timeMs(),
    symbols: () => now().symbols(),
    symbol: (symbol) => now().symbol(symbol),
    collateral: (coin) => now().collateral(coin),
    coins: () => now().coins(),
    loan: (coin) => now().loan(coin),
    mostBorrowed: (account, coin) => now().mostBorrowed(account, coin),
    repayable: (account, coin) => now().repayable(account, coin),
    interestDueMs: () => now().interestDueMs(),
    account: (account) => now().account(account),
    fees: (account) => now().fees(account),
    accountMode: (account) => now().accountMode(account),
    positions: (account) => now().positions(account),
    priceStamp: (account) => now().priceStamp(account),
    adlLights: (position) => now().adlLights(position),
    leverage: (account, symbol, idx) => now().leverage(account, symbol, idx),
    positionMode: (account, symbol) => now().positionMode(account, symbol),
    isIsolated: (account, symbol) => now().isIsolated(account, symbol),
    openOrders: (account) => now().openOrders(account),
    queuePlaces: (account, symbol) => now().queuePlaces(account, symbol),
    mmrCloses: (account) => now().mmrCloses(account),
    algos: (account) => now().algos(account),
    rules: (account) => now().rules(account),
    copy: {
      leaders: () => now().copy.leaders(),
      leader: (wallet) => now().copy.leader(wallet),
      leads: (owner) => now().copy.leads(owner),
      follows: (owner) => now().copy.follows(owner),
      followers: (wallet) => now().copy.followers(wallet),
      ownerOf: (wallet) => now().copy.ownerOf(wallet),
      free: (account) => now().copy.free(account),
    },
    grids: {
      bots: (owner) => now().grids.bots(owner),
      bot: (wallet) => now().grids.bot(wallet),
      ownerOf: (wallet) => now().grids.ownerOf(wallet),
      free: (account, coin) => now().grids.free(account, coin),
      running: () => now().grids.running(),
    },
    spotBots: {
      bots: (owner) => now().spotBots.bots(owner),
      bot: (wallet) => now().spotBots.bot(wallet),
      running: () => now().spotBots.running(),
    },
    spreads: {
      symbols: () => now().spreads.symbols(),
      market: (symbol) => now().spreads.market(symbol),
      depth: (symbol, levels) => now().spreads.depth(symbol, levels),
      bookVersion: (symbol) => now().spreads.bookVersion(symbol),
      openOrders: (account) => now().spreads.openOrders(account),
      openOrder: (account, name) => now().spreads.openOrder(account, name),
      maxQty: (account, symbol, price) => now().spreads.maxQty(account, symbol, price),
    },
    openOrder: (account, name) => now().openOrder(account, name),
    marginChange: (account, symbol, change, idx) =>
      now().marginChange(account, symbol, change, idx),
    maxQty: (account, symbol, price, entering) => now().maxQty(account, symbol, price, entering),
    depth: (symbol, levels) => now().depth(symbol, levels),
    bookVersion: (symbol) => now().bookVersion(symbol),
    ledger: () => now().ledger(),
    insurance: (coin) => now().insurance(coin),
    accounts: () => now().accounts(),
    accountCount: () => now().accountCount(),
    highestAccount: () => now().highestAccount(),
    bestSide: (symbol, side) => now().bestSide(symbol, side),
  }
}
