// The thread that takes one snapshot: a follower that reads the journal's file (follower.ts).

import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { engines } from '../engines.ts'
import { follow, hashAt } from '../follower.ts'
import type { FollowGoal } from '../ports.ts'
import { journalToRead } from './journal-reading.ts'
import { openSnapshotStore } from './snapshots.ts'

export type FollowerTask = {
  /** The snapshot to write, or the number at which to compute the state's hash. */
  readonly goal: FollowGoal | number
  readonly journalFile: string
  readonly snapshotFolder: string
  readonly build: string
  readonly keepMs: number
  /** Becomes 1 when the task is cancelled. */
  readonly given: Int32Array
}

/**
 * Messages of the thread: a notice, or finally the number up to which the journal need not be kept
 * or the requested hash.
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
