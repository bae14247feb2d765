// The parts of the page that no first sight needs: a trader is told of one that does not come, and
// the dialogs' and popups' own are loaded unasked once the page has been seen.

import { message } from '../i18n/message-keys.ts'
import { onPageSeen } from '../platform/first-sight.ts'
import { loadLateTexts } from '../i18n/i18n.ts'
import { loadPart, onLatePart, onMissingPart } from '../platform/load-part.ts'
import { notify } from '../shell/notices.ts'

/** Called once, before the page is painted. */
export function startLateParts(): void {
  onMissingPart(() => {
    notify({
      kind: 'part-missing',
      tone: 'failure',
      title: message('shell.partMissing'),
      body: message('shell.partMissingBody'),
    })
  })
  onLatePart(loadLateTexts)
  onPageSeen(() => {
    void loadPart(loadLateTexts)
    void loadPart(() => import('../ui/popups/popups.ts'))
    void loadPart(() => import('../ui/Dialog.tsx'))
    void loadPart(() => import('./DialogHost.tsx'))
  })
}
