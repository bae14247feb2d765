// Snapshots on disk: written aside, synced and renamed, two generations kept, each with its number
// and hash.

import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import {
  parseSnapshot,
  snapshotEnding,
  snapshotName,
  type Snapshot,
  type SnapshotDraft,
  type SnapshotHead,
  type SnapshotTask,
} from './snapshot-file.ts'

const generations = 2

/** The folder of snapshots; damaged ones are told to `onNotice` and passed over. */
export type SnapshotShelf = {
  /** Hashes and writes the state on a thread of its own; the state's bytes are handed over. */
  readonly write: (draft: SnapshotDraft) => Promise<void>
  /** The heads of whole snapshots, newest first. */
  readonly heads: () => Promise<readonly SnapshotHead[]>
  readonly read: (seq: number) => Promise<Snapshot | undefined>
}

/** Opens the folder and removes what a dying process left half written. */
export async function openShelf(
  folder: string,
  onNotice: (message: string) => void,
): Promise<SnapshotShelf> {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    if (name.endsWith('.part')) await rm(join(folder, name), { force: true })
  }
  const read = (name: string) => readSnapshot(join(folder, name), onNotice)
  return {
    write: async (draft) => {
      await writeOnThread({ ...draft, folder })
      for (const name of (await names(folder)).slice(generations)) await rm(join(folder, name))
    },
    heads: async () => {
      const heads: SnapshotHead[] = []
      for (const name of await names(folder)) {
        const whole = await read(name)
        if (whole === undefined) continue
        const { state: _state, ...head } = whole
        heads.push(head)
      }
      return heads
    },
    read: (seq) => read(snapshotName(seq)),
  }
}

/** Newest first: the names begin with the number, padded. */
async function names(folder: string): Promise<string[]> {
  const found = (await readdir(folder)).filter((name) => name.endsWith(snapshotEnding))
  return found.toSorted().toReversed()
}

/**
 * Serialising is the engine's; restoring, hashing and deflating would stop trading for as long as
 * they take.
 */
async function writeOnThread(task: SnapshotTask): Promise<void> {
  const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), {
    workerData: task,
    name: 'snapshot',
  })
  const ending = Promise.withResolvers<void>()
  worker.on('error', ending.reject)
  worker.on('exit', (code) => {
    if (code === 0) ending.resolve()
    else ending.reject(new Error(`the writing thread ended with code ${code}`))
  })
  await ending.promise
}

async function readSnapshot(
  file: string,
  onNotice: (message: string) => void,
): Promise<Snapshot | undefined> {
  try {
    return parseSnapshot(await readFile(file))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    onNotice(`snapshot ${file} is passed over: ${reason}`)
    return undefined
  }
}
