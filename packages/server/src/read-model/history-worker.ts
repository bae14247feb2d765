// The history thread: it writes portions, answers queries and generates the seed's past.

import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from '../failures/thrown.ts'
import { PostgresUnavailable } from '../postgres/postgres-unavailable.ts'
import { serveUses, type GivenUse } from '../threads/thread-use.ts'
import type { StoredCandleQuestion } from './candles/candle-store.ts'
import {
  openHistoryStore,
  type HistoryStart,
  type HistoryStore,
  type StoreOptions,
} from './history-store.ts'
import type {
  DecisionQuestion,
  ExecutionQuestion,
  FillCountQuestion,
  FundingRateQuestion,
  HistoryQuestion,
  LogQuestion,
  OrderQuestion,
  SettlementQuestion,
} from './read-model.ts'
import type { HistoryPortion } from './portion-writer.ts'
import type { HistoryServer } from './postgres/postgres-history.ts'
import type { StoredEquityQuestion } from './equity/equity-store.ts'
import type { StoredOpenInterestQuestion } from './open-interest-store.ts'
import { loadSeedHistoryMaker, type SeedHistory, type SeedPlan } from './seed/seed-history.ts'

export type HistoryWorkerSettings = StoreOptions & {
  readonly seedModule: string
  readonly plans: readonly SeedPlan[]
  /** How long account history is kept, ms. */
  readonly keepMs: number
  /** The server that stores the history instead of the file. */
  readonly server: HistoryServer | undefined
}

export type HistoryTask =
  | { readonly kind: 'write'; readonly portion: HistoryPortion }
  | { readonly kind: 'sync' }
  | { readonly kind: 'close' }
  | { readonly kind: 'orderHistory'; readonly question: OrderQuestion }
  | { readonly kind: 'executions'; readonly question: ExecutionQuestion }
  | { readonly kind: 'fillCounts'; readonly question: FillCountQuestion }
  | { readonly kind: 'algoHistory'; readonly question: HistoryQuestion }
  | { readonly kind: 'decisions'; readonly question: DecisionQuestion }
  | { readonly kind: 'liquidations'; readonly question: HistoryQuestion }
  | { readonly kind: 'settlements'; readonly question: SettlementQuestion }
  | { readonly kind: 'closedPnl'; readonly question: HistoryQuestion }
  | { readonly kind: 'transactionLog'; readonly question: LogQuestion }
  | { readonly kind: 'fundingHistory'; readonly question: HistoryQuestion }
  | { readonly kind: 'fundingRates'; readonly question: FundingRateQuestion }
  | { readonly kind: 'candles'; readonly question: StoredCandleQuestion }
  | { readonly kind: 'openInterest'; readonly question: StoredOpenInterestQuestion }
  | { readonly kind: 'liquidationSums'; readonly question: StoredOpenInterestQuestion }
  | { readonly kind: 'equity'; readonly question: StoredEquityQuestion }
/** `seenSeq`: the last command that the requester has seen. */
export type HistoryRequest = {
  readonly id: number
  readonly task: HistoryTask
  readonly seenSeq: number
}

export type HistoryAnswer =
  | { readonly kind: 'opened'; readonly start: HistoryStart }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  /** `isFatal`: writing is no longer possible; otherwise only this query failed. */
  | {
      readonly kind: 'failed'
      readonly id: number
      readonly message: string
      readonly isFatal: boolean
      /** The server cannot be reached at the moment. */
      readonly isAway: boolean
    }

/** The longest time that a query waits for earlier commands to be recorded. */
const readersPatienceMs = 250
const pollEveryMs = 15
const awayMs = 300
const pruneEveryMs = 60_000
/** Interval at which an idle thread generates the seed's past in advance. */
const prepareEveryMs = 150
const preparePerTurn = 1

async function serve({
  port,
  settings,
  end,
  endThread,
}: GivenUse<HistoryWorkerSettings>): Promise<void> {
  const make = await loadSeedHistoryMaker(settings.seedModule)
  const seeds = new Map(settings.plans.map((plan) => [plan.symbol, make(plan)]))
  const { store, start } = await openStore(settings, seeds)
  port.postMessage({ kind: 'opened', start } satisfies HistoryAnswer)
  const preparing = prepareInIdleMoments([...seeds.values()])
  const prune = pruning(store, settings.keepMs)
  let turn: Promise<void> = Promise.resolve()
  let isOver = false
  const stop = (): void => {
    isOver = true
    clearInterval(preparing)
  }
  const isReader = settings.server?.isWriter === false
  const work = async ({ id, task, seenSeq }: HistoryRequest): Promise<void> => {
    if (isOver) return
    try {
      if (isReader && task.kind !== 'close') await untilRecorded(store, seenSeq)
      const value = await perform(store, task)
      port.postMessage({ kind: 'done', id, value } satisfies HistoryAnswer)
      if (task.kind === 'write') await prune(task.portion.timeMs)
      if (task.kind !== 'close') return
      stop()
      end()
    } catch (error) {
      const isFatal = task.kind === 'write' || task.kind === 'sync'
      const message = messageOf(error)
      port.postMessage({
        kind: 'failed',
        id,
        message,
        isFatal,
        isAway: isAway(store, error),
      } satisfies HistoryAnswer)
      if (!isFatal) return
      stop()
      await store.close().finally(endThread)
    }
  }
  port.on('message', (request: HistoryRequest) => {
    if (request.task.kind === 'write') store.coming(request.task.portion)
    // The writer processes requests one by one; a server's readers process them concurrently.
    if (isReader) void work(request)
    else turn = turn.then(() => work(request))
  })
}

async function openStore(
  settings: HistoryWorkerSettings,
  seeds: ReadonlyMap<string, SeedHistory>,
): ReturnType<typeof openHistoryStore> {
  if (settings.server === undefined) return openHistoryStore(settings, seeds)
  // The driver is loaded only if a server is used.
  const { openPostgresHistory } = await import('./postgres/postgres-history.ts')
  return openPostgresHistory(settings.server, settings, seeds)
}

/**
 * Returns the pruning step that runs after each portion: once a minute, and for account history
 * after every portion while there is more, so that it keeps up with new entries.
 */
function pruning(store: HistoryStore, keepMs: number): (nowMs: number) => Promise<void> {
  let prunedMs = 0
  let isMore = false
  return async (nowMs) => {
    const isDue = nowMs - prunedMs > pruneEveryMs
    if (isDue) {
      prunedMs = nowMs
      await store.prune(nowMs)
    }
    if (isDue || isMore) isMore = keepMs < Infinity && (await store.pruneEntries(nowMs - keepMs))
  }
}

/** Waits briefly for the writer, so that a trade just made is found in the history. */
async function untilRecorded(store: HistoryStore, seq: number): Promise<void> {
  const endMs = performance.now() + readersPatienceMs
  while ((await store.recordedSeq()) < seq && performance.now() < endMs) await delay(pollEveryMs)
}

/**
 * Writes a portion, with retries while the server is away. The progress row tells whether an
 * interrupted write was committed.
 */
async function write(store: HistoryStore, portion: HistoryPortion): Promise<void> {
  for (;;) {
    try {
      return await store.write(portion)
    } catch (error) {
      if (!isAway(store, error)) throw error
      if ((await seqWhenBack(store)) === portion.seq) return store.startAt(portion.seq)
    }
  }
}

async function seqWhenBack(store: HistoryStore): Promise<number> {
  for (;;) {
    await delay(awayMs)
    try {
      return await store.recordedSeq()
    } catch (error) {
      if (!isAway(store, error)) throw error
    }
  }
}

const isAway = (store: HistoryStore, error: unknown): boolean =>
  store.errorOf(error) instanceof PostgresUnavailable

function perform(store: HistoryStore, task: HistoryTask): Promise<unknown> {
  switch (task.kind) {
    case 'write':
      return write(store, task.portion)
    case 'sync':
      return store.sync()
    case 'close':
      return store.close()
    case 'orderHistory':
      return store.orderHistory(task.question)
    case 'executions':
      return store.executions(task.question)
    case 'fillCounts':
      return store.fillCounts(task.question)
    case 'algoHistory':
      return store.algoHistory(task.question)
    case 'decisions':
      return store.decisions(task.question)
    case 'liquidations':
      return store.liquidations(task.question)
    case 'settlements':
      return store.settlements(task.question)
    case 'closedPnl':
      return store.closedPnl(task.question)
    case 'transactionLog':
      return store.transactionLog(task.question)
    case 'fundingHistory':
      return store.fundingHistory(task.question)
    case 'fundingRates':
      return store.fundingRates(task.question)
    case 'candles':
      return store.candles.candles(task.question)
    case 'openInterest':
      return store.openInterest.points(task.question)
    case 'liquidationSums':
      return store.publicLiquidations.sums(task.question)
    case 'equity':
      return store.equity.points(task.question)
  }
}

function prepareInIdleMoments(seeds: readonly SeedHistory[]): NodeJS.Timeout {
  const timer = setInterval(() => {
    const unfinished = seeds.find((seed) => seed.prepare(0) > 0)
    if (unfinished === undefined) clearInterval(timer)
    else unfinished.prepare(preparePerTurn)
  }, prepareEveryMs)
  return timer
}

serveUses<HistoryWorkerSettings>((use) => {
  serve(use).catch((error: unknown) => {
    const message = messageOf(error)
    use.port.postMessage({
      kind: 'failed',
      id: 0,
      message,
      isFatal: true,
      isAway: false,
    } satisfies HistoryAnswer)
    use.endThread()
  })
})
