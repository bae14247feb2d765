// Stored records: a valid value is read back, otherwise the fallback is used; nothing throws.

import { describe, expect, test } from 'vitest'
import { oneOf, stored } from './storage.ts'
import type { TextStorage } from './storage.ts'

function memory(
  entries: Record<string, string> = {},
): TextStorage & { texts: Map<string, string> } {
  const texts = new Map(Object.entries(entries))
  return {
    texts,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  }
}

const closed: TextStorage = {
  getItem: () => {
    throw new Error('SecurityError')
  },
  setItem: () => {
    throw new Error('QuotaExceededError')
  },
  removeItem: () => {
    throw new Error('SecurityError')
  },
}

const theme = { key: 'basis.theme', version: 2, fallback: 'dark', decode: oneOf(['dark', 'light']) }

describe('stored', () => {
  test('a written value is read again', () => {
    const storage = memory()
    const record = stored({ ...theme, storage })
    expect(record.write('light')).toBe(true)
    expect(record.read()).toBe('light')
    record.remove()
    expect(record.read()).toBe('dark')
  })

  test.each([
    ['nothing', {}],
    ['broken JSON', { 'basis.theme': '{"version":2,' }],
    ['another version', { 'basis.theme': '{"version":1,"value":"light"}' }],
    ['an unknown value', { 'basis.theme': '{"version":2,"value":"sepia"}' }],
    ['a bare value', { 'basis.theme': '"light"' }],
    ['null', { 'basis.theme': 'null' }],
  ])('%s gives the fallback', (_name, entries) => {
    expect(stored({ ...theme, storage: memory(entries) }).read()).toBe('dark')
  })

  test('a storage that throws gives the fallback and false, never an exception', () => {
    const record = stored({ ...theme, storage: closed })
    expect(record.read()).toBe('dark')
    expect(record.write('light')).toBe(false)
    expect(() => record.remove()).not.toThrow()
  })
})
