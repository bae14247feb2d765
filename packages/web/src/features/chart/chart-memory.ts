// Drawings, styles and settings of the chart, stored in the browser separately for each trader.

// A visitor who signs in keeps them. Of two tabs each writes what it has changed. Above a size cap
// the oldest drawings are dropped, and a browser that refuses to store is reported once.

import { resolutions, type Resolution } from '@basis/domain/instrument/candle'
import { isRecord, stored, type TextStorage } from '../../platform/storage.ts'

/** Changes are written to storage at most this long after they are made (spec 4, chart). */
const pauseMs = 500

/** The cap on what is stored for one trader, in characters (docs/chart e). */
export const capChars = 300_000

type Values = Readonly<Record<string, string>>

/** The errors: drawings were dropped, or the browser refused to store anything. */
export type MemoryError = 'dropped' | 'refused'

/** The part of the chart's settings adapter that is used here. */
export type ChartMemory = {
  readonly adapter: {
    readonly initialSettings: Values
    setValue(key: string, value: string): void
    removeValue(key: string): void
  }
  /** Writes pending changes now. */
  flush(): void
}

export type MemoryOptions = {
  readonly storage?: TextStorage
  /** Schedules a call; returns a function that cancels it. */
  after(delayMs: number, run: () => void): () => void
  /** Called once per memory and kind of error. */
  report?(error: MemoryError): void
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

/** The owner of a visitor's drawings; a trader's are stored under the uid. */
export const visitorOwner = 'visitor'

/** Returns the memory of an owner; a trader who has none yet starts with the visitor's. */
export function chartMemory(owner: string, options: MemoryOptions): ChartMemory {
  const record = recordOf(owner, options.storage)
  const own = record.read()
  const isNew = Object.keys(own).length === 0
  const initial = isNew ? recordOf(visitorOwner, options.storage).read() : own
  const values = new Map(Object.entries(initial))
  /** Changed since the last write: another tab may have written the other values meanwhile. */
  const changedKeys = new Set<string>()
  let cancel: (() => void) | undefined
  const reported = new Set<MemoryError>()
  const complain = (error: MemoryError): void => {
    if (reported.has(error)) return
    reported.add(error)
    options.report?.(error)
  }
  const flush = (): void => {
    if (cancel === undefined) return
    cancel()
    cancel = undefined
    const { kept, hasDropped } = withinCap(merged(record.read(), values, changedKeys))
    if (hasDropped) complain('dropped')
    if (record.write(kept)) changedKeys.clear()
    else complain('refused')
  }
  const changed = (key: string): void => {
    changedKeys.add(key)
    cancel ??= options.after(pauseMs, flush)
  }
  return {
    adapter: {
      initialSettings: initial,
      setValue: (key, value) => {
        if (values.get(key) === value) return
        values.set(key, value)
        changed(key)
      },
      removeValue: (key) => {
        if (values.delete(key)) changed(key)
      },
    },
    flush,
  }
}

/** Returns the stored values with those that have changed here; all of them if none are stored. */
function merged(
  kept: Values,
  values: ReadonlyMap<string, string>,
  changedKeys: ReadonlySet<string>,
): Values {
  if (Object.keys(kept).length === 0) return Object.fromEntries(values)
  const others = Object.entries(kept).filter(([key]) => !changedKeys.has(key))
  return Object.fromEntries([...others, ...[...values].filter(([key]) => changedKeys.has(key))])
}

/** Returns the interval in which the chart was left; undefined before it is first changed. */
export const lastInterval = ({ initialSettings }: ChartMemory['adapter']): Resolution | undefined =>
  resolutions.find((interval) => initialSettings['interval'] === JSON.stringify(interval))

const sizeOf = (values: Values): number => JSON.stringify(values).length

/**
 * Returns the values that fit the cap: all, or all without the oldest drawings. Drawings are listed
 * in the order in which they were made.
 */
export function withinCap(values: Values): { kept: Values; hasDropped: boolean } {
  let excess = sizeOf(values) - capChars
  if (excess <= 0) return { kept: values, hasDropped: false }
  const drawings = listOf(values['drawings'])
  let dropped = 0
  for (const drawing of drawings) {
    if (excess <= 0) break
    // Counted as the record escapes it: quotes once more than in the drawing's own JSON.
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
