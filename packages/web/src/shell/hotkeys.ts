// Keys that a trader can choose for the acts of the page, kept in the browser whose keyboard it is.

import { create } from 'zustand'
import type { MessageKey } from '../i18n/message-keys.ts'
import { isRecord, stored } from '../platform/storage.ts'

export const hotkeyNames = {
  buy: 'hotkeys.buy',
  sell: 'hotkeys.sell',
  quantity: 'hotkeys.quantity',
  cancelSymbol: 'hotkeys.cancelSymbol',
  cancelAll: 'palette.cancelAll',
  closeSymbol: 'hotkeys.closeSymbol',
  reverse: 'hotkeys.reverse',
  longerInterval: 'hotkeys.longer',
  shorterInterval: 'hotkeys.shorter',
  ladder: 'hotkeys.ladder',
  centreLadder: 'hotkeys.centreLadder',
  bracket: 'hotkeys.bracket',
} as const satisfies Record<string, MessageKey>

export type HotkeyId = keyof typeof hotkeyNames
export const hotkeyIds = Object.keys(hotkeyNames) as HotkeyId[] // tidy-allow: keys of a literal

/** The keys of each act, as `keysOf` writes them. */
export type Keys = Readonly<Record<HotkeyId, string>>

export const defaultKeys: Keys = {
  buy: 'B',
  sell: 'S',
  quantity: 'Q',
  cancelSymbol: 'Alt+X',
  cancelAll: 'Alt+Shift+X',
  closeSymbol: 'Alt+Q',
  reverse: 'Alt+R',
  longerInterval: 'Alt+.',
  shorterInterval: 'Alt+,',
  ladder: 'L',
  centreLadder: 'C',
  bracket: 'K',
}

/** The hold that ends everything is no single press and cannot be changed by mistake. */
export const panicKeys = 'Shift+Escape'

/** Keys of the page that are always on and never change. */
export const fixedKeys = {
  palette: 'Ctrl+K',
  symbols: '/',
  hotkeys: '?',
  panic: panicKeys,
} as const

type Press = {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/**
 * Returns what was pressed as text, e.g. `Alt+Shift+X`; undefined for a modifier alone. Letters and
 * digits are told by their place on the keyboard, so that they are the same in every script.
 */
export function keysOf(press: Press): string | undefined {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = press
  if (['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'Dead'].includes(key)) return undefined
  const placed = /^(?:Key([A-Z])|Digit(\d))$/.exec(code)
  const sign = { Comma: ',', Period: '.' }[code]
  const base = placed?.[1] ?? placed?.[2] ?? (altKey ? sign : undefined) ?? key
  // A sign that needs Shift to be typed has it already.
  const isShift = shiftKey && (placed !== null || base.length > 1)
  const parts = [
    ctrlKey || metaKey ? 'Ctrl' : '',
    altKey ? 'Alt' : '',
    isShift ? 'Shift' : '',
    base === ' ' ? 'Space' : base,
  ]
  return parts.filter((part) => part !== '').join('+')
}

/** Returns keys as they are shown: `Alt X`. */
export const shownKeys = (keys: string): string => keys.replaceAll('+', ' ')

/** What stands against giving keys to an act. */
export type KeyConflict = { readonly taken: HotkeyId } | 'reserved'

/** Keys by which one moves about in any page, or that the page has given away. */
const reserved =
  /^(?:Ctrl\+.*|(?:Shift\+)?(?:Tab|Enter|Space|Escape|Backspace|Arrow\w+)|F\d+|[/?])$/

/** Returns why an act cannot have these keys; undefined where it can. */
export function keyConflict(id: HotkeyId, wanted: string, keys: Keys): KeyConflict | undefined {
  if (reserved.test(wanted)) return 'reserved'
  const other = hotkeyIds.find((each) => each !== id && keys[each] === wanted)
  return other === undefined ? undefined : { taken: other }
}

type Hotkeys = { readonly isOn: boolean; readonly keys: Keys }

const record = stored<Hotkeys>({
  key: 'basis.hotkeys',
  version: 1,
  fallback: { isOn: false, keys: defaultKeys },
  decode: (json) =>
    isRecord(json) ? { isOn: json['isOn'] === true, keys: decodeKeys(json['keys']) } : undefined,
})

/** Keys that are broken, reserved or given twice take their defaults, all of them. */
function decodeKeys(json: unknown): Keys {
  if (!isRecord(json)) return defaultKeys
  const keys = { ...defaultKeys }
  for (const id of hotkeyIds) {
    const value = json[id]
    if (typeof value === 'string' && value !== '' && value.length < 40) keys[id] = value
  }
  const isSound = hotkeyIds.every((id) => keyConflict(id, keys[id], keys) === undefined)
  return isSound ? keys : defaultKeys
}

export const useHotkeys = create<Hotkeys>()(() => record.read())

function change(next: Partial<Hotkeys>): void {
  useHotkeys.setState(next)
  record.write(useHotkeys.getState())
}

export const switchHotkeys = (isOn: boolean): void => change({ isOn })
export const resetHotkeys = (): void => change({ keys: defaultKeys })

/** Gives keys to an act; refused, with the reason, where they are not free. */
export function setHotkey(id: HotkeyId, wanted: string): KeyConflict | undefined {
  const { keys } = useHotkeys.getState()
  const conflict = keyConflict(id, wanted, keys)
  if (conflict === undefined) change({ keys: { ...keys, [id]: wanted } })
  return conflict
}

/** Returns the act of these keys; undefined for none, and while the keys are off. */
export function hotkeyOf(pressed: string): HotkeyId | undefined {
  const { isOn, keys } = useHotkeys.getState()
  return isOn ? hotkeyIds.find((id) => keys[id] === pressed) : undefined
}
