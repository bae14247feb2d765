// Compares a process's state with those of other processes: it publishes its hashes at agreed
// numbers, and ends the process if two others agree on a different one.

import { createHash } from 'node:crypto'
import { figuresOf } from '../exchange/follower.ts'
import { StateDiffers } from '../exchange/recovery.ts'
import type { Replica } from '../exchange/replica.ts'
import { HashWatch, type StateWord, type Watched } from './hash-watch.ts'
import type { ClusterLink } from './nats-link.ts'

type WatchedParts = {
  readonly link: Pick<ClusterLink, 'sendHash' | 'onHash'>
  readonly snapshotEvery: number
  readonly onDamage: (error: unknown) => void
}

type Watching = { readonly name: string; readonly says: () => readonly Watched[] }

/** The full state is hashed at every tenth snapshot. */
const snapshotsPerHash = 10

/** Which hashes a process publishes now: hashing the full state would block a leader. */
export const hashesToPublish = (isCaughtUp: boolean, isLeading: boolean): readonly Watched[] =>
  isCaughtUp ? (isLeading ? ['figures'] : ['figures', 'state']) : []

/**
 * Compares the state with others': its figures at the number of each snapshot, which also detects a
 * diverged leader, and the full state at every tenth.
 */
export function watchStates(
  { link, snapshotEvery, onDamage }: WatchedParts,
  replica: Replica,
  { name: who, says }: Watching,
): void {
  const watches = [new HashWatch('state', who), new HashWatch('figures', who)]
  const take = (word: StateWord): void => {
    const why = watches.map((watch) => watch.take(word)).find((found) => found !== undefined)
    if (why !== undefined) onDamage(new StateDiffers(why))
  }
  const say = (word: StateWord): void => {
    link.sendHash(word)
    take(word)
  }
  link.onHash(take)
  replica.subscribe(({ seq }) => {
    if (seq % snapshotEvery !== 0) return
    const said = says()
    if (said.includes('figures')) {
      const hash = createHash('sha256').update(figuresOf(replica.views)).digest('hex')
      say({ of: 'figures', seq, hash: hash.slice(0, 32), who })
    }
    if (said.includes('state') && seq % (snapshotEvery * snapshotsPerHash) === 0) {
      say({ of: 'state', ...replica.stateHash(), who })
    }
  })
}
