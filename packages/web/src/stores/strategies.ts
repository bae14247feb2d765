// The account's running algorithmic orders, folded from pushes and receipts; newest first.

import { isAlgoOver } from '@basis/domain/algo/order'
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

/** Applies a message of the topic: a snapshot has every running one, a delta the changed ones. */
export function applyStrategies(list: readonly WireStrategy[], isSnapshot: boolean): void {
  if (isSnapshot) byId.clear()
  const changes = list.flatMap(applyOne)
  publish()
  if (!isSnapshot) notifyListeners(changes)
}

/** Applies the order of an answer; a change that was already pushed is not reported again. */
export function applyStrategyReceipt(strategy: WireStrategy): void {
  const changes = applyOne(strategy)
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
  return [{ before, strategy }]
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
  strategyStore.remove(RUNNING)
}

/** Returns the running algorithmic orders, newest first; undefined until they are known. */
export function useStrategies(): readonly WireStrategy[] | undefined {
  return useStream(strategyStore, RUNNING)
}
