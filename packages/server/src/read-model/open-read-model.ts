// Opens the read model: events go to the live market in memory and, in portions, to the history
// thread.

import { join } from 'node:path'
import type { AccountId, SymbolId } from '@basis/domain/numbers/brand'
import type { Candle, CandleSource, Resolution } from '@basis/domain/instrument/candle'
import type { Delivered, EventBatch } from '@basis/engine/events'
import { messageOf, stackOf } from '../failures/thrown.ts'
import { CoinCosts } from './costs/coin-costs.ts'
import { CreatedPrices } from './created-prices/created-prices.ts'
import { EquityHistory, type Worth } from './equity/equity-history.ts'
import { HistoryLink } from './history-link.ts'
import { leavesRow, ownerOf, type StampedEvent } from './history-rows.ts'
import type { HistoryBase, HistoryStart } from './history-store.ts'
import type { HistoryTask } from './history-worker.ts'
import { LiveMarket, type HistoryMarket } from './live-market.ts'
import { OpenInterest } from './open-interest.ts'
import { AccountRatio, type HeldPosition } from './positioning/account-ratio.ts'
import { Liquidations } from './positioning/liquidations.ts'
import type { HistoryServer } from './postgres/postgres-history.ts'
import { TradedVolumes, type VolumeMarket } from './volume/traded-volume.ts'
import type {
  CandleQuestion,
  EquityPoint,
  EquityQuestion,
  LiquidationSum,
  OpenInterestPoint,
  OpenInterestQuestion,
  ReadModel,
  ReadModelStatus,
} from './read-model.ts'
import type { SeedPlan } from './seed/seed-history.ts'

export type ReadModelOptions = {
  /** The data folder; the history's file in it may be deleted at any time. */
  readonly folder: string
  /** How long account history is kept, ms; default: forever. */
  readonly keepMs?: number
  /** The server that stores the history instead of a file in the folder. */
  readonly server?: HistoryServer | undefined
  readonly journalId: string
  readonly lastSeq: number
  /** Default: the journal holds all commands. */
  readonly base?: HistoryBase
  readonly simulationStartMs: number
  readonly markets: readonly Market[]
  readonly plans: readonly SeedPlan[]
  /** The address of the module that generates the past (seed-history.ts). */
  readonly seedModule: string
  /** Above this many events not yet written, the history counts as behind; default 100,000. */
  readonly mostUnrecorded?: number
  readonly onNotice: (message: string) => void
}

/** The fields of an instrument that the history needs. */
type Market = HistoryMarket & VolumeMarket

export type OpenedReadModel = {
  readonly readModel: ReadModel
  /**
   * Commands after this number must be passed to `apply` again: the journal is replayed from here
   * at the latest.
   */
  readonly recordedSeq: number
  /** The history has no traders: the exchange has none, or the history was rebuilt. */
  readonly isEmpty: boolean
  /**
   * Adds traders whose accounts were opened before the journal begins, and the open interest of
   * that time.
   */
  readonly introduce: (traders: Iterable<AccountId>, openInterest: StandingInterest) => void
  /** Adds the instruments listed at the start of the replay, recorded or not. */
  readonly list: (instruments: Iterable<Market>) => void
  /** Adds the positions held at the start of the replay, recorded or not. */
  readonly introducePositions: (held: Iterable<HeldPosition>) => void
  /** Sets the source of account equities; its figures are those after the last batch. */
  readonly measureBy: (worth: Worth) => void
  /** Waits while the thread is far behind: called between parts of a replay. */
  readonly waitForWrites: () => Promise<void>
}

type StandingInterest = Iterable<readonly [symbol: string, lots: number]>

const flushEveryMs = 200
/** A portion that has this many events is sent at once. */
const portionMax = 2_000
/** About ten seconds of the thread's work, and 150 MB. */
const mostUnrecorded = 100_000
const defaultCandles = 200
const maxCandles = 1_000

/**
 * Opens the history or rebuilds it. If both fail, trading goes on without it: queries reject with
 * HistoryUnavailable, and the next start tries again (reliability P5).
 */
export async function openReadModel(options: ReadModelOptions): Promise<OpenedReadModel> {
  const { folder, journalId, lastSeq, simulationStartMs, seedModule, plans, onNotice } = options
  const { base = { seq: 0, timeMs: simulationStartMs } } = options
  const file = join(folder, 'history.db')
  const link = new HistoryLink({
    file,
    server: options.server,
    keepMs: options.keepMs ?? Infinity,
    journalId,
    lastSeq,
    base,
    simulationStartMs,
    seedModule,
    plans,
  })
  const start = await link.started.catch((error: unknown) => {
    onNotice(messageOf(error))
    return emptyStart(lastSeq, simulationStartMs)
  })
  if (start.rebuiltBecause !== undefined) {
    const from = base.seq === 0 ? '' : `; the journal tells what came after command ${base.seq}`
    onNotice(`the history is rebuilt from the journal: ${start.rebuiltBecause}${from}`)
  }
  const recorder = new Recorder(link, options, start)
  return {
    readModel: recorder.readModel,
    recordedSeq: start.seq,
    isEmpty: start.traders.length === 0,
    introduce: (traders, openInterest) => recorder.introduce(traders, openInterest),
    list: (instruments) => recorder.list(instruments),
    introducePositions: (held) => recorder.introducePositions(held),
    measureBy: (worth) => recorder.measureBy(worth),
    waitForWrites: () => recorder.waitForWrites(),
  }
}

const emptyStart = (seq: number, timeMs: number): HistoryStart => ({
  seq,
  timeMs,
  traders: [],
  series: [],
  minutes: [],
  trades: [],
  openInterest: [],
  liquidations: [],
  volumes: [],
  costs: [],
  createdPrices: [],
  equities: [],
})

class Recorder {
  readonly readModel: ReadModel
  readonly #link: HistoryLink
  readonly #live: LiveMarket
  readonly #openInterest: OpenInterest
  readonly #ratio: AccountRatio
  readonly #liquidations: Liquidations
  readonly #volumes: TradedVolumes
  readonly #costs: CoinCosts
  readonly #createdPrices: CreatedPrices
  readonly #equity: EquityHistory
  readonly #traders: Set<number>
  readonly #onNotice: (message: string) => void
  /** Another process records the history; this one only queries it. */
  readonly #isReader: boolean
  #events: StampedEvent[] = []
  #appliedSeq: number
  #sentSeq: number
  #recordedSeq: number
  /** Events sent to the thread but not written yet. */
  #unrecorded = 0
  readonly #mostUnrecorded: number
  #gap: string | undefined
  /** Why recording stopped: a batch was applied only in part. */
  #halfApplied: string | undefined
  #timer: NodeJS.Timeout | undefined
  #lastWrite: Promise<unknown> = Promise.resolve()
  /** The newest write at the previous `waitForWrites`. */
  #pacedWrite: Promise<unknown> = Promise.resolve()

  constructor(link: HistoryLink, options: ReadModelOptions, start: HistoryStart) {
    this.#link = link
    this.#onNotice = options.onNotice
    this.#isReader = options.server?.isWriter === false
    this.#mostUnrecorded = options.mostUnrecorded ?? mostUnrecorded
    this.#live = new LiveMarket(options.markets, start)
    this.#ratio = new AccountRatio(options.plans)
    this.#openInterest = new OpenInterest(
      options.markets,
      start.openInterest,
      start.timeMs,
      (symbol) => this.#ratio.longE6(symbol),
    )
    this.#liquidations = new Liquidations(options.markets, start.liquidations)
    this.#traders = new Set(start.traders)
    this.#volumes = new TradedVolumes(
      options.markets,
      { rows: start.volumes, nowMs: start.timeMs },
      (account) => this.#traders.has(account),
    )
    this.#costs = new CoinCosts(options.markets, start.costs, (account) =>
      this.#traders.has(account),
    )
    this.#createdPrices = new CreatedPrices(
      start.createdPrices,
      (account) => this.#traders.has(account),
      (symbol) => this.#live.lastTicks(symbol),
    )
    this.#equity = new EquityHistory(this.#traders, start.timeMs, start.equities)
    this.#appliedSeq = start.seq
    this.#sentSeq = start.seq
    this.#recordedSeq = start.seq
    this.readModel = this.#asReadModel()
  }

  introduce(traders: Iterable<AccountId>, openInterest: StandingInterest): void {
    this.#openInterest.introduce(openInterest)
    const [seq, timeMs] = [this.#appliedSeq, this.#live.nowMs]
    for (const account of traders) {
      this.#traders.add(account)
      const event = { kind: 'AccountOpened', account, role: 'trader' } as const
      this.#events.push({ seq, timeMs, place: 0, event })
    }
  }

  list(instruments: Iterable<Market>): void {
    for (const instrument of instruments) {
      this.#live.list(instrument)
      this.#openInterest.list(instrument)
      this.#liquidations.list(instrument)
      this.#volumes.list(instrument)
      this.#costs.list(instrument)
    }
  }

  /** What is kept in memory of a contract ends with it: hundreds of options end every day. */
  #end({ symbol, atMs }: Delivered): void {
    this.#live.end(symbol, atMs)
    this.#openInterest.end(symbol)
  }

  introducePositions(held: Iterable<HeldPosition>): void {
    for (const position of held) this.#ratio.hold(position)
  }

  measureBy(worth: Worth): void {
    // A reader of another process's history measures nothing.
    if (!this.#isReader) this.#equity.measureBy(worth)
  }

  async waitForWrites(): Promise<void> {
    if (this.#reason() !== undefined) return
    this.#flush()
    // Waits for the write before the last one: the thread writes one portion while the next is
    // made.
    const before = this.#pacedWrite
    this.#pacedWrite = this.#lastWrite
    await before
  }

  #asReadModel(): ReadModel {
    const live = this.#live
    const interest = this.#openInterest
    return {
      orderHistory: (question) => this.#ask({ kind: 'orderHistory', question }),
      executions: (question) => this.#ask({ kind: 'executions', question }),
      fillCounts: (question) => this.#ask({ kind: 'fillCounts', question }),
      algoHistory: (question) => this.#ask({ kind: 'algoHistory', question }),
      decisions: (question) => this.#ask({ kind: 'decisions', question }),
      liquidations: (question) => this.#ask({ kind: 'liquidations', question }),
      settlements: (question) => this.#ask({ kind: 'settlements', question }),
      closedPnl: (question) => this.#ask({ kind: 'closedPnl', question }),
      transactionLog: (question) => this.#ask({ kind: 'transactionLog', question }),
      fundingHistory: (question) => this.#ask({ kind: 'fundingHistory', question }),
      fundingRates: (question) => this.#ask({ kind: 'fundingRates', question }),
      candles: (question) => this.#candles(question),
      openInterest: (question) => this.#openInterestPoints(question),
      liquidationSums: (question) => this.#liquidationSums(question),
      equity: (question) => this.#equityPoints(question),
      newestLiquidations: (symbol, limit) => this.#liquidations.newest(symbol, limit),
      tradedVolume: (account) => this.#volumes.of(account),
      coinCosts: (account) => this.#costs.of(account),
      lastTicksWhenPlaced: (orderId) => this.#createdPrices.of(orderId),
      takeTradedVolumes: () => this.#volumes.takeMoved(),
      openInterestAt: (symbol, timeMs) => interest.at(symbol, timeMs),
      liveCandle: (symbol, source, resolution) => this.#liveCandle(symbol, source, resolution),
      endedCandle: (symbol, source, resolution) => live.endedCandle(symbol, source, resolution),
      recentTrades: (symbol, limit) => live.trades(symbol, limit),
      ticker: (symbol) => live.ticker(symbol),
      tickers: () => live.tickers(),
      apply: (batch) => this.#apply(batch),
      record: () => this.#record(),
      isBehind: () => this.#unrecorded > this.#mostUnrecorded,
      status: () => this.#status(),
      stop: () => this.#stop(),
    }
  }

  #apply(batch: EventBatch): void {
    const { seq, events } = batch
    // Instruments and positions are tracked from the start of a replay, recorded or not.
    for (const event of events) {
      if (event.kind === 'InstrumentListed') this.list([event.instrument])
      else if (event.kind === 'Delivered') this.#end(event)
    }
    if (seq <= this.#appliedSeq || this.#gap !== undefined) {
      this.#ratio.apply(batch)
      return
    }
    if (seq !== this.#appliedSeq + 1) {
      // A gap would be permanent: recording stops, and the next start replays what is missing.
      this.#gap = `commands ${this.#appliedSeq + 1} to ${seq - 1} were not told`
      this.#onNotice(`the history stops: ${this.#gap}`)
      return
    }
    this.#appliedSeq = seq
    try {
      this.#fold(batch)
    } catch (error) {
      this.#stopRecording(seq, error)
    }
    // Recording has stopped; the next start replays from the last recorded command.
    if (!this.#isRecording()) return
    if (this.#events.length >= portionMax) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), flushEveryMs)
  }

  #fold(batch: EventBatch): void {
    const { seq, timeMs, events } = batch
    this.#createdPrices.apply(batch)
    this.#live.apply(batch)
    this.#openInterest.apply(batch)
    this.#ratio.apply(batch)
    this.#liquidations.apply(batch)
    if (!this.#isRecording()) return
    events.forEach((event, place) => {
      if (!leavesRow(event)) return
      const owner = ownerOf(event)
      if (event.kind === 'AccountOpened') this.#traders.add(event.account)
      else if (owner !== undefined && !this.#traders.has(owner)) return
      const created = 'order' in event ? this.#createdPrices.of(event.order.id) : undefined
      this.#events.push({ seq, timeMs, place, event, lastTicks: created })
    })
    this.#volumes.apply(batch)
    this.#costs.apply(batch)
    this.#equity.apply(batch)
  }

  #isRecording(): boolean {
    return this.#halfApplied === undefined && this.#link.failure === undefined
  }

  /**
   * A bug left a batch applied in part. Recording what follows would make the gap permanent (P1),
   * so nothing more is written; live prices and candles continue (P5).
   */
  #stopRecording(seq: number, error: unknown): void {
    if (this.#halfApplied !== undefined) return
    const what = `command ${seq} could not be recorded`
    this.#halfApplied = `${what}: ${messageOf(error)}`
    this.#onNotice(`the history stops: ${what}: ${stackOf(error)}`)
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const seq = this.#appliedSeq
    if (seq === this.#sentSeq) return
    const events = this.#events
    this.#events = []
    const candles = this.#live.takeChanges()
    const openInterest = this.#openInterest.takeChanges()
    const liquidations = this.#liquidations.takeChanges()
    const volumes = this.#volumes.takeChanges()
    const costs = this.#costs.takeChanges()
    const createdPrices = this.#createdPrices.takeChanges()
    const equity = this.#equity.takeChanges()
    if (!this.#isRecording()) return
    this.#sentSeq = seq
    if (this.#isReader) {
      // The true figure is that of the recording process.
      this.#recordedSeq = seq
      return
    }
    this.#unrecorded += events.length
    const ofMarkets = { candles, openInterest, liquidations }
    const ofTraders = { events, volumes, costs, createdPrices, equity }
    const portion = { seq, timeMs: this.#live.nowMs, ...ofMarkets, ...ofTraders }
    this.#lastWrite = this.#link
      .ask({ kind: 'write', portion })
      .then(
        () => void (this.#recordedSeq = seq),
        (error: unknown) => {
          const message = messageOf(error)
          this.#onNotice(`the history could not be written: ${message}`)
        },
      )
      .finally(() => (this.#unrecorded -= events.length))
  }

  /**
   * All that was applied before the query is written before it is answered: the thread keeps the
   * order.
   */
  #ask<Answer>(task: HistoryTask): Promise<Answer> {
    this.#flush()
    return this.#link.ask(task, this.#appliedSeq) as Promise<Answer>
  }

  #candles(question: CandleQuestion): Promise<readonly Candle[]> {
    const limit = Math.min(Math.max(question.limit ?? defaultCandles, 1), maxCandles)
    const nowMs = this.#live.nowMs
    return this.#ask({ kind: 'candles', question: { ...question, limit, nowMs } })
  }

  /** A week or a month is updated from its first request on; its past is then loaded. */
  #liveCandle(symbol: SymbolId, source: CandleSource, resolution: Resolution): Candle | undefined {
    const series = this.#live.series(symbol, source)
    if (series?.follow(resolution) === true) {
      // The answer holds all that was applied before the query; `series` holds what came after.
      void this.#candles({ symbol, source, resolution, limit: 1 }).then(
        ([past]) => series.join(resolution, past),
        () => series.join(resolution, undefined),
      )
    }
    return series?.candle(resolution, this.#live.nowMs)
  }

  #openInterestPoints(question: OpenInterestQuestion) {
    const limit = Math.min(Math.max(question.limit ?? defaultCandles, 1), maxCandles)
    const nowMs = this.#live.nowMs
    return this.#ask<readonly OpenInterestPoint[]>({
      kind: 'openInterest',
      question: { ...question, limit, nowMs },
    })
  }

  #liquidationSums(question: OpenInterestQuestion) {
    const limit = Math.min(Math.max(question.limit ?? defaultCandles, 1), maxCandles)
    const nowMs = this.#live.nowMs
    return this.#ask<readonly LiquidationSum[]>({
      kind: 'liquidationSums',
      question: { ...question, limit, nowMs },
    })
  }

  #equityPoints(question: EquityQuestion): Promise<readonly EquityPoint[]> {
    return this.#ask({ kind: 'equity', question: { ...question, nowMs: this.#live.nowMs } })
  }

  async #record(): Promise<void> {
    this.#flush()
    // Recording by another process is not awaited.
    if (!this.#isReader) await this.#link.ask({ kind: 'sync' })
    const reason = this.#reason()
    if (reason !== undefined) throw new Error(reason)
  }

  #reason(): string | undefined {
    return this.#gap ?? this.#halfApplied ?? this.#link.failure
  }

  #status(): ReadModelStatus {
    const reason = this.#reason()
    const numbers = { appliedSeq: this.#appliedSeq, recordedSeq: this.#recordedSeq }
    return reason === undefined
      ? { mode: 'ready', ...numbers }
      : { mode: 'unavailable', reason, ...numbers }
  }

  async #stop(): Promise<void> {
    this.#flush()
    if (this.#link.failure === undefined) await this.#link.ask({ kind: 'close' })
    await this.#link.ended
  }
}
