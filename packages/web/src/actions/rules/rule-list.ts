// The account's rule orders as they were last asked for: the exchange pushes none, so that they are
// asked for every few seconds while one runs.

import { isRuleOver } from '@basis/domain/algo/rule'
import type { WireRule } from '@basis/protocol/rules/rule'
import { ask } from '../../client/http.ts'
import { onTrader, useSession } from '../../client/session.ts'
import { message } from '../../i18n/message-keys.ts'
import { createStreamStore, useStream, type StreamStore } from '../../platform/stream-store.ts'
import { notify } from '../../shell/notices.ts'
import { instrumentOf } from '../../stores/catalogue.ts'
import { actionMessage, firingMessage } from '../words/rule-words.ts'

const LIST = 'list'
const LOOK_MS = 3_000
/** While none runs: one may be made elsewhere. */
const IDLE_LOOKS = 10

const store: StreamStore<typeof LIST, readonly WireRule[]> = createStreamStore()
let known: ReadonlyMap<string, WireRule> | undefined

/** Those that run or are paused, and the newest that have ended; undefined until they are known. */
export const useRules = (): readonly WireRule[] | undefined => useStream(store, LIST)

export const isRunning = ({ status }: WireRule): boolean => !isRuleOver({ state: status })

/** Returns the rules that run or are paused. */
const runningRules = (): readonly WireRule[] => [...(known ?? new Map()).values()].filter(isRunning)

/** Takes in rules as an answer has them; what is older than what is known changes nothing. */
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

/** Asks for the rules of whoever is signed in. */
export async function askForRules(): Promise<void> {
  const uid = useSession.getState().user?.uid
  if (uid === undefined) return
  const outcome = await ask('rules', {})
  // Another account may have come in the meantime.
  if (outcome.ok && uid === useSession.getState().user?.uid) applyRules(outcome.value.list)
}

/** Looks after the rules while somebody is signed in; returns how to stop. */
export function startRuleWatch(): () => void {
  let looks = 0
  const look = (): void => {
    looks += 1
    if (runningRules().length > 0 || looks % IDLE_LOOKS === 0) void askForRules()
  }
  const timer = setInterval(look, LOOK_MS)
  const stop = onTrader(() => {
    known = undefined
    store.remove(LIST)
    void askForRules()
  })
  void askForRules()
  return () => {
    clearInterval(timer)
    stop()
  }
}
