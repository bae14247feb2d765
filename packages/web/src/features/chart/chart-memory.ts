// What a trader has made on the chart — drawings, styles, settings — remembered in the browser,
// apart for each trader. A visitor who becomes a trader takes his along.

import { isRecord, stored, type TextStorage } from '../../platform/storage.ts'

/** Storage is written this long after the last change at most (spec 4, chart). */
const pauseMs = 500

type Values = Readonly<Record<string, string>>

/** The part of the chart's settings adapter that is needed here. */
export type ChartMemory = {
  readonly adapter: {
    readonly initialSettings: Values
    setValue(key: string, value: string): void
    removeValue(key: string): void
  }
  /** Writes what has not been written yet. */
  flush(): void
}

export type MemorySeams = {
  readonly storage?: TextStorage
  /** Runs something later; returns how to prevent it. */
  after(delayMs: number, run: () => void): () => void
}

const recordOf = (owner: string, storage: TextStorage | undefined) =>
  stored<Values>({
    key: `basis.chart.${owner}`,
    version: 1,
    fallback: {},
    decode: (json) => {
      if (!isRecord(json)) return undefined
      const texts = Object.entries(json).filter((entry): entry is [string, string] => {
        const [, value] = entry
        return typeof value === 'string'
      })
      return Object.fromEntries(texts)
    },
    storage,
  })

/** Whose drawings are shown: a trader's uid, or nobody's in particular. */
export const visitorOwner = 'visitor'

/** Returns the memory of one owner; a trader without one begins with the visitor's. */
export function chartMemory(owner: string, seams: MemorySeams): ChartMemory {
  const record = recordOf(owner, seams.storage)
  const own = record.read()
  const isNew = Object.keys(own).length === 0
  const initial = isNew ? recordOf(visitorOwner, seams.storage).read() : own
  const values = new Map(Object.entries(initial))
  let cancel: (() => void) | undefined
  const flush = (): void => {
    if (cancel === undefined) return
    cancel()
    cancel = undefined
    record.write(Object.fromEntries(values))
  }
  const changed = (): void => {
    cancel ??= seams.after(pauseMs, flush)
  }
  return {
    adapter: {
      initialSettings: initial,
      setValue: (key, value) => {
        if (values.get(key) === value) return
        values.set(key, value)
        changed()
      },
      removeValue: (key) => {
        if (values.delete(key)) changed()
      },
    },
    flush,
  }
}
