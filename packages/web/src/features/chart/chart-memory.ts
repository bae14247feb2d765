// Drawings, styles and settings of the chart, stored in the browser apart for each trader.

// A visitor who becomes a trader keeps them. There is a cap, above which the oldest drawings go
// first, and a browser that refuses to store is reported once.

import { isRecord, stored, type TextStorage } from '../../platform/storage.ts'

/** Storage is written this long after the last change at most (spec 4, chart). */
const pauseMs = 500

/** What one trader may keep, in characters (docs/chart e). */
export const capChars = 300_000

type Values = Readonly<Record<string, string>>

/** What may go wrong: drawings were left behind, or nothing could be kept. */
export type MemoryError = 'dropped' | 'refused'

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

export type MemoryOptions = {
  readonly storage?: TextStorage
  /** Runs something later; returns how to prevent it. */
  after(delayMs: number, run: () => void): () => void
  /** Told once per memory and trouble. */
  tell?(trouble: MemoryError): void
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
export function chartMemory(owner: string, seams: MemoryOptions): ChartMemory {
  const record = recordOf(owner, seams.storage)
  const own = record.read()
  const isNew = Object.keys(own).length === 0
  const initial = isNew ? recordOf(visitorOwner, seams.storage).read() : own
  const values = new Map(Object.entries(initial))
  let cancel: (() => void) | undefined
  const told = new Set<MemoryError>()
  const complain = (trouble: MemoryError): void => {
    if (told.has(trouble)) return
    told.add(trouble)
    seams.tell?.(trouble)
  }
  const flush = (): void => {
    if (cancel === undefined) return
    cancel()
    cancel = undefined
    const { kept, hasDropped } = withinCap(Object.fromEntries(values))
    if (hasDropped) complain('dropped')
    if (!record.write(kept)) complain('refused')
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

const sizeOf = (values: Values): number => JSON.stringify(values).length

/**
 * Returns what of the values may be kept: all, or without the oldest drawings. Drawings are listed
 * in the order in which they were made.
 */
export function withinCap(values: Values): { kept: Values; hasDropped: boolean } {
  let excess = sizeOf(values) - capChars
  if (excess <= 0) return { kept: values, hasDropped: false }
  const drawings = listOf(values['drawings'])
  let dropped = 0
  for (const drawing of drawings) {
    if (excess <= 0) break
    // Quotes are escaped once more inside the record; the text alone would be counted too small.
    excess -= JSON.stringify(JSON.stringify(drawing)).length - 2
    dropped += 1
  }
  const kept = { ...values, drawings: JSON.stringify(drawings.slice(dropped)) }
  return { kept, hasDropped: dropped > 0 }
}

function listOf(text: string | undefined): readonly unknown[] {
  if (text === undefined) return []
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}
