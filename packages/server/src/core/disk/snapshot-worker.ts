// The thread that writes one snapshot: it proves that the state can be restored, hashes it, and
// puts it on the disk.

import { isMainThread, workerData } from 'node:worker_threads'
import { engines } from '../engines.ts'
import { writeSnapshot, type SnapshotTask } from './snapshot-file.ts'

async function write({ folder, ...draft }: SnapshotTask): Promise<void> {
  const engine = engines.fromSnapshot(draft.state)
  // A state that does not come back as it went must never replace one that does.
  if (Buffer.compare(engines.takeSnapshot(engine), draft.state) !== 0) {
    throw new Error('the state does not come back from its own bytes')
  }
  await writeSnapshot(folder, { ...draft, hash: engines.stateHash(engine) })
}

const task: unknown = workerData
if (!isMainThread && isTask(task)) await write(task)

function isTask(value: unknown): value is SnapshotTask {
  return typeof value === 'object' && value !== null && 'state' in value && 'folder' in value
}
