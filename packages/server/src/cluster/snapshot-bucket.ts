// Snapshots shared by all processes of a cluster, in a stream beside the journal's: two of them,
// split into parts, with their descriptions.

import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import {
  DiscardPolicy,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type JetStreamClient,
  type JetStreamManager,
} from '@nats-io/jetstream'
import { StreamDamaged } from './envelope.ts'
import type { StreamPosition } from './stream-reader.ts'

/** The description of a snapshot and its position in the stream. */
export type SnapshotNote = {
  readonly seq: number
  readonly timeMs: number
  /** The engine's state hash there. */
  readonly hash: string
  readonly position: StreamPosition
  /** The exchange's fixed facts. */
  readonly facts: Readonly<Record<string, string>>
  /** The engine that took it. */
  readonly by: string
}

export type SharedSnapshot = SnapshotNote & {
  /** One of two slots; the older one is overwritten next. */
  readonly slot: number
  /** The number of this note in its stream, which a replacement must name. */
  readonly noteSeq: number
  /** Another engine has computed the same state. */
  readonly isConfirmed: boolean
  /** The name of its parts, and the number of the first one in their stream. */
  readonly upload: string
  readonly firstPart: number
  readonly parts: number
  readonly sha256: string
}

type StoredNote = Omit<SharedSnapshot, 'slot' | 'noteSeq' | 'isConfirmed'> & { readonly v: number }
type Confirmation = { readonly seq: number; readonly hash: string; readonly by: string }

const version = 1
const slots = [0, 1] as const
const partBytes = 512 * 1024
const partsPerRead = 8
const maxMessageBytes = 1_048_576
/** JetStream: the last sequence of this subject is not the expected one. */
const wrongLastSequence: readonly number[] = [10_071, 10_164]
const decoder = new TextDecoder()

/** Returns the configuration of the snapshots' stream. */
export const snapshotStream = (world: string, replicas: number) => ({
  name: bucketName(world),
  subjects: [`basis.${world}.snapshot.>`],
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  discard: DiscardPolicy.New,
  num_replicas: replicas,
  max_msg_size: maxMessageBytes,
  max_msgs_per_subject: 1,
  allow_direct: true,
  duplicate_window: 0,
})

const bucketName = (world: string): string => `BASIS_${world}_snapshots`

export class SnapshotBucket {
  readonly #manager: JetStreamManager
  readonly #client: JetStreamClient
  readonly #name: string
  readonly #subject: (name: string) => string

  constructor(manager: JetStreamManager, client: JetStreamClient, world: string) {
    this.#manager = manager
    this.#client = client
    this.#name = bucketName(world)
    this.#subject = (name) => `basis.${world}.snapshot.${name}`
  }

  /** Returns the shared snapshots, newest first. */
  async list(): Promise<readonly SharedSnapshot[]> {
    const found = await Promise.all(slots.map((slot) => this.#inSlot(slot)))
    return found.filter((one) => one !== undefined).toSorted((a, b) => b.seq - a.seq)
  }

  /**
   * Shares a snapshot's file in place of the oldest one. Returns false if another engine was
   * faster.
   */
  async share(note: SnapshotNote, file: string): Promise<boolean> {
    const before = await this.list()
    const slot = slots.find((one) => !before.some((other) => other.slot === one))
    const oldest = slot === undefined ? before.at(-1) : undefined
    const upload = randomUUID()
    const sent = await this.#send(upload, file)
    const stored: StoredNote = { v: version, ...note, upload, ...sent }
    try {
      const place = slot ?? oldest?.slot ?? 0
      await this.#publish(`note.${place}`, JSON.stringify(stored), oldest?.noteSeq ?? 0)
    } catch (error) {
      await this.#purge({ filter: this.#subject(`part.${upload}.*`) })
      if (error instanceof JetStreamApiError && wrongLastSequence.includes(error.code)) return false
      throw error
    }
    await this.#forgetOld()
    return true
  }

  /** Downloads a shared snapshot to a file; throws StreamDamaged if its content is wrong. */
  async fetch({ seq, upload, firstPart, parts, sha256 }: SharedSnapshot, file: string) {
    const hash = createHash('sha256')
    const out = createWriteStream(file)
    let next = firstPart
    let count = 0
    while (count < parts) {
      const countBefore = count
      const batch = await this.#manager.direct.getBatch(this.#name, {
        seq: next,
        batch: Math.min(partsPerRead, parts - count),
        next_by_subj: this.#subject(`part.${upload}.*`),
      })
      for await (const part of batch) {
        hash.update(part.data)
        out.write(part.data)
        next = part.seq + 1
        count += 1
      }
      if (count === countBefore) break
    }
    out.end()
    await finished(out)
    if (count === parts && hash.digest('hex') === sha256) return
    throw new StreamDamaged(`The shared snapshot at ${seq} is not what was written`)
  }

  /** Confirms that this engine has computed the same state. */
  async confirm({ slot, seq, hash }: SharedSnapshot, by: string): Promise<void> {
    const confirmation: Confirmation = { seq, hash, by }
    await this.#publish(`same.${slot}`, JSON.stringify(confirmation))
  }

  /** Publishes the number up to which the history is recorded on its server. */
  async publishRecorded(seq: number): Promise<void> {
    await this.#publish('recorded', JSON.stringify({ seq }))
  }

  /** The number up to which the history is recorded; undefined if there is no writer. */
  async recorded(): Promise<number | undefined> {
    return (await this.#last<{ readonly seq: number }>('recorded'))?.value.seq
  }

  /** Deletes all descriptions, so that new ones can be written. */
  async clear(): Promise<void> {
    await this.#manager.streams.purge(this.#name)
  }

  async #inSlot(slot: number): Promise<SharedSnapshot | undefined> {
    const note = await this.#last<StoredNote>(`note.${slot}`)
    if (note === undefined || note.value.v !== version) return undefined
    const same = await this.#last<Confirmation>(`same.${slot}`)
    const { v: _version, ...value } = note.value
    const isConfirmed =
      same !== undefined &&
      same.value.seq === value.seq &&
      same.value.hash === value.hash &&
      same.value.by !== value.by
    return { ...value, slot, noteSeq: note.seq, isConfirmed }
  }

  async #send(
    upload: string,
    file: string,
  ): Promise<Pick<StoredNote, 'firstPart' | 'parts' | 'sha256'>> {
    const hash = createHash('sha256')
    let firstPart = 0
    let parts = 0
    for await (const chunk of createReadStream(file, { highWaterMark: partBytes })) {
      const data = chunk as Buffer
      hash.update(data)
      const seq = await this.#publish(`part.${upload}.${parts}`, data)
      if (parts === 0) firstPart = seq
      parts += 1
    }
    return { firstPart, parts, sha256: hash.digest('hex') }
  }

  /** Deletes unreferenced parts, including those of an engine that crashed. */
  async #forgetOld(): Promise<void> {
    const firstPart = Math.min(...(await this.list()).map((one) => one.firstPart))
    await this.#purge({ filter: this.#subject('part.>'), seq: firstPart })
  }

  async #purge(what: Parameters<JetStreamManager['streams']['purge']>[1]): Promise<void> {
    await this.#manager.streams.purge(this.#name, what)
  }

  async #publish(name: string, data: string | Uint8Array, expected?: number): Promise<number> {
    const { seq } = await this.#client.publish(this.#subject(name), data, {
      expect: {
        streamName: this.#name,
        ...(expected !== undefined && { lastSubjectSequence: expected }),
      },
    })
    return seq
  }

  /** Returns the last message of a subject, from the stream's leader. */
  async #last<Value>(name: string): Promise<{ value: Value; seq: number } | undefined> {
    const asked = { last_by_subj: this.#subject(name) }
    const found = await this.#manager.streams.getMessage(this.#name, asked)
    if (found === null) return undefined
    return { value: JSON.parse(decoder.decode(found.data)) as Value, seq: found.seq }
  }
}
