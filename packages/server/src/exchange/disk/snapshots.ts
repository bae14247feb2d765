// Snapshots on disk: written to a temporary file, synced and renamed. The newest two are kept, and
// those that pruning the journal at the end of its window needs.

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
/** Snapshots are kept a quarter of the window apart, so the journal may exceed it by a quarter. */
const perWindow = 4

/** The folder of snapshots; damaged ones are reported to `onNotice` and skipped. */
export type SnapshotStore = {
  /** Writes a state and returns its hash. Blocks until done: not for the trading thread. */
  readonly write: (label: SnapshotLabel, lines: Iterable<string>) => Promise<string>
  /**
   * Removes what is not needed to replay the last `windowMs` before the newest snapshot. Returns
   * the snapshot before which nothing is needed, if there is one.
   */
  readonly tidy: (windowMs: number) => Promise<SnapshotHead | undefined>
  /** Renames a damaged snapshot, so that it is skipped from now on. */
  readonly discard: (seq: number) => Promise<void>
  /** The heads of all snapshots, newest first. */
  readonly heads: () => Promise<readonly SnapshotHead[]>
  readonly read: (seq: number) => Promise<Snapshot | undefined>
  /** The file that a snapshot at this number has, or would have. */
  readonly fileOf: (seq: number) => string
}

/**
 * Removes half-written files of a crashed process; only the owner of the folder's lock may call it.
 */
export async function pruneSnapshots(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    if (name.endsWith('.part')) await rm(join(folder, name), { force: true })
  }
}

/** Opens the folder, which must exist. */
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

/** The names of the snapshot files to keep, and the snapshot before which nothing is needed. */
export type Retention = {
  readonly kept: ReadonlySet<string>
  readonly base: SnapshotHead | undefined
}

/**
 * Decides by the commands' time which snapshots are kept: the newest two; if the window is finite,
 * the base, which is the newest one as old as the window; and after it one for each quarter of the
 * window, of which one becomes the next base.
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

/** Newest first: the names begin with the padded number. */
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
    onNotice(`snapshot ${file} is skipped: ${reason}`)
    return undefined
  }
}
