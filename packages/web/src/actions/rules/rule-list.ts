// The account's rule orders, folded from pushes and receipts; each firing is told once.

import { isRuleOver } from '@basis/domain/algo/rule'
import type { WireRule } from '@basis/protocol/rules/rule'
import { onTrader } from '../../client/session.ts'
import { message } from '../../i18n/message-keys.ts'
import { createStreamStore, useStream, type StreamStore } from '../../platform/stream-store.ts'
import { notify } from '../../shell/notices.ts'
import { instrumentOf } from '../../stores/catalogue.ts'
import { actionMessage, firingMessage } from '../words/rule-words.ts'

const LIST = 'list'

const store: StreamStore<typeof LIST, readonly WireRule[]> = createStreamStore()
let known: ReadonlyMap<string, WireRule> | undefined

/** Those that run or are paused, and the newest that have ended; undefined until they are known. */
export const useRules = (): readonly WireRule[] | undefined => useStream(store, LIST)

export const isRunning = ({ status }: WireRule): boolean => !isRuleOver({ state: status })

/** Takes in rules as a push or an answer has them; what is older than what is known is none. */
export function applyRules(list: readonly WireRule[]): void {
  const next = new Map(known)
  for (const rule of list) {
    const before = next.get(rule.ruleId)
    if (before !== undefined && before.updateNo > rule.updateNo) continue
    next.set(rule.ruleId, rule)
    // What fired before this page was open stands in the list.
    if (known !== undefined && rule.firedTimes > (before?.firedTimes ?? 0)) tell(rule)
  }
  known = next
  store.set(
    LIST,
    [...next.values()].toSorted((a, b) => Number(b.ruleId) - Number(a.ruleId)),
  )
}

function tell(rule: WireRule): void {
  const instrument = instrumentOf(rule.symbol)
  const firing = rule.firings.at(-1)
  if (instrument === undefined || firing === undefined) return
  const isRefused = firing.rejectReason !== undefined
  const { symbol } = rule
  notify({
    kind: isRefused ? 'rule refused' : 'rule fired',
    tone: isRefused ? 'warning' : 'success',
    title: message(isRefused ? 'strategies.ruleRefused' : 'strategies.ruleFired'),
    body: firingMessage(firing, { symbol, action: actionMessage(rule, instrument) }),
    keys: [`rule ${rule.ruleId} ${rule.firedTimes}`],
    timeMs: firing.timeE3,
    link: { panel: 'strategies' },
  })
}

/** Forgets the rules of an account that is left; returns how to stop. */
export const startRuleWatch = (): (() => void) =>
  onTrader(() => {
    known = undefined
    store.remove(LIST)
  })
