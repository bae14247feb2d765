// The trader's settings: chart type, scale, studies, favourites, last symbol. Stored by the
// host's adapter, else in local storage, else in memory.

import type { SettingsAdapter } from './options.ts'

const prefix = 'chart.'

export type Settings = {
  read<Value>(key: string, isValue: (value: unknown) => value is Value): Value | undefined
  write(key: string, value: unknown): void
}

/** The part of the browser's storage that settings need. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem'>

/**
 * Returns the settings. A value that is unreadable or of the wrong type counts as not set; one that
 * cannot be stored (full or blocked storage) lasts as long as the chart.
 */
export function settingsIn(
  adapter: SettingsAdapter | undefined,
  store: () => TextStore | undefined,
): Settings {
  const memory = new Map<string, string>(Object.entries(adapter?.initialSettings ?? {}))
  const stored = (key: string): string | undefined => {
    if (adapter !== undefined || memory.has(key)) return memory.get(key)
    return attempt(() => store()?.getItem(prefix + key) ?? undefined)
  }
  return {
    read: (key, isValue) => {
      const text = stored(key)
      if (text === undefined) return undefined
      const value: unknown = attempt((): unknown => JSON.parse(text))
      return isValue(value) ? value : undefined
    },
    write: (key, value) => {
      const text = JSON.stringify(value)
      memory.set(key, text)
      attempt(() => {
        if (adapter === undefined) store()?.setItem(prefix + key, text)
        else adapter.setValue(key, text)
      })
    },
  }
}

function attempt<Value>(run: () => Value): Value | undefined {
  try {
    return run()
  } catch {
    // Storage is blocked, full or unreadable: the chart works without it.
    return undefined
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string'

export const isNumber = (value: unknown): value is number => typeof value === 'number'

export const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(isText)

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null
