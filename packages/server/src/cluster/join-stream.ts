// Lets a folder join a cluster: if the stream does not reach back to the folder's end, or the
// folder is empty, it starts from a shared snapshot.

import { rename } from 'node:fs/promises'
import type { SnapshotStore } from '../exchange/disk/snapshots.ts'
import type { Journal } from '../exchange/journal.ts'
import { StreamDamaged } from './envelope.ts'
import { positionFact, positionOf } from './followed-journal.ts'
import type { ClusterLink } from './nats-link.ts'
import { retryWhileUnavailable } from './retry.ts'
import type { SharedSnapshot, SnapshotBucket } from './snapshot-bucket.ts'

type JoiningLink = Pick<ClusterLink, 'firstStreamSeq'> & {
  readonly snapshots: Pick<SnapshotBucket, 'list' | 'recorded' | 'fetch'>
}

export type JoiningFolder = {
  readonly journal: Pick<Journal, 'lastSeq' | 'prunedSeq' | 'fact' | 'beginAt'>
  readonly snapshots: SnapshotStore
  /** The folder feeds the history, so it must be as complete as possible. */
  readonly isForHistory: boolean
  /** Another process writes its history, which must have been recorded up to the snapshot. */
  readonly readsHistory: boolean
  readonly onNotice: (message: string) => void
}

/** Takes a shared snapshot if one is needed; throws StreamDamaged if none fits. */
export async function joinStream(link: JoiningLink, folder: JoiningFolder): Promise<void> {
  const { journal, onNotice, isForHistory, readsHistory } = folder
  const next = positionOf(journal, '').streamSeq + 1
  const first = await link.firstStreamSeq()
  const isEmpty = journal.lastSeq === 0
  const reaches = first <= next && (await isWhole(folder))
  if (reaches && (!isEmpty || isForHistory)) return
  const shared = await retryWhileUnavailable(() => link.snapshots.list())
  const fitting = shared.filter(({ position }) => position.streamSeq + 1 >= first)
  const recorded = await retryWhileUnavailable(() => link.snapshots.recorded())
  // A reader of the history continues where it ends; a gap would be in no table.
  const isRecorded = ({ seq }: SharedSnapshot): boolean =>
    recorded === undefined ? !readsHistory : seq <= recorded
  const chosen = fitting.find(isRecorded) ?? (reaches ? undefined : fitting.at(-1))
  if (chosen === undefined) {
    if (reaches) return
    throw new StreamDamaged(
      `The stream begins with message ${first}, this folder ends before it, and no shared snapshot lies between`,
    )
  }
  await take(link, folder, chosen)
  onNotice(`begins with the snapshot at ${chosen.seq} that ${chosen.by} shares`)
}

/** Whether there is a state at the journal's beginning. */
async function isWhole({ journal, snapshots }: JoiningFolder): Promise<boolean> {
  if (journal.prunedSeq === 0) return true
  return (await snapshots.heads()).some(({ seq }) => seq >= journal.prunedSeq)
}

async function take(
  { snapshots: bucket }: JoiningLink,
  { journal, snapshots }: JoiningFolder,
  shared: SharedSnapshot,
): Promise<void> {
  const { seq, position, facts } = shared
  const id = journal.fact('id')
  if (id !== undefined && id !== facts['id']) {
    throw new StreamDamaged('This folder is of another exchange than the shared snapshots')
  }
  const file = snapshots.fileOf(seq)
  const aside = `${file}.part`
  await bucket.fetch(shared, aside)
  // After a crash between the two, the journal lacks its snapshot, and joining starts over.
  const known = { ...facts, [positionFact]: JSON.stringify(position) }
  await journal.beginAt({ seq, chain: position.chain, facts: known })
  await rename(aside, file)
}
