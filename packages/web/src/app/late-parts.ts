// The parts of the page that the first paint does not need: a failed one is reported, and the code
// of dialogs and popups is loaded in the background afterwards.

import { message } from '../i18n/message-keys.ts'
import { onPageSeen } from '../platform/first-sight.ts'
import { loadLateTexts } from '../i18n/i18n.ts'
import { loadPart, onLatePart, onMissingPart } from '../platform/load-part.ts'
import { notify } from '../shell/notices.ts'

/** Called once, before the page is rendered. */
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
