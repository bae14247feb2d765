// Prints a journal as command text: `npm run inspect -- data/journal.db [--from 1] [--to 100]
// [--events]`. It only reads, so it can be used while the journal is being written.

import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { createEngine, type Engine } from '@basis/engine/engine'
import { engineFromSnapshot } from '@basis/engine/snapshot'
import { formatCommand, formatEvent } from '@basis/engine/text'
import { messageOf } from './failures/thrown.ts'
import { parseCommandLine } from './exchange/command-lines.ts'
import { openSnapshot, snapshotEnding } from './exchange/disk/snapshot-file.ts'
import { journalFile } from './exchange/disk/storage.ts'
import { JournalStore } from './exchange/disk/journal-store.ts'
import { applyUnlessRefused } from './exchange/recovery.ts'
import { listings } from './instruments/listings.ts'

export type InspectOptions = {
  /** A journal's file, or the data folder that holds one. */
  readonly path: string
  readonly fromSeq: number
  readonly toSeq: number
  /** Whether to run the commands through an engine and print their events. */
  readonly withEvents: boolean
}

/** Yields the lines of text; throws JournalDamaged. */
export function* journalText(options: InspectOptions): Generator<string> {
  const { path, fromSeq, toSeq, withEvents } = options
  const file = statSync(path).isDirectory() ? journalFile(path) : path
  const store = new JournalStore(file, { build: 'inspect', readOnly: true })
  try {
    const refusals = new Map(store.refusals())
    const engine = withEvents ? engineBefore(file, Math.max(fromSeq, 1), store) : undefined
    // Prices and quantities are formatted by today's instruments until the journal lists others.
    const instruments = new Map<string, Instrument>(
      listings.map(({ instrument }) => [instrument.symbol, instrument]),
    )
    const lastSeq = Math.min(toSeq, store.lastSeq)
    let seq = engine === undefined ? Math.max(fromSeq, store.prunedSeq + 1) : engine.lastSeq() + 1
    while (seq <= lastSeq) {
      const part = store.read(seq)
      if (part === undefined) return
      const lines = part.lines.split('\n').slice(seq - part.firstSeq)
      for (const line of lines) {
        if (seq > lastSeq) return
        const numbered = parseCommandLine(line, seq)
        const applied = engine && applyUnlessRefused(engine, numbered, refusals)
        const { timeMs, command } = numbered
        if (command.kind === 'ListInstrument') {
          instruments.set(command.instrument.symbol, command.instrument)
        }
        if (seq >= fromSeq) {
          const time = new Date(timeMs).toISOString()
          yield `${seq} ${time} ${formatCommand(command, instruments)}`
          const reason = refusals.get(seq)
          if (reason !== undefined) yield `  → refused for ever: ${reason}`
          for (const event of applied?.events ?? []) yield `  → ${formatEvent(event, instruments)}`
        }
        seq += 1
      }
    }
  } finally {
    store.close()
  }
}

/**
 * Events depend on all commands before: returns an engine to replay from, new or, if the journal
 * was pruned, from the newest snapshot that is old enough.
 */
function engineBefore(file: string, fromSeq: number, { prunedSeq }: JournalStore): Engine {
  if (prunedSeq === 0) return createEngine()
  const folder = join(dirname(file), 'snapshots')
  const usable = readdirSync(folder)
    .filter((name) => name.endsWith(snapshotEnding))
    .map((name) => openSnapshot(join(folder, name)))
    .filter(({ seq }) => seq >= prunedSeq)
    .toSorted((a, b) => a.seq - b.seq)
  const found = usable.findLast(({ seq }) => seq < fromSeq) ?? usable[0]
  if (found === undefined)
    throw new Error(`The journal begins after ${prunedSeq}, with no snapshot`)
  return engineFromSnapshot(found.lines)
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      from: { type: 'string', default: '1' },
      to: { type: 'string', default: String(Number.MAX_SAFE_INTEGER) },
      events: { type: 'boolean', default: false },
    },
  })
  const [path] = positionals
  if (path === undefined) {
    process.stderr.write('Which journal? npm run inspect -- FILE [--from N] [--to N] [--events]\n')
    process.exitCode = 2
    return
  }
  // A reader such as `head`, which stops early, closes the pipe.
  process.stdout.on('error', () => process.exit(0))
  try {
    const fromSeq = numberOf('--from', values.from)
    const toSeq = numberOf('--to', values.to)
    if (!existsSync(path)) throw new Error(`there is no ${path}`)
    const lines = journalText({ path, fromSeq, toSeq, withEvents: values.events })
    for (const line of lines) process.stdout.write(`${line}\n`)
  } catch (error) {
    process.stderr.write(`The journal cannot be printed: ${messageOf(error)}\n`)
    process.exitCode = 1
  }
}

function numberOf(option: string, text: string): number {
  if (/^\d{1,16}$/.test(text)) return Number(text)
  throw new Error(`${option} must be the number of a command, but is ${JSON.stringify(text)}`)
}

if (import.meta.main) main()
