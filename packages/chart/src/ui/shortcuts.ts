// Keyboard shortcuts inside the frame: undo and redo, and those of the host.

import { safely } from '../primitives/events.ts'

/** `ctrl+z`, `['ctrl', 'shift', 's']`, or a number, which is a legacy key code. */
export type Keys = string | number | readonly (string | number)[]

type Chord = {
  readonly key: string
  readonly hasCtrl: boolean
  readonly hasAlt: boolean
  readonly hasShift: boolean
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

export class Shortcuts {
  readonly #entries: { readonly chord: Chord; readonly run: () => void }[] = []

  constructor({ undo, redo }: { undo(): void; redo(): void }) {
    this.add('ctrl+z', undo)
    this.add('ctrl+y', redo)
    this.add('ctrl+shift+z', redo)
  }

  /** Adds a shortcut; the last one for the same keys wins. Command counts as Control. */
  add(keys: Keys, run: () => void): void {
    this.#entries.unshift({ chord: chordOf(keys), run })
  }

  /** Runs the shortcut of the keys; false if there is none. */
  press(event: KeyPress): boolean {
    const entry = this.#entries.find(({ chord }) => isPressed(chord, event))
    if (entry === undefined) return false
    safely(entry.run)
    return true
  }
}

function chordOf(keys: Keys): Chord {
  const parts = (typeof keys === 'object' ? keys : String(keys).split('+')).map((part) =>
    String(part).trim().toLowerCase(),
  )
  const last = parts.at(-1) ?? ''
  const number = Number(last)
  const isCode = last.length > 1 && Number.isInteger(number)
  return {
    key: isCode ? String.fromCharCode(number).toLowerCase() : last,
    hasCtrl: parts.includes('ctrl') || parts.includes('mod') || parts.includes('cmd'),
    hasAlt: parts.includes('alt'),
    hasShift: parts.includes('shift'),
  }
}

function isPressed(chord: Chord, event: KeyPress): boolean {
  // Without Latin letters, or with Alt, a keyboard produces another character; the key's position
  // identifies it. A Latin letter is meant as typed: German keyboards have Z and Y exchanged.
  const isPlain = /^[a-z\d]$/i.test(event.key)
  const place = isPlain ? undefined : /^(?:Key|Digit)(.)$/.exec(event.code)?.[1]?.toLowerCase()
  const isKey = event.key.toLowerCase() === chord.key || place === chord.key
  return (
    isKey &&
    (event.ctrlKey || event.metaKey) === chord.hasCtrl &&
    event.altKey === chord.hasAlt &&
    event.shiftKey === chord.hasShift
  )
}
