// A copy of a running exchange's data, verified by reading it as a start would.

import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { engines } from '../engines.ts'
import { recover } from '../recovery.ts'
import { journalToRead } from './journal-reading.ts'
import { snapshotEnding } from './snapshot-file.ts'
import { openSnapshotStore } from './snapshots.ts'
import { journalFile } from './storage.ts'

export type BackupReport = {
  /** The last command of the copy, and the state's hash there. */
  readonly seq: number
  readonly hash: string
  /** Number of commands whose hash chain was verified over the whole journal. */
  readonly verified: number
}

/**
 * Copies a data folder while the exchange may be trading, then reads the copy as a start would.
 * Throws if the folder holds no data, the target is not empty, or the copy is incomplete.
 */
export async function backUp(data: string, target: string): Promise<BackupReport> {
  if (!existsSync(journalFile(data))) throw new Error(`${data} holds no data of an exchange`)
  mkdirSync(join(target, 'snapshots'), { recursive: true })
  if (readdirSync(target).length > 1) throw new Error(`${target} is not empty`)
  copySnapshots(join(data, 'snapshots'), join(target, 'snapshots'))
  for (const name of databasesOf(data)) {
    copyDatabase(join(data, name), join(target, name))
    syncFile(join(target, name))
  }
  syncFile(join(target, 'snapshots'))
  syncFile(target)
  return verified(target)
}

/**
 * Files copied later are as new or newer. The journal comes after the history, as a history ahead
 * of its journal would be refused; a user without an account gets one at the next sign-in.
 */
function databasesOf(data: string): readonly string[] {
  const names = readdirSync(data).filter((name) => /\.(db|sqlite)$/.test(name))
  const first = ['history.db', 'journal.db'].filter((name) => names.includes(name))
  return [...first, ...names.filter((name) => !first.includes(name) && name !== 'lock.db')]
}

/** Snapshots never change once written; one may be removed while the others are copied. */
function copySnapshots(from: string, to: string): void {
  for (const name of existsSync(from) ? readdirSync(from) : []) {
    if (!name.endsWith(snapshotEnding)) continue
    try {
      copyFileSync(join(from, name), join(to, name))
      syncFile(join(to, name))
    } catch (error) {
      if (existsSync(join(from, name))) throw error
    }
  }
}

/** SQLite's own copy: consistent despite concurrent writes, and without free pages. */
function copyDatabase(from: string, to: string): void {
  const db = new DatabaseSync(from, { readOnly: true })
  try {
    db.prepare('VACUUM INTO ?').run(to)
  } finally {
    db.close()
  }
}

function syncFile(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

async function verified(target: string): Promise<BackupReport> {
  const onNotice = (message: string): never => {
    throw new Error(message)
  }
  const { journal, close } = journalToRead(journalFile(target))
  try {
    const snapshots = openSnapshotStore(join(target, 'snapshots'), onNotice)
    const { engine } = await recover({ journal, snapshots, engines, onNotice })
    let count = 0
    // Reading verifies every row's checksum and its link to the row before.
    for await (const part of journal.read(journal.prunedSeq + 1)) count += part.count
    return { seq: engine.lastSeq(), hash: engines.stateHash(engine), verified: count }
  } finally {
    close()
  }
}
