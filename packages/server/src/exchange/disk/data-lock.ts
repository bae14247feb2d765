// One process per data folder: a lock that the operating system releases when the process ends, in
// whatever way.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { dataErrorOf, withDataErrors } from './data-errors.ts'

/** Another process uses the folder (reliability D8). */
export class DataInUse extends Error {
  constructor(folder: string) {
    super(`The data folder ${folder} is in use by another process; stop it or set BASIS_DATA`)
    this.name = 'DataInUse'
  }
}

export type DataLock = { readonly release: () => void }

// Locks in force are referenced here: an unreferenced handle would be garbage-collected, and its
// lock released.
const inForce = new Set<DatabaseSync>()

/**
 * Creates the folder if needed and locks it for this process; throws DataInUse at once if another
 * process has the lock.
 */
export function lockDataFolder(folder: string): DataLock {
  withDataErrors(folder, () => mkdirSync(folder, { recursive: true }))
  const file = join(folder, 'lock.db')
  // SQLite's exclusive transaction is a file lock that ends with its process.
  const db = withDataErrors(file, () => new DatabaseSync(file, { timeout: 0 }))
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    const isBusy = error instanceof Error && /locked|busy/.test(error.message)
    throw isBusy ? new DataInUse(folder) : dataErrorOf(error, file)
  }
  inForce.add(db)
  return {
    release: () => {
      inForce.delete(db)
      db.close()
    },
  }
}
