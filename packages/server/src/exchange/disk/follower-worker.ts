// The thread of one snapshot: a follower that reads the journal's file itself (follower.ts).

import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { engines } from '../engines.ts'
import { follow, hashAt } from '../follower.ts'
import type { FollowGoal } from '../ports.ts'
import { journalToRead } from './journal-reading.ts'
import { openSnapshotStore } from './snapshots.ts'

export type FollowerTask = {
  /** A snapshot that is to be written, or a number at which the state's hash is asked for. */
  readonly goal: FollowGoal | number
  readonly journalFile: string
  readonly snapshotFolder: string
  readonly build: string
  readonly keepMs: number
  /** Becomes 1 when nobody waits for it any more. */
  readonly given: Int32Array
}

/**
 * What the thread says: a notice, or at its end up to where the journal need not be kept, or the
 * hash that was asked for.
 */
export type FollowerWord = string | { readonly baseSeq: number } | { readonly hash: string }

async function run({
  goal,
  journalFile,
  snapshotFolder,
  given,
  ...task
}: FollowerTask): Promise<void> {
  const say = (word: FollowerWord): void => parentPort?.postMessage(word)
  const onNotice: (message: string) => void = say
  const { journal, close } = journalToRead(journalFile)
  try {
    const snapshots = openSnapshotStore(snapshotFolder, onNotice)
    const read: typeof journal.read = async function* read(fromSeq) {
      for await (const part of journal.read(fromSeq)) {
        if (Atomics.load(given, 0) === 1) throw new Error('nobody waits for the follower')
        yield part
      }
    }
    const parts = { journal: { ...journal, read }, snapshots, engines, ...task, onNotice }
    if (typeof goal === 'number') say({ hash: await hashAt(parts, goal) })
    else say({ baseSeq: await follow(parts, goal) })
  } finally {
    close()
  }
}

const task: unknown = workerData
if (!isMainThread && isTask(task)) await run(task)

function isTask(value: unknown): value is FollowerTask {
  return typeof value === 'object' && value !== null && 'goal' in value && 'journalFile' in value
}
