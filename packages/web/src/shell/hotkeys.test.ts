// Keys that a trader can choose: how they are told apart, and what stands against a choice.

import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  defaultKeys,
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

describe('what was pressed', () => {
  test.each([
    [
      'a letter by its place, whatever script is typed',
      { key: 'ч', code: 'KeyX', altKey: true },
      'Alt+X',
    ],
    ['with Shift', { key: 'X', code: 'KeyX', altKey: true, shiftKey: true }, 'Alt+Shift+X'],
    ['the command key of a Mac is its Ctrl', { key: 'k', code: 'KeyK', metaKey: true }, 'Ctrl+K'],
    ['a sign has its own Shift', { key: '?', code: 'Slash', shiftKey: true }, '?'],
    ['a named key', { key: 'Escape', code: 'Escape', shiftKey: true }, 'Shift+Escape'],
    ['the option key of a Mac writes signs', { key: '≥', code: 'Period', altKey: true }, 'Alt+.'],
  ])('%s', (_what, press, keys) => {
    expect(keysOf({ ...plain, ...press })).toBe(keys)
  })

  test('a modifier alone is nothing yet', () => {
    expect(keysOf({ ...plain, key: 'Shift', code: 'ShiftLeft', shiftKey: true })).toBeUndefined()
  })
})

describe('a choice of keys', () => {
  beforeEach(() => {
    resetHotkeys()
    switchHotkeys(false)
  })

  test('the first keys are free of conflicts', () => {
    const conflicts = hotkeyIds.map((id) => keyConflict(id, defaultKeys[id], defaultKeys))
    expect(conflicts.filter((each) => each !== undefined)).toEqual([])
  })

  test('is refused where another act has them, and nothing changes', () => {
    expect(setHotkey('buy', 'Alt+X')).toEqual({ taken: 'cancelSymbol' })
    expect(useHotkeys.getState().keys).toEqual(defaultKeys)
  })

  test.each(['Ctrl+K', '?', '/', 'Enter', 'Shift+Escape', 'Tab', 'F5', 'ArrowUp'])(
    'is refused for %s, which the page or the browser has',
    (keys) => {
      expect(setHotkey('buy', keys)).toBe('reserved')
    },
  )

  test('acts only while the keys are switched on', () => {
    expect(setHotkey('buy', 'Alt+J')).toBeUndefined()
    expect(hotkeyOf('Alt+J')).toBeUndefined()
    switchHotkeys(true)
    expect(hotkeyOf('Alt+J')).toBe('buy')
    expect(hotkeyOf('B')).toBeUndefined()
  })

  test('an act that came later takes no keys that were chosen before', async () => {
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
})
