// Settings of a browser with several tabs: a change in one must not undo those of another.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changeSettings, loadInputSettings, startSettings, useSettings } from './settings.ts'

const texts = new Map<string, string>()
let stop: () => void = () => undefined

beforeEach(() => {
  texts.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  })
  const tabs = new EventTarget()
  vi.stubGlobal('addEventListener', tabs.addEventListener.bind(tabs))
  vi.stubGlobal('removeEventListener', tabs.removeEventListener.bind(tabs))
  vi.stubGlobal('dispatchEvent', tabs.dispatchEvent.bind(tabs))
  stop = startSettings()
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

/** Another tab of the browser changes a record. */
function inAnotherTab(key: string, change: object): void {
  const before: unknown = JSON.parse(texts.get(key) ?? '{}')
  const { value = {} } = before as { value?: object }
  texts.set(key, JSON.stringify({ version: 1, value: { ...value, ...change } }))
  globalThis.dispatchEvent(Object.assign(new Event('storage'), { key }))
}

test('favourites starred in another tab are shown, and are kept by the next change here', () => {
  changeSettings({ favourites: ['BTCUSDT'] })
  inAnotherTab('basis.settings', { favourites: ['BTCUSDT', 'ETHUSDT'] })
  expect(useSettings.getState().favourites).toEqual(['BTCUSDT', 'ETHUSDT'])
  changeSettings({ depthView: 'asks' })
  expect(JSON.parse(texts.get('basis.settings') ?? '')).toMatchObject({
    value: { favourites: ['BTCUSDT', 'ETHUSDT'], depthView: 'asks' },
  })
})

test('the meaning of typed numbers stays as it is in each tab, and only its own change is kept', () => {
  loadInputSettings('1')
  changeSettings({ sizeUnit: 'value' })
  inAnotherTab('basis.typing.1', { sizeUnit: 'cost' })
  inAnotherTab('basis.settings', { favourites: ['ETHUSDT'] })
  expect(useSettings.getState()).toMatchObject({ sizeUnit: 'value', favourites: ['ETHUSDT'] })
  changeSettings({ favourites: [] })
  expect(JSON.parse(texts.get('basis.typing.1') ?? '')).toMatchObject({
    value: { sizeUnit: 'cost' },
  })
  loadInputSettings(undefined)
})
