// One process per data folder: a lock that the operating system drops when the process ends,
// however it ends.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { dataErrorOf, withDataErrors } from './data-errors.ts'

/** Another process works on the folder (reliability D8). */
export class DataInUse extends Error {
  constructor(folder: string) {
    super(`The data folder ${folder} is in use by another process; stop it or set BASIS_DATA`)
    this.name = 'DataInUse'
  }
}

export type DataLock = { readonly release: () => void }

// A handle that nobody holds is collected one day, and its lock with it: those in force are held
// here.
const inForce = new Set<DatabaseSync>()

/**
 * Makes the folder if need be and takes it for this process alone; throws DataInUse at once when it
 * is taken.
 */
export function lockDataFolder(folder: string): DataLock {
  withDataErrors(folder, () => mkdirSync(folder, { recursive: true }))
  const file = join(folder, 'lock.db')
  // SQLite's exclusive transaction is a file lock of the kind that dies with its process.
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
