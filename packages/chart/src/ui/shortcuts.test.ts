// Shortcuts of a host, in all forms in which hosts write them.

import { expect, it } from 'vitest'
import { Shortcuts } from './shortcuts.ts'

const key = (name: string, more: Partial<KeyboardEvent> = {}) => ({
  key: name,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})

it('shortcuts include undo and redo, and the host’s replace them', () => {
  const called: string[] = []
  const shortcuts = new Shortcuts({
    undo: () => called.push('undo'),
    redo: () => called.push('redo'),
  })
  shortcuts.press(key('z', { ctrlKey: true }))
  shortcuts.press(key('Z', { metaKey: true, shiftKey: true }))
  shortcuts.add(['ctrl', 'z'], () => called.push('host'))
  shortcuts.press(key('z', { ctrlKey: true }))
  expect(called).toEqual(['undo', 'redo', 'host'])
})

it('shortcuts are given as names, lists or numbers; other keys are ignored', () => {
  let count = 0
  const shortcuts = new Shortcuts({ undo: () => {}, redo: () => {} })
  shortcuts.add('alt+q', () => (count += 1))
  shortcuts.add(81, () => (count += 10))
  shortcuts.add(['shift', 'F2'], () => (count += 100))
  // With Alt, some keyboards produce another letter.
  expect(shortcuts.press(key('œ', { altKey: true, code: 'KeyQ' }))).toBe(true)
  expect(shortcuts.press(key('q'))).toBe(true)
  expect(shortcuts.press(key('F2', { shiftKey: true }))).toBe(true)
  expect(shortcuts.press(key('F2'))).toBe(false)
  expect(count).toBe(111)
})

it('a letter counts as typed, whichever key of the keyboard has it', () => {
  const called: string[] = []
  const shortcuts = new Shortcuts({
    undo: () => called.push('undo'),
    redo: () => called.push('redo'),
  })
  // German keyboards have Z and Y the other way round.
  shortcuts.press(key('z', { ctrlKey: true, code: 'KeyY' }))
  shortcuts.press(key('y', { ctrlKey: true, code: 'KeyZ' }))
  expect(called).toEqual(['undo', 'redo'])
  // A keyboard without Latin letters has them at the same place.
  shortcuts.press(key('я', { ctrlKey: true, code: 'KeyZ' }))
  expect(called).toEqual(['undo', 'redo', 'undo'])
})
