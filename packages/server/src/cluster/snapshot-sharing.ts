// An engine's part in the shared snapshots: it shares its own, checks whether it reaches the same
// state as others, and as leader deletes what the stream need not keep.

import { messageOf } from '../failures/thrown.ts'
import type { SnapshotStore } from '../exchange/disk/snapshots.ts'
import type { Journal } from '../exchange/journal.ts'
import type { HashingFollower } from '../exchange/ports.ts'
import { sharedFactsOf } from './followed-journal.ts'
import type { ClusterLink } from './nats-link.ts'
import type { SharedSnapshot, SnapshotBucket } from './snapshot-bucket.ts'
import type { StreamPosition } from './stream-reader.ts'

export type SharingParts = {
  readonly link: Pick<ClusterLink, 'seqFrom' | 'purgeThrough'> & {
    readonly snapshots: Pick<SnapshotBucket, 'list' | 'recorded' | 'share' | 'confirm'>
  }
  readonly journal: Pick<Journal, 'facts' | 'lastSeq' | 'prunedSeq'>
  readonly follower: Pick<HashingFollower, 'hashAt'>
  readonly snapshots: SnapshotStore
  readonly name: string
  readonly snapshotEvery: number
  /** Younger messages stay in the stream, ms. */
  readonly streamKeepMs: number
  readonly isLeading: () => boolean
  /**
   * Whether no other engine has been heard of for this long, ms: then none will confirm anything.
   */
  readonly isAloneFor: (ms: number) => boolean
  readonly nowMs: () => number
  readonly onNotice: (message: string) => void
}

type Shared = readonly SharedSnapshot[]
type Own = { readonly position: StreamPosition; readonly hash: string }

/** A leader shares its own snapshot only if no standby has for this many intervals. */
const leaderWaits = 3
/** Number of own snapshots remembered, for comparison with others. */
const remembered = 8

export class SnapshotSharing {
  readonly #parts: SharingParts
  readonly #own = new Map<number, Own>()
  readonly #seen = new Set<string>()
  #isTending = false
  #sharedSeq = 0
  #purgedThrough = 0

  constructor(parts: SharingParts) {
    this.#parts = parts
  }

  figures(): Readonly<Record<string, number>> {
    return {
      basis_shared_snapshot_seq: this.#sharedSeq,
      basis_stream_purged_seq: this.#purgedThrough,
    }
  }

  /** Records an own snapshot on the disk; an unreadable one is not shared. */
  async took(position: StreamPosition): Promise<void> {
    const hash = await this.#hashOf(position.seq)
    if (hash === undefined) return
    this.#own.set(position.seq, { position, hash })
    const [oldest] = this.#own.keys()
    if (this.#own.size > remembered && oldest !== undefined) this.#own.delete(oldest)
  }

  async #hashOf(seq: number): Promise<string | undefined> {
    try {
      return (await this.#parts.snapshots.heads()).find((head) => head.seq === seq)?.hash
    } catch (error) {
      // Never throws: the engine keeps trading, and the next snapshot may be readable.
      this.#parts.onNotice(`the snapshot at ${seq} could not be read: ${messageOf(error)}`)
      return undefined
    }
  }

  /** Called periodically; a failure is retried the next time. */
  async tend(): Promise<void> {
    if (this.#isTending) return
    this.#isTending = true
    try {
      const { snapshots } = this.#parts.link
      const [shared, recorded] = await Promise.all([snapshots.list(), snapshots.recorded()])
      // A newly shared snapshot is compared the next time.
      if (await this.#share(shared, recorded)) return
      await this.#compare(shared)
      if (this.#parts.isLeading()) await this.#purge(shared, recorded)
    } catch (error) {
      this.#parts.onNotice(`snapshots could not be shared: ${messageOf(error)}`)
    } finally {
      this.#isTending = false
    }
  }

  async #share(shared: Shared, recorded: number | undefined): Promise<boolean> {
    const { link, journal, snapshots, name, snapshotEvery, isLeading, onNotice } = this.#parts
    const [seq, own] = [...this.#own].at(-1) ?? []
    if (seq === undefined || own === undefined) return false
    const [newest, older] = shared
    this.#sharedSeq = newest?.seq ?? 0
    const age = seq - this.#sharedSeq
    if (age <= 0 || (isLeading() && age < leaderWaits * snapshotEvery)) return false
    // A snapshot from which the history can continue must be kept.
    if (recorded !== undefined && older !== undefined && recorded < (newest?.seq ?? 0)) return false
    const head = (await snapshots.heads()).find((one) => one.seq === seq)
    if (head === undefined) return false
    const { position, hash } = own
    const note = {
      seq,
      timeMs: head.timeMs,
      hash,
      position,
      facts: sharedFactsOf(journal),
      by: name,
    }
    if (!(await link.snapshots.share(note, snapshots.fileOf(seq)))) return false
    this.#sharedSeq = seq
    onNotice(`the snapshot at ${seq} is shared`)
    return true
  }

  /** Compares each shared snapshot once with the state of this engine's own journal there. */
  async #compare(shared: Shared): Promise<void> {
    const { link, name, journal, follower, isAloneFor, streamKeepMs, onNotice } = this.#parts
    for (const snapshot of shared) {
      const { slot, seq, hash, by, isConfirmed } = snapshot
      const mark = `${slot} ${seq} ${by}`
      const isOwn = by === name
      if (isConfirmed || this.#seen.has(mark) || (isOwn && !isAloneFor(streamKeepMs))) continue
      if (seq > journal.lastSeq || seq < journal.prunedSeq) continue
      this.#seen.add(mark)
      // A lone engine verifies its own snapshot by a replay from its disk in a new thread.
      const known = isOwn ? undefined : this.#own.get(seq)?.hash
      const found = known ?? (await follower.hashAt(seq))
      if (found === hash) await link.snapshots.confirm(snapshot, isOwn ? `${name} alone` : name)
      else onNotice(`the state at ${seq} is ${found} here, and ${hash} at ${by}`)
    }
  }

  /**
   * Keeps what may still be needed: messages within the retention, those after the older of two
   * snapshots confirmed by another engine (or by a lone one's replay), and those that the history
   * has not recorded.
   */
  async #purge(shared: Shared, recorded: number | undefined): Promise<void> {
    const { link, streamKeepMs, nowMs, onNotice } = this.#parts
    const older = shared[1]
    if (older === undefined || !shared.every(({ isConfirmed }) => isConfirmed)) return
    if (recorded !== undefined && recorded < older.seq) return
    const young = streamKeepMs === 0 ? Infinity : await link.seqFrom(nowMs() - streamKeepMs)
    const through = Math.min(older.position.streamSeq, young - 1)
    if (through <= this.#purgedThrough) return
    await link.purgeThrough(through)
    this.#purgedThrough = through
    onNotice(`the stream is purged through message ${through}`)
  }
}
