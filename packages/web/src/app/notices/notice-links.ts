// Links of notices: to a table of the trade page, or to a dialog.

import type { Message } from '../../i18n/message-keys.ts'
import { openDialog } from '../../shell/dialogs.ts'
import type { NoticeLink } from '../../shell/notices.ts'
import { showPanel } from '../../shell/panel-requests.ts'
import { panelNames } from '../panels/panels.ts'

/** Returns the text of a link to the details. */
export const linkWords = (link: NoticeLink): Message =>
  'panel' in link ? { key: panelNames[link.panel] } : link.words

/** Follows a link; a table is on the trade page. */
export function followLink(link: NoticeLink): void {
  if ('dialog' in link) openDialog(link.dialog)
  else showPanel(link.panel)
}
