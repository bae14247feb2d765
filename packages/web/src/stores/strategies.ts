// The account's running algorithmic orders, folded from pushes and receipts; newest first.

import { isAlgoOver } from '@basis/domain/algo/states'
import type { WireStrategy } from '@basis/protocol/strategy'
import { createStreamStore, useStream } from '../platform/stream-store.ts'
import type { StreamStore } from '../platform/stream-store.ts'

const RUNNING = 'running'

/** The running orders, under one key; undefined until the first snapshot. */
export const strategyStore: StreamStore<typeof RUNNING, readonly WireStrategy[]> =
  createStreamStore()

const byId = new Map<string, WireStrategy>()
/** Recently ended ones, so that a late receipt does not reopen one; a start is reported once. */
const ended = new Set<string>()
const ENDED_KEPT = 200
/** When the last snapshot was created, by the exchange's clock. */
let snapshotMs = 0
/** The update numbers of answered ones that the snapshot after their change does not have. */
const goneNos = new Map<string, number>()

/** One change of an algorithmic order, reported once. */
export type StrategyChange = {
  /** The previous state; absent if it was not known. */
  readonly before: WireStrategy | undefined
  readonly strategy: WireStrategy
}

type Listener = (changes: readonly StrategyChange[]) => void
const listeners = new Set<Listener>()

/** Listens to changes of algorithmic orders after the first snapshot; returns the unsubscribe. */
export function onStrategies(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Applies a message of the topic, created at `timeMs`: a snapshot has every running one, a delta
 * the changed ones.
 */
export function applyStrategies(
  list: readonly WireStrategy[],
  isSnapshot: boolean,
  timeMs: number = 0,
): void {
  if (isSnapshot) {
    byId.clear()
    goneNos.clear()
    snapshotMs = timeMs
  }
  const changes = list.flatMap((strategy) => applyOne(strategy))
  publish()
  if (!isSnapshot) notifyListeners(changes)
}

/**
 * Applies the order of an answer; a change that was already pushed is not reported again. One that
 * a snapshot of after its change does not have has ended, or a push still lists it.
 */
export function applyStrategyReceipt(strategy: WireStrategy): void {
  const { strategyId, updateNo, updatedAtE3 } = strategy
  const isGone = !byId.has(strategyId) && updatedAtE3 <= snapshotMs
  const changes = applyOne(strategy)
  if (isGone && byId.delete(strategyId)) goneNos.set(strategyId, updateNo)
  publish()
  notifyListeners(changes)
}

function applyOne(strategy: WireStrategy): StrategyChange[] {
  const { strategyId, updateNo } = strategy
  const before = byId.get(strategyId)
  if (ended.has(strategyId)) return []
  if (before !== undefined && updateNo <= before.updateNo) return []
  if (!isAlgoOver(strategy)) byId.set(strategyId, strategy)
  else {
    byId.delete(strategyId)
    ended.add(strategyId)
    const [oldest] = ended
    if (ended.size > ENDED_KEPT && oldest !== undefined) ended.delete(oldest)
  }
  return goneNos.get(strategyId) === updateNo ? [] : [{ before, strategy }]
}

function publish(): void {
  const list = [...byId.values()].toSorted((a, b) => Number(b.strategyId) - Number(a.strategyId))
  strategyStore.set(RUNNING, list)
}

function notifyListeners(changes: readonly StrategyChange[]): void {
  if (changes.length === 0) return
  for (const listener of listeners) listener(changes)
}

/** Clears the store after a sign-out. */
export function clearStrategies(): void {
  byId.clear()
  ended.clear()
  goneNos.clear()
  snapshotMs = 0
  strategyStore.remove(RUNNING)
}

/** Returns the running algorithmic orders, newest first; undefined until they are known. */
export function useStrategies(): readonly WireStrategy[] | undefined {
  return useStream(strategyStore, RUNNING)
}
