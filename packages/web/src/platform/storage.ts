// The browser's storage between visits: JSON records with a version, behind calls that never throw.

/** The part of the browser's storage that is used here; tests pass a map instead. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type StoredOptions<T> = {
  /** The record's name, e.g. `basis.layout`. */
  key: string
  /** A record of another version is ignored and replaced at the next write. */
  version: number
  fallback: T
  /** Returns the value if the stored JSON has the expected shape, undefined otherwise. */
  decode: (json: unknown) => T | undefined
  storage?: TextStorage | undefined
}

export type Stored<T> = {
  /**
   * Returns the stored value, or the fallback if there is none, it is invalid or of another
   * version.
   */
  read: () => T
  /** Stores the value; returns false if the browser refuses (private mode, quota). */
  write: (value: T) => boolean
  /** Removes the value. */
  remove: () => void
  /** Calls a listener with values written by another tab; returns the unsubscribe. */
  follow: (reader: (value: T) => void) => () => void
}

/** Returns the browser's local storage, or undefined if it is missing or forbidden. */
function localTextStorage(): TextStorage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

/**
 * Returns a named record of the browser's storage. Nothing is read or written until it is called.
 */
export function stored<T>(options: StoredOptions<T>): Stored<T> {
  const { key, version, fallback, decode } = options
  const storage = (): TextStorage | undefined => options.storage ?? localTextStorage()
  const read = (): T => {
    try {
      const text = storage()?.getItem(key)
      if (text === null || text === undefined) return fallback
      const record: unknown = JSON.parse(text)
      if (!isRecord(record) || record['version'] !== version) return fallback
      return decode(record['value']) ?? fallback
    } catch {
      return fallback
    }
  }
  return {
    read,
    follow(reader) {
      const changed = (event: StorageEvent): void => {
        if (event.key === key) reader(read())
      }
      globalThis.addEventListener('storage', changed)
      return () => globalThis.removeEventListener('storage', changed)
    },
    write(value) {
      try {
        const target = storage()
        target?.setItem(key, JSON.stringify({ version, value }))
        return target !== undefined
      } catch {
        return false
      }
    },
    remove() {
      try {
        storage()?.removeItem(key)
      } catch {
        // If storage is forbidden, there is nothing to remove.
      }
    },
  }
}

/** Removes a record of an older version to free its space (spec 9). */
export function purgeOldRecord(key: string, version: number, storage?: TextStorage): void {
  try {
    const kept = storage ?? localTextStorage()
    const text = kept?.getItem(key)
    if (text === null || text === undefined) return
    const record: unknown = JSON.parse(text)
    const own = isRecord(record) ? record['version'] : undefined
    if (typeof own !== 'number' || own < version) kept?.removeItem(key)
  } catch {
    // An unreadable record is replaced at the next write.
  }
}

/** Returns whether a parsed JSON value is an object with fields. */
export function isRecord(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

/** Returns a decoder that accepts exactly the listed texts. */
export function oneOf<const T extends string>(
  choices: readonly T[],
): (json: unknown) => T | undefined {
  return (json) => choices.find((choice) => choice === json)
}
