// A process's own copy of the stream's journal, with its replica: valid batches are written to the
// disk and applied.

import { asError } from '../failures/thrown.ts'
import { unpackLines } from '../exchange/batch-bytes.ts'
import { parseCommandLine } from '../exchange/command-lines.ts'
import type { Journal } from '../exchange/journal.ts'
import { Replica, type AnswerWaiter, type ReplicaParts } from '../exchange/replica.ts'
import { either, inRow, listOf, number, record, storedJson, text } from '../stored/stored-json.ts'
import { StreamDamaged, type BatchMessage } from './envelope.ts'
import { streamStart, type StreamPosition } from './stream-reader.ts'

/** The journal fact that stores how far the stream has been read. */
export const positionFact = 'stream position'
const positionEveryMs = 2_000

export type FollowedParts = Omit<ReplicaParts, 'journal'> & {
  readonly journal: Journal
  /** The chain's hash after the last batch on this disk. */
  readonly chain: string
  /** Called with the stream position of a snapshot that was written to this disk. */
  readonly onSnapshot?: (position: StreamPosition) => void
}

const positionShape = record<StreamPosition>({
  streamSeq: number,
  term: number,
  seq: number,
  chain: text,
  got: listOf(listOf(either(text, number))),
})

/**
 * Returns the position to read the stream from: the end of the process's own journal. Throws
 * RowDamaged.
 */
export function positionOf(
  journal: Pick<Journal, 'fact' | 'lastSeq'>,
  chain: string,
): StreamPosition {
  const fact = journal.fact(positionFact)
  if (fact !== undefined) {
    return inRow('facts', positionFact, () => storedJson('value', fact, positionShape))
  }
  return { ...streamStart, seq: journal.lastSeq, chain }
}

/** Returns the exchange's fixed facts: those of a folder without its stream position. */
export function sharedFactsOf({ facts }: Pick<Journal, 'facts'>): Record<string, string> {
  return Object.fromEntries([...facts].filter(([name]) => name !== positionFact))
}

export class FollowedJournal {
  readonly replica: Replica
  readonly #journal: Journal
  readonly #onFailure: (error: Error) => void
  /** The last command on the disk when this process started. */
  readonly knownSeq: number
  readonly #knownChain: string
  #written: Promise<void> = Promise.resolve()
  #positionMs = 0
  #position: () => StreamPosition = () => streamStart
  /** The position of the snapshot in progress. */
  #snapshotPosition: StreamPosition | undefined

  constructor(parts: FollowedParts) {
    const { journal, chain, follower, recordedThrough, onFailure, onSnapshot } = parts
    this.#journal = journal
    this.#onFailure = onFailure
    this.knownSeq = journal.lastSeq
    this.#knownChain = chain
    this.replica = new Replica({
      ...parts,
      isOneOfMany: true,
      follower: {
        ...follower,
        takeSnapshot: async (goal) => {
          const baseSeq = await follower.takeSnapshot(goal)
          const position = this.#snapshotPosition
          if (position?.seq === goal.throughSeq) onSnapshot?.(position)
          return baseSeq
        },
      },
      recordedThrough: async (seq) => {
        // Read in the same turn in which the snapshot's number is chosen.
        this.#snapshotPosition = this.#position()
        await this.#written
        await recordedThrough?.(seq)
      },
    })
  }

  /** Writes and applies a valid batch. Commands that are on the disk were applied at the start. */
  take(
    batch: BatchMessage,
    waiting: readonly (AnswerWaiter | undefined)[],
    position: () => StreamPosition,
  ): void {
    const { firstSeq, count, timeMs, chain } = batch
    this.#position = position
    const lastSeq = firstSeq + count - 1
    if (lastSeq <= this.knownSeq) {
      if (lastSeq === this.knownSeq && chain !== this.#knownChain) {
        throw new StreamDamaged(
          `The stream's command ${lastSeq} is not that of this folder: it is of another exchange`,
        )
      }
      return
    }
    const lines = unpackLines(batch)
    this.#write(() => this.#journal.append({ firstSeq, count, lines }))
    this.replica.apply(
      lines.split('\n').map((line, k) => ({
        numbered: parseCommandLine(line, firstSeq + k),
        waiting: waiting[k],
      })),
    )
    if (timeMs - this.#positionMs < positionEveryMs) return
    this.#positionMs = timeMs
    this.savePosition(position())
  }

  /** Stores the position from which the next start reads. */
  savePosition(position: StreamPosition): void {
    this.#write(() => this.#journal.setFact(positionFact, JSON.stringify(position)))
  }

  async stop(): Promise<void> {
    await this.replica.stop()
    await this.#written
    await this.#journal.close()
  }

  /** Writes reach the disk in order; a lost write is recovered from the stream. */
  #write(act: () => Promise<void>): void {
    const done = act().catch((error: unknown) => this.#onFailure(asError(error)))
    this.#written = done
  }
}
