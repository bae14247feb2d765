// The data folder: locked for this process, with the journal, the snapshots and the follower that
// takes them.

import { join } from 'node:path'
import { lockDataFolder } from './data-lock.ts'
import type { Journal } from '../journal.ts'
import { dataErrorOf } from './data-errors.ts'
import { openJournal } from './journal-sqlite.ts'
import type { HashingFollower } from '../ports.ts'
import { followerThread } from './follower-thread.ts'
import { openSnapshotStore, pruneSnapshots, type SnapshotStore } from './snapshots.ts'

export const journalFile = (folder: string): string => join(folder, 'journal.db')

export type Storage = {
  readonly journal: Journal
  readonly snapshots: SnapshotStore
  readonly follower: HashingFollower
  /** Releases the folder's lock; the journal must be closed before. */
  readonly release: () => void
}

export type StorageOptions = {
  readonly folder: string
  readonly build: string
  /** How long commands are kept, ms of command time; default: forever. */
  readonly keepMs?: number
  readonly onNotice: (message: string) => void
}

/**
 * Locks the folder and opens its content; throws DataInUse, DataUnusable, JournalDamaged or
 * JournalUnknown.
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { folder, build, keepMs = Infinity, onNotice } = options
  const lock = lockDataFolder(folder)
  try {
    const [snapshotFolder, file] = [join(folder, 'snapshots'), journalFile(folder)]
    await pruneSnapshots(snapshotFolder).catch((error: unknown) => {
      throw dataErrorOf(error, snapshotFolder)
    })
    const snapshots = openSnapshotStore(snapshotFolder, onNotice)
    const journal = await openJournal({ file, build, onNotice })
    const follower = followerThread({ journalFile: file, snapshotFolder, build, keepMs }, onNotice)
    return { journal, snapshots, follower, release: lock.release }
  } catch (error) {
    lock.release()
    throw error
  }
}
