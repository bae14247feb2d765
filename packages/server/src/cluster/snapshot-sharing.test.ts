// A snapshot that cannot be read is not shared, and the engine continues.

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSnapshotStore } from '../exchange/disk/snapshots.ts'
import { SnapshotSharing } from './snapshot-sharing.ts'
import { streamStart } from './stream-reader.ts'

const notCalled = (): never => {
  throw new Error('nobody is asked')
}

test('a snapshot that cannot be read is reported and not shared, and the engine does not fail', async () => {
  const notices: string[] = []
  const sharing = new SnapshotSharing({
    link: {
      snapshots: {
        list: () => Promise.resolve([]),
        recorded: () => Promise.resolve(undefined),
        share: notCalled,
        confirm: notCalled,
      },
      seqFrom: notCalled,
      purgeThrough: notCalled,
    },
    journal: { facts: new Map(), lastSeq: 0, prunedSeq: 0 },
    follower: { hashAt: notCalled },
    snapshots: openSnapshotStore(join(import.meta.dirname, 'no-such-folder'), () => undefined),
    name: 'e1',
    snapshotEvery: 1,
    streamKeepMs: 0,
    isLeading: () => false,
    isAloneFor: () => false,
    nowMs: () => 0,
    onNotice: (message) => void notices.push(message),
  })
  await sharing.took({ ...streamStart, seq: 7, streamSeq: 7 })
  expect(notices).toEqual([expect.stringMatching(/^the snapshot at 7 could not be read: ENOENT/)])
  await sharing.tend()
  expect(notices).toHaveLength(1)
})
