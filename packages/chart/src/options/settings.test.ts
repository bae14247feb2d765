// Settings survive a reload, and work in a browser that refuses to store anything.

import { expect, it } from 'vitest'
import { isNumber, isTextList, settingsIn } from './settings.ts'

function memoryStore() {
  const texts = new Map<string, string>()
  return {
    texts,
    store: {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, text: string) => void texts.set(key, text),
    },
  }
}

it('settings are read again from the browser’s storage', () => {
  const { store, texts } = memoryStore()
  settingsIn(undefined, () => store).write('studies', ['RSI'])
  expect([...texts.keys()]).toEqual(['chart.studies'])
  expect(settingsIn(undefined, () => store).read('studies', isTextList)).toEqual(['RSI'])
})

it('settings of a wrong type or form count as not set', () => {
  const { store, texts } = memoryStore()
  texts.set('chart.type', '"two"')
  texts.set('chart.studies', '{broken')
  const settings = settingsIn(undefined, () => store)
  expect(settings.read('type', isNumber)).toBeUndefined()
  expect(settings.read('studies', isTextList)).toBeUndefined()
})

it('settings are kept in memory if the storage refuses them', () => {
  const refusing = {
    getItem: () => {
      throw new Error('blocked')
    },
    setItem: () => {
      throw new Error('quota')
    },
  }
  const settings = settingsIn(undefined, () => refusing)
  settings.write('type', 2)
  expect(settings.read('type', isNumber)).toBe(2)
})

it('settings go to the host’s adapter if there is one', () => {
  const kept = new Map<string, string>()
  const settings = settingsIn(
    {
      initialSettings: { type: '3' },
      setValue: (key, text) => void kept.set(key, text),
      removeValue: (key) => void kept.delete(key),
    },
    () => undefined,
  )
  expect(settings.read('type', isNumber)).toBe(3)
  settings.write('type', 9)
  expect(kept.get('type')).toBe('9')
  expect(settings.read('type', isNumber)).toBe(9)
})
