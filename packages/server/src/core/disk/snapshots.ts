// Snapshots on disk: written aside, synced and renamed, two generations kept, each with its number
// and hash.

import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
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

/** The folder of snapshots; damaged ones are told to `onNotice` and passed over. */
export type SnapshotShelf = {
  /**
   * Writes a state and returns its hash. Takes as long as that takes: not for the trading thread.
   */
  readonly write: (label: SnapshotLabel, lines: Iterable<string>) => Promise<string>
  /** The heads of all snapshots, newest first. */
  readonly heads: () => Promise<readonly SnapshotHead[]>
  readonly read: (seq: number) => Promise<Snapshot | undefined>
}

/** Removes what a dying process left half written; only the process that has the folder may. */
export async function tidyShelf(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    if (name.endsWith('.part')) await rm(join(folder, name), { force: true })
  }
}

/** Opens the folder, which is there. */
export function openShelf(folder: string, onNotice: (message: string) => void): SnapshotShelf {
  const read = (name: string) => readSnapshot(join(folder, name), onNotice)
  return {
    write: async (label, lines) => {
      const hash = writeSnapshot(folder, label, lines)
      for (const name of (await names(folder)).slice(generations)) await rm(join(folder, name))
      return hash
    },
    heads: async () =>
      (await names(folder)).flatMap((name) => {
        const found = read(name)
        if (found === undefined) return []
        const { lines: _lines, ...head } = found
        return [head]
      }),
    read: async (seq) => read(snapshotName(seq)),
  }
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
    const reason = error instanceof Error ? error.message : String(error)
    onNotice(`snapshot ${file} is passed over: ${reason}`)
    return undefined
  }
}
