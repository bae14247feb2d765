// The listener for configurable shortcuts; it is off while a field has the focus or a dialog is
// open.

import { runHotkey } from '../../actions/hotkey-actions.ts'
import { openDialog, openDialogs } from '../../shell/dialogs.ts'
import { hotkeyOf, keysOf } from '../../shell/hotkeys.ts'

const typing = 'input, textarea, select, [contenteditable=true], [role=dialog], [role=menu]'

/** Starts listening to a page's keys. */
export function listenForHotkeys(page: Document): void {
  page.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.repeat || event.getModifierState('AltGraph')) return
    const { target } = event
    if (target instanceof Element && target.closest(typing) !== null) return
    const pressed = keysOf(event)
    if (pressed === undefined || openDialogs().length > 0) return
    const id = hotkeyOf(pressed)
    if (pressed !== '?' && id === undefined) return
    event.preventDefault()
    if (id === undefined) openDialog({ kind: 'hotkeys' })
    else runHotkey(id)
  })
}
