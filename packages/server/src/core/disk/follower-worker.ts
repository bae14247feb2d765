// The thread of one snapshot: a follower that reads the journal's file itself (follower.ts).

import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { engines } from '../engines.ts'
import { follow } from '../follower.ts'
import type { FollowGoal } from '../seams.ts'
import { journalToRead } from './journal-reading.ts'
import { openShelf } from './snapshots.ts'

export type FollowerTask = {
  readonly goal: FollowGoal
  readonly journalFile: string
  readonly snapshotFolder: string
  readonly build: string
}

async function run({ goal, journalFile, snapshotFolder, build }: FollowerTask): Promise<void> {
  const onNotice = (message: string): void => parentPort?.postMessage(message)
  const { journal, close } = journalToRead(journalFile)
  try {
    const shelf = openShelf(snapshotFolder, onNotice)
    await follow({ journal, shelf, engines, build, onNotice }, goal)
  } finally {
    close()
  }
}

const task: unknown = workerData
if (!isMainThread && isTask(task)) await run(task)

function isTask(value: unknown): value is FollowerTask {
  return typeof value === 'object' && value !== null && 'goal' in value && 'journalFile' in value
}
