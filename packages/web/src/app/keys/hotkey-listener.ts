// The listener for configurable shortcuts; it is off while a field has the focus or a dialog is
// open. Escape leaves a field, after which the shortcuts act.

import { runHotkey } from '../../actions/hotkey-actions.ts'
import { openDialog, openDialogs } from '../../shell/dialogs.ts'
import { followHotkeys, hotkeyOf, keysOf } from '../../shell/hotkeys.ts'

const typing = 'input, textarea, select, [contenteditable=true], [role=dialog], [role=menu]'

/** Starts listening to a page's keys, and to changes of them in the browser's other tabs. */
export function listenForHotkeys(page: Document): void {
  followHotkeys()
  page.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.repeat || event.getModifierState('AltGraph')) return
    const { target } = event
    if (target instanceof Element && target.closest(typing) !== null) {
      if (keysOf(event) === 'Escape' && isLeft(target)) target.blur()
      return
    }
    const pressed = keysOf(event)
    if (pressed === undefined || openDialogs().length > 0) return
    const id = hotkeyOf(pressed)
    if (pressed !== '?' && id === undefined) return
    event.preventDefault()
    if (id === undefined) openDialog({ kind: 'hotkeys' })
    else runHotkey(id)
  })
}

/** A dialog, a menu or an open list closes by Escape and then has the focus itself. */
const isLeft = (field: Element): field is HTMLElement =>
  field instanceof HTMLElement &&
  field.matches('input, textarea') &&
  field.ariaExpanded !== 'true' &&
  field.closest('[role=dialog], [role=menu]') === null
