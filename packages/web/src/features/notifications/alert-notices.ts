// Notices of triggered alerts, from the push while the page is open and from the history
// afterwards.

import type { WireFiring } from '@basis/protocol/alerts/alert'
import { firingMessages } from '../../actions/words/alert-words.ts'
import { message } from '../../i18n/message-keys.ts'
import type { NoticeDraft } from '../../shell/notices.ts'

export const alertNotice = (firing: WireFiring): NoticeDraft => ({
  kind: 'priceAlert',
  tone: 'info',
  ...firingMessages(firing),
  keys: [`alert ${firing.firingId}`],
  timeMs: firing.timeE3,
  link: { dialog: { kind: 'alerts' }, words: message('alerts.title') },
})

/**
 * Returns one notice of the alerts that triggered after `sinceMs`, with the newest in its body;
 * undefined if there are none.
 */
export function missedAlerts(firings: readonly WireFiring[], sinceMs: number) {
  const missed = firings.filter(({ timeE3 }) => timeE3 > sinceMs)
  const newest = missed.toSorted((a, b) => b.timeE3 - a.timeE3)[0]
  if (newest === undefined) return undefined
  return {
    kind: 'missedAlerts',
    tone: 'info',
    title: message('msg.missedAlerts', { count: missed.length }),
    body: firingMessages(newest).title,
    timeMs: newest.timeE3,
    link: { dialog: { kind: 'alerts' }, words: message('alerts.title') },
  } as const satisfies NoticeDraft
}
