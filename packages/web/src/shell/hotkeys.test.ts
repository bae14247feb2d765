// Hotkeys that a trader can choose: how a key press is named, and which choices are refused.

import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  defaultKeys,
  followHotkeys,
  hotkeyIds,
  hotkeyOf,
  keyConflict,
  keysOf,
  resetHotkeys,
  setHotkey,
  switchHotkeys,
  useHotkeys,
} from './hotkeys.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

describe('the name of a key press', () => {
  test.each([
    [
      'names a letter by its position, whatever alphabet is typed',
      { key: 'ч', code: 'KeyX', altKey: true },
      'Alt+X',
    ],
    [
      'includes Shift with a letter',
      { key: 'X', code: 'KeyX', altKey: true, shiftKey: true },
      'Alt+Shift+X',
    ],
    ['has Ctrl for the command key of a Mac', { key: 'k', code: 'KeyK', metaKey: true }, 'Ctrl+K'],
    ['leaves out the Shift that a sign needs', { key: '?', code: 'Slash', shiftKey: true }, '?'],
    [
      'includes Shift with a named key',
      { key: 'Escape', code: 'Escape', shiftKey: true },
      'Shift+Escape',
    ],
    [
      'names the key, not the sign that the option key of a Mac makes of it',
      { key: '≥', code: 'Period', altKey: true },
      'Alt+.',
    ],
  ])('%s', (_what, press, keys) => {
    expect(keysOf({ ...plain, ...press })).toBe(keys)
  })

  test('is undefined for a modifier without another key', () => {
    expect(keysOf({ ...plain, key: 'Shift', code: 'ShiftLeft', shiftKey: true })).toBeUndefined()
  })
})

describe('a choice of keys', () => {
  beforeEach(() => {
    resetHotkeys()
    switchHotkeys(false)
  })

  test('has no conflicts by default', () => {
    const conflicts = hotkeyIds.map((id) => keyConflict(id, defaultKeys[id], defaultKeys))
    expect(conflicts.filter((each) => each !== undefined)).toEqual([])
  })

  test('is refused if another action has the keys, and nothing changes', () => {
    expect(setHotkey('buy', 'Alt+X')).toEqual({ taken: 'cancelSymbol' })
    expect(useHotkeys.getState().keys).toEqual(defaultKeys)
  })

  test.each(['Ctrl+K', '?', '/', 'Enter', 'Shift+Escape', 'Tab', 'F5', 'ArrowUp'])(
    'is refused for %s, which the page or the browser uses',
    (keys) => {
      expect(setHotkey('buy', keys)).toBe('reserved')
    },
  )

  test('works only while hotkeys are switched on', () => {
    expect(setHotkey('buy', 'Alt+J')).toBeUndefined()
    expect(hotkeyOf('Alt+J')).toBeUndefined()
    switchHotkeys(true)
    expect(hotkeyOf('Alt+J')).toBe('buy')
    expect(hotkeyOf('B')).toBeUndefined()
  })

  test('made in an older version is kept; a newer action with the same default keys has none', async () => {
    const keys = { ...defaultKeys, buy: defaultKeys.breakEven, breakEven: undefined }
    const value = { isOn: true, keys }
    vi.stubGlobal('localStorage', {
      getItem: () => JSON.stringify({ version: 1, value }),
      setItem: () => undefined,
    })
    vi.resetModules()
    const again = await import('./hotkeys.ts')
    vi.unstubAllGlobals()
    expect(again.hotkeyOf(defaultKeys.breakEven)).toBe('buy')
    expect(again.useHotkeys.getState().keys).toEqual({
      ...defaultKeys,
      buy: defaultKeys.breakEven,
      breakEven: '',
    })
    expect(again.setHotkey('sell', 'Alt+J')).toBeUndefined()
  })

  test('made in another tab applies in this one, also that shortcuts are off', () => {
    switchHotkeys(true)
    const tabs = new EventTarget()
    const value = { isOn: false, keys: { ...defaultKeys, buy: 'Alt+J' } }
    vi.stubGlobal('addEventListener', tabs.addEventListener.bind(tabs))
    vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ version: 1, value }) })
    followHotkeys()
    tabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'basis.hotkeys' }))
    vi.unstubAllGlobals()
    expect(useHotkeys.getState()).toEqual(value)
    expect(hotkeyOf('Shift+B')).toBeUndefined()
  })
})
