// Notices of alerts that were told, by the push while the page is open and from the history after.

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
