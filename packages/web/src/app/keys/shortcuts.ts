// Keys of the whole page: Ctrl K, on a Mac ⌘ K, opens the command palette; configurable shortcuts
// are added after the first paint.

import { onPageSeen } from '../../platform/first-sight.ts'
import { loadPart } from '../../platform/load-part.ts'
import { openDialog, openDialogs } from '../../shell/dialogs.ts'
import { beginEarlyTyping } from '../../shell/early-typing.ts'

/** Listens to a page's keys. An open dialog disables them. */
export function startShortcuts(page: Document): void {
  page.addEventListener('keydown', (event) => {
    const isPalette = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!isPalette || event.altKey || event.shiftKey) return
    // The browser's own search field would handle the key.
    event.preventDefault()
    if (openDialogs().length > 0) return
    openDialog({ kind: 'palette' })
    beginEarlyTyping(page)
  })
  onPageSeen(() => {
    void loadPart(() => import('./hotkey-listener.ts')).then(({ listenForHotkeys }) =>
      listenForHotkeys(page),
    )
  })
}
