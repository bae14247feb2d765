// The data folder: locked for this process, with the journal and the snapshots inside.

import { join } from 'node:path'
import { lockDataFolder } from './data-lock.ts'
import type { Journal } from '../journal.ts'
import { openJournal } from './journal-sqlite.ts'
import { openShelf, type SnapshotShelf } from './snapshots.ts'

export const journalFile = (folder: string): string => join(folder, 'journal.db')

export type Storage = {
  readonly journal: Journal
  readonly shelf: SnapshotShelf
  /** Gives the folder up; the journal must be closed before. */
  readonly release: () => void
}

export type StorageOptions = {
  readonly folder: string
  readonly build: string
  readonly onNotice: (message: string) => void
}

/** Takes the folder and opens what is in it; throws DataInUse, JournalDamaged or JournalUnknown. */
export async function openStorage({ folder, build, onNotice }: StorageOptions): Promise<Storage> {
  const lock = lockDataFolder(folder)
  try {
    const shelf = await openShelf(join(folder, 'snapshots'), onNotice)
    const journal = await openJournal({ file: journalFile(folder), build, onNotice })
    return { journal, shelf, release: lock.release }
  } catch (error) {
    lock.release()
    throw error
  }
}
