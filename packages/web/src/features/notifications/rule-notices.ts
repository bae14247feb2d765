// The notice of a rule order that has fired: what was done, or why it was rejected.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { WireRule } from '@basis/protocol/rules/rule'
import { actionMessage, firingMessage } from '../../actions/words/rule-words.ts'
import { message } from '../../i18n/message-keys.ts'
import type { NoticeDraft } from '../../shell/notices.ts'

/** Returns the notice of a rule's newest firing; undefined while its instrument is not known. */
export function ruleNotice(
  rule: WireRule,
  instrumentOf: (symbol: string) => Instrument | undefined,
): NoticeDraft | undefined {
  const instrument = instrumentOf(rule.symbol)
  const firing = rule.firings.at(-1)
  if (instrument === undefined || firing === undefined) return undefined
  const isRefused = firing.rejectReason !== undefined
  const { symbol } = rule
  return {
    kind: isRefused ? 'rule refused' : 'rule fired',
    tone: isRefused ? 'warning' : 'success',
    title: message(isRefused ? 'strategies.ruleRefused' : 'strategies.ruleFired'),
    body: firingMessage(firing, { symbol, action: actionMessage(rule, instrument) }),
    keys: [`rule ${rule.ruleId} ${rule.firedTimes}`],
    timeMs: firing.timeE3,
    link: { panel: 'strategies' },
  }
}
