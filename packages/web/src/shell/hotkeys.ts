// Keyboard shortcuts that a trader can choose, stored in the browser.

import { create } from 'zustand'
import { message, type Message, type MessageKey } from '../i18n/message-keys.ts'
import { isRecord, stored } from '../platform/storage.ts'

const percent = (value: number): Message =>
  message('strategies.rulePercent', { value: { decimal: String(value) } })
const ticket = (key: MessageKey): Message => message('hotkeys.ticket', { name: { key } })
const size = (value: number): Message => message('hotkeys.size', { percent: percent(value) })
const part = (value: number): Message => message('hotkeys.closePart', { percent: percent(value) })

export const hotkeyNames = {
  buy: message('hotkeys.buy'),
  sell: message('hotkeys.sell'),
  quantity: message('hotkeys.quantity'),
  limit: ticket('ticket.limit'),
  market: ticket('ticket.market'),
  conditional: ticket('ticket.conditional'),
  size25: size(25),
  size50: size(50),
  size75: size(75),
  size100: size(100),
  postOnly: ticket('ticket.postOnly'),
  reduceOnly: ticket('ticket.reduceOnly'),
  tpsl: ticket('ticket.tpsl'),
  sendBuy: message('hotkeys.sendBuy'),
  sendSell: message('hotkeys.sendSell'),
  cancelSymbol: message('hotkeys.cancelSymbol'),
  cancelAll: message('palette.cancelAll'),
  close25: part(25),
  close50: part(50),
  close75: part(75),
  closeSymbol: message('hotkeys.closeSymbol'),
  breakEven: message('hotkeys.breakEven'),
  reverse: message('hotkeys.reverse'),
  longerInterval: message('hotkeys.longer'),
  shorterInterval: message('hotkeys.shorter'),
  ladder: message('hotkeys.ladder'),
  centreLadder: message('hotkeys.centreLadder'),
  bracket: message('hotkeys.bracket'),
} as const satisfies Record<string, Message>

export type HotkeyId = keyof typeof hotkeyNames
export const hotkeyIds = Object.keys(hotkeyNames) as HotkeyId[] // tidy-allow: keys of a literal

/** The keys of each action, as `keysOf` writes them. */
export type Keys = Readonly<Record<HotkeyId, string>>

export const defaultKeys: Keys = {
  buy: 'B',
  sell: 'S',
  quantity: 'Q',
  limit: 'Shift+L',
  market: 'Shift+M',
  conditional: 'Shift+C',
  size25: '1',
  size50: '2',
  size75: '3',
  size100: '4',
  postOnly: 'P',
  reduceOnly: 'R',
  tpsl: 'T',
  sendBuy: 'Shift+B',
  sendSell: 'Shift+S',
  cancelSymbol: 'Alt+X',
  cancelAll: 'Alt+Shift+X',
  close25: 'Alt+1',
  close50: 'Alt+2',
  close75: 'Alt+3',
  closeSymbol: 'Alt+Q',
  breakEven: 'Alt+B',
  reverse: 'Alt+R',
  longerInterval: 'Alt+.',
  shorterInterval: 'Alt+,',
  ladder: 'L',
  centreLadder: 'C',
  bracket: 'K',
}

/** For an action whose keys another has. */
const noKeys = ''

/**
 * The panic key is held, not pressed once, and is fixed so that it cannot be changed by mistake.
 */
export const panicKeys = 'Shift+Escape'

/** Shortcuts that are always on and cannot be changed. */
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
 * Returns the pressed keys as text, e.g. `Alt+Shift+X`; undefined for a modifier alone. Letters and
 * digits are read by their physical position, so that they are the same in every script.
 */
export function keysOf(press: Press): string | undefined {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = press
  if (['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'Dead'].includes(key)) return undefined
  const placed = /^(?:Key([A-Z])|Digit(\d))$/.exec(code)
  const sign = { Comma: ',', Period: '.' }[code]
  const base = placed?.[1] ?? placed?.[2] ?? (altKey ? sign : undefined) ?? key
  // A character that is typed with Shift already implies it.
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

/** Why keys cannot be assigned to an action. */
export type KeyConflict = { readonly taken: HotkeyId } | 'reserved'

/** Keys that navigate any page, or that the page has already assigned. */
const reserved =
  /^(?:Ctrl\+.*|(?:Shift\+)?(?:Tab|Enter|Space|Escape|Backspace|Arrow\w+)|F\d+|[/?])$/

/** Returns why an action cannot have these keys; undefined if it can. */
export function keyConflict(id: HotkeyId, wanted: string, keys: Keys): KeyConflict | undefined {
  if (reserved.test(wanted)) return 'reserved'
  if (wanted === noKeys) return undefined
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

/**
 * If any keys are invalid, reserved or assigned twice, all take their defaults. An action added
 * after the keys were stored has none if its defaults are taken.
 */
function decodeKeys(json: unknown): Keys {
  if (!isRecord(json)) return defaultKeys
  const chosen = new Map(
    hotkeyIds.flatMap((id) => {
      const value = json[id]
      return typeof value === 'string' && value.length < 40 ? [[id, value] as const] : []
    }),
  )
  const taken = new Set(chosen.values())
  const keys = { ...defaultKeys }
  for (const id of hotkeyIds) {
    keys[id] = chosen.get(id) ?? (taken.has(defaultKeys[id]) ? noKeys : defaultKeys[id])
  }
  const isSound = hotkeyIds.every((id) => keyConflict(id, keys[id], keys) === undefined)
  return isSound ? keys : defaultKeys
}

export const useHotkeys = create<Hotkeys>()(() => record.read())

/** Follows the browser's other tabs: a key must not place an order after it was switched off. */
export const followHotkeys = (): (() => void) => record.follow((kept) => useHotkeys.setState(kept))

function change(next: Partial<Hotkeys>): void {
  useHotkeys.setState(next)
  record.write(useHotkeys.getState())
}

export const switchHotkeys = (isOn: boolean): void => change({ isOn })
export const resetHotkeys = (): void => change({ keys: defaultKeys })

/** Assigns keys to an action; returns the reason if they are not available. */
export function setHotkey(id: HotkeyId, wanted: string): KeyConflict | undefined {
  const { keys } = useHotkeys.getState()
  const conflict = keyConflict(id, wanted, keys)
  if (conflict === undefined) change({ keys: { ...keys, [id]: wanted } })
  return conflict
}

/** Returns the action of these keys; undefined for none, and while shortcuts are off. */
export function hotkeyOf(pressed: string): HotkeyId | undefined {
  const { isOn, keys } = useHotkeys.getState()
  return isOn ? hotkeyIds.find((id) => keys[id] === pressed) : undefined
}
