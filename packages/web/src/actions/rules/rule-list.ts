// The account's rule orders, folded from pushes and receipts; each firing is reported once.

import { isRuleOver } from '@basis/domain/algo/states'
import type { WireRule } from '@basis/protocol/rules/rule'
import { onTrader } from '../../client/session.ts'
import { createStreamStore, useStream, type StreamStore } from '../../platform/stream-store.ts'

const LIST = 'list'

const store: StreamStore<typeof LIST, readonly WireRule[]> = createStreamStore()
const listeners = new Set<(rule: WireRule) => void>()
let known: ReadonlyMap<string, WireRule> | undefined

/** The running and paused ones, and the newest that have ended; undefined until they are known. */
export const useRules = (): readonly WireRule[] | undefined => useStream(store, LIST)

export const isRunning = ({ status }: WireRule): boolean => !isRuleOver({ state: status })

/** Listens to rules that fire; returns the unsubscribe. */
export function onRuleFired(listener: (rule: WireRule) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Applies rules of a push or an answer; one that is older than the known state is ignored. A
 * snapshot has every rule that the exchange keeps, so others are removed.
 */
export function applyRules(list: readonly WireRule[], isSnapshot = false): void {
  const next = new Map(isSnapshot ? undefined : known)
  for (const rule of list) {
    const before = known?.get(rule.ruleId)
    const isOlder = before !== undefined && before.updateNo > rule.updateNo
    next.set(rule.ruleId, isOlder ? before : rule)
    if (isOlder) continue
    // Firings from before this page was open are in the list already.
    if (known !== undefined && rule.firedTimes > (before?.firedTimes ?? 0)) {
      for (const listener of listeners) listener(rule)
    }
  }
  known = next
  store.set(
    LIST,
    [...next.values()].toSorted((a, b) => Number(b.ruleId) - Number(a.ruleId)),
  )
}

/** Clears the rules when the account is left; returns a function that stops it. */
export const startRuleWatch = (): (() => void) =>
  onTrader(() => {
    known = undefined
    store.remove(LIST)
  })
