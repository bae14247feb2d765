// The keyboard shortcuts: every key of the page, and new keys for those that can be changed.

import { useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { message, type MessageKey } from '../../i18n/message-keys.ts'
import { useT } from '../../i18n/i18n.ts'
import {
  fixedKeys,
  hotkeyIds,
  hotkeyNames,
  keysOf,
  resetHotkeys,
  setHotkey,
  shownKeys,
  switchHotkeys,
  useHotkeys,
  type HotkeyId,
  type KeyConflict,
} from '../../shell/hotkeys.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Switch } from '../../ui/Switch.tsx'

const fixed: readonly { readonly keys: string; readonly name: MessageKey }[] = [
  { keys: fixedKeys.palette, name: 'palette.title' },
  { keys: fixedKeys.symbols, name: 'palette.symbolSearch' },
  { keys: fixedKeys.hotkeys, name: 'hotkeys.title' },
  { keys: fixedKeys.panic, name: 'panic.hold' },
]

export function HotkeysDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { isOn, keys } = useHotkeys()
  const [edited, setEdited] = useState<HotkeyId>()
  const [conflict, setConflict] = useState<KeyConflict>()
  const edit = (id: HotkeyId | undefined): void => {
    setEdited(id)
    setConflict(undefined)
  }
  const take = (id: HotkeyId, event: KeyboardEvent): void => {
    if (event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return edit(undefined)
    const pressed = event.repeat ? undefined : keysOf(event)
    if (pressed === undefined) return undefined
    const refused = setHotkey(id, pressed)
    setConflict(refused)
    if (refused === undefined) setEdited(undefined)
    return undefined
  }
  return (
    <Dialog open width="md" onClose={onClose} title={t('hotkeys.title')}>
      <div className="flex flex-col gap-3">
        <div className="flex items-center justify-between gap-3">
          <Switch label={t('hotkeys.on')} checked={isOn} onChange={switchHotkeys} />
          <Button size="sm" variant="ghost" onClick={resetHotkeys}>
            {t('hotkeys.reset')}
          </Button>
        </div>
        <p className="text-xs text-muted">{t('hotkeys.help')}</p>
        <ul className="flex flex-col text-sm">
          {fixed.map(({ keys: text, name }) => (
            <Row key={text} name={t({ key: name })}>
              <Keys text={text} />
            </Row>
          ))}
          {hotkeyIds.map((id) => {
            const name = t(hotkeyNames[id])
            return (
              <Row key={id} name={name} isOff={!isOn}>
                <button
                  type="button"
                  aria-label={`${t('hotkeys.change', { name })} (${shownKeys(keys[id])})`}
                  aria-pressed={edited === id}
                  onClick={() => edit(id)}
                  onBlur={() => edited === id && edit(undefined)}
                  onKeyDown={edited === id ? (event) => take(id, event) : undefined}
                  className="min-w-20 touch-target rounded border border-line px-1.5 py-0.5 text-end hover:border-line-strong aria-pressed:border-accent"
                >
                  {edited === id ? (
                    <span className="text-xs text-accent">{t('hotkeys.press')}</span>
                  ) : (
                    <Keys text={keys[id]} />
                  )}
                </button>
              </Row>
            )
          })}
        </ul>
        <p role="status" className="min-h-4 text-xs text-bad">
          {conflict !== undefined && t(conflictWords(conflict))}
        </p>
      </div>
    </Dialog>
  )
}

const conflictWords = (conflict: KeyConflict) =>
  conflict === 'reserved'
    ? message('hotkeys.reserved')
    : message('hotkeys.taken', { name: hotkeyNames[conflict.taken] })

function Row(props: { name: string; isOff?: boolean; children: ReactNode }) {
  return (
    <li className="flex min-h-8 items-center justify-between gap-3 border-b border-line last:border-0">
      <span className={props.isOff === true ? 'text-muted' : undefined}>{props.name}</span>
      {props.children}
    </li>
  )
}

function Keys({ text }: { text: string }) {
  return (
    <span className="inline-flex gap-1">
      {text.split('+').map((key) => (
        <kbd
          key={key}
          className="rounded-sm border border-line bg-field px-1 font-mono text-2xs leading-4 text-soft"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
