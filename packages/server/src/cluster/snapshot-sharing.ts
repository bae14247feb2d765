// An engine's part in the snapshots that a cluster shares: it gives its own, says whether it comes
// to the same state as others, and while it leads deletes what the stream need not keep.

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
  /** The stream keeps what is younger, ms. */
  readonly streamKeepMs: number
  readonly isLeading: () => boolean
  /** Has no other engine been heard of for this long, ms? Then nobody will confirm anything. */
  readonly isAloneFor: (ms: number) => boolean
  readonly nowMs: () => number
  readonly onNotice: (message: string) => void
}

type Shared = readonly SharedSnapshot[]
type Own = { readonly position: StreamPosition; readonly hash: string }

/** A leader shares its own only when no standby has for so many intervals. */
const leaderWaits = 3
/** So many of its own an engine remembers, to compare them with those of others. */
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
    return { shared_snapshot_seq: this.#sharedSeq, stream_purged_seq: this.#purgedThrough }
  }

  /** A snapshot of this engine's is on its disk; one that cannot be read there is not shared. */
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
      // Whoever has taken it goes on trading: nobody waits for this, and the next may be read.
      this.#parts.onNotice(`the snapshot at ${seq} could not be read: ${messageOf(error)}`)
      return undefined
    }
  }

  /** To be called every now and then; what fails is tried again the next time. */
  async tend(): Promise<void> {
    if (this.#isTending) return
    this.#isTending = true
    try {
      const { snapshots } = this.#parts.link
      const [shared, recorded] = await Promise.all([snapshots.list(), snapshots.recorded()])
      // What is shared now is looked at the next time.
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
    // One from which the history can go on must stay.
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

  /** Each shared snapshot is held once against what this engine's own journal comes to there. */
  async #compare(shared: Shared): Promise<void> {
    const { link, name, journal, follower, isAloneFor, streamKeepMs, onNotice } = this.#parts
    for (const snapshot of shared) {
      const { slot, seq, hash, by, isConfirmed } = snapshot
      const mark = `${slot} ${seq} ${by}`
      const isOwn = by === name
      if (isConfirmed || this.#seen.has(mark) || (isOwn && !isAloneFor(streamKeepMs))) continue
      if (seq > journal.lastSeq || seq < journal.prunedSeq) continue
      this.#seen.add(mark)
      // Its own one a lone engine reads back from its disk in a thread that begins anew.
      const known = isOwn ? undefined : this.#own.get(seq)?.hash
      const found = known ?? (await follower.hashAt(seq))
      if (found === hash) await link.snapshots.confirm(snapshot, isOwn ? `${name} alone` : name)
      else onNotice(`the state at ${seq} is ${found} here, and ${hash} at ${by}`)
    }
  }

  /**
   * Keeps what somebody may still need: the last day, what follows the older of two snapshots that
   * two engines have come to, or a lone one twice, and what the history has not recorded.
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
