// The parts of the page that are loaded apart: a trader is told of one that does not come.

import { message } from '../i18n/message-keys.ts'
import { onMissingPart } from '../platform/load-part.ts'
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
}
