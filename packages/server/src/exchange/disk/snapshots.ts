// Snapshots on disk: written aside, synced and renamed. Two generations are kept, and of the
// journal's window as many as it takes to prune the journal behind one.

import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../../failures/thrown.ts'
import { JournalUnknown } from '../journal.ts'
import {
  openSnapshot,
  snapshotEnding,
  snapshotName,
  writeSnapshot,
  type Snapshot,
  type SnapshotHead,
  type SnapshotLabel,
} from './snapshot-file.ts'

const generations = 2
/** Snapshots are kept a quarter of the window apart, so that it may grow by a quarter. */
const perWindow = 4

/** The folder of snapshots; damaged ones are told to `onNotice` and passed over. */
export type SnapshotStore = {
  /**
   * Writes a state and returns its hash. Takes as long as that takes: not for the trading thread.
   */
  readonly write: (label: SnapshotLabel, lines: Iterable<string>) => Promise<string>
  /**
   * Removes what is no longer needed to replay the last `windowMs` before the newest snapshot.
   * Returns the one behind which nothing is needed, if there is one.
   */
  readonly tidy: (windowMs: number) => Promise<SnapshotHead | undefined>
  /** Sets a snapshot aside that is not what was written: it is passed over from now on. */
  readonly discard: (seq: number) => Promise<void>
  /** The heads of all snapshots, newest first. */
  readonly heads: () => Promise<readonly SnapshotHead[]>
  readonly read: (seq: number) => Promise<Snapshot | undefined>
  /** The file that a snapshot at this number has, or would have. */
  readonly fileOf: (seq: number) => string
}

/** Removes what a dying process left half written; only the process that has the folder may. */
export async function pruneSnapshots(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    if (name.endsWith('.part')) await rm(join(folder, name), { force: true })
  }
}

/** Opens the folder, which is there. */
export function openSnapshotStore(
  folder: string,
  onNotice: (message: string) => void,
): SnapshotStore {
  const read = (name: string) => readSnapshot(join(folder, name), onNotice)
  const heads = async (): Promise<readonly SnapshotHead[]> =>
    (await names(folder)).flatMap((name) => {
      const found = read(name)
      if (found === undefined) return []
      const { lines: _lines, ...head } = found
      return [head]
    })
  return {
    write: async (label, lines) => writeSnapshot(folder, label, lines),
    tidy: async (windowMs) => {
      const { kept, base } = retention(await heads(), windowMs)
      for (const name of await names(folder)) {
        if (!kept.has(name)) await rm(join(folder, name), { force: true })
      }
      return base
    },
    discard: (seq) => {
      const file = join(folder, snapshotName(seq))
      return rename(file, `${file}.damaged`)
    },
    heads,
    read: async (seq) => read(snapshotName(seq)),
    fileOf: (seq) => join(folder, snapshotName(seq)),
  }
}

/** The snapshots to keep, by their files' names, and the one behind which nothing is needed. */
export type Retention = {
  readonly kept: ReadonlySet<string>
  readonly base: SnapshotHead | undefined
}

/**
 * Decides by the commands' time which snapshots are kept: the newest two; where the window has an
 * end, the base, which is the newest that is as old as the window; and between them one for each
 * quarter of the window, of which one becomes the next base.
 */
export function retention(newestFirst: readonly SnapshotHead[], windowMs: number): Retention {
  const edgeMs = (newestFirst[0]?.timeMs ?? 0) - windowMs
  const base = newestFirst.find(({ timeMs }) => timeMs <= edgeMs)
  const kept = new Set(newestFirst.slice(0, generations))
  let lastMs = windowMs === Infinity ? Infinity : -Infinity
  for (const head of newestFirst.toReversed()) {
    if (base !== undefined && head.seq < base.seq) continue
    if (head.timeMs - lastMs < windowMs / perWindow) continue
    kept.add(head)
    lastMs = head.timeMs
  }
  return { kept: new Set([...kept].map(({ seq }) => snapshotName(seq))), base }
}

/** Newest first: the names begin with the number, padded. */
async function names(folder: string): Promise<string[]> {
  const found = (await readdir(folder)).filter((name) => name.endsWith(snapshotEnding))
  return found.toSorted().toReversed()
}

function readSnapshot(file: string, onNotice: (message: string) => void): Snapshot | undefined {
  try {
    return openSnapshot(file)
  } catch (error) {
    // Data of a newer version must not be continued from an older snapshot.
    if (error instanceof JournalUnknown) throw error
    const reason = messageOf(error)
    onNotice(`snapshot ${file} is passed over: ${reason}`)
    return undefined
  }
}
