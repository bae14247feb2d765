// The rules by which every process reads the stream: the current term, which batches are valid, and
// the last command number of each gateway.

import { chainOf } from '../exchange/batch-bytes.ts'
import { StreamDamaged, leaderItself, type BatchMessage, type StreamMessage } from './envelope.ts'

/** The last number of a gateway in a valid batch. */
type GatewayMark = readonly [gateway: string, last: number]

/** How far a process has read; with its own journal, enough to continue from. */
export type StreamPosition = {
  /** The last message read from the stream. */
  readonly streamSeq: number
  readonly term: number
  /** The last command, and the chain's hash there. */
  readonly seq: number
  readonly chain: string
  readonly got: readonly GatewayMark[]
}

/** The position before the first message of a stream. */
export const streamStart: StreamPosition = {
  streamSeq: 0,
  term: 0,
  seq: 0,
  chain: '0'.repeat(64),
  got: [],
}

/** The meaning of a message for its reader. */
export type Verdict =
  | { readonly kind: 'term'; readonly leader: string }
  | { readonly kind: 'batch'; readonly batch: BatchMessage }
  /** From a deposed leader: skipped and counted, never applied. */
  | { readonly kind: 'void' }

/**
 * Most gateways remembered; above it the longest inactive ones are dropped. Not by time: a gateway
 * idle overnight must still be known in the morning, and clocks may jump.
 */
const mostGateways = 1_000

export class StreamReader {
  #streamSeq: number
  #term: number
  #seq: number
  #chain: string
  #voids = 0
  readonly #got: Map<string, number>

  constructor(from: StreamPosition) {
    this.#streamSeq = from.streamSeq
    this.#term = from.term
    this.#seq = from.seq
    this.#chain = from.chain
    this.#got = new Map(from.got.map(([gateway, last]) => [gateway, last]))
  }

  get streamSeq(): number {
    return this.#streamSeq
  }

  get term(): number {
    return this.#term
  }

  get seq(): number {
    return this.#seq
  }

  get chain(): string {
    return this.#chain
  }

  /** Number of skipped batches; above 0 a process has broken the rules for appending. */
  get voids(): number {
    return this.#voids
  }

  /** The last number of a gateway in a valid batch; 0 if there is none. */
  got(gateway: string): number {
    return this.#got.get(gateway) ?? 0
  }

  position(): StreamPosition {
    return {
      streamSeq: this.#streamSeq,
      term: this.#term,
      seq: this.#seq,
      chain: this.#chain,
      got: [...this.#got],
    }
  }

  /**
   * Processes the next message of the stream. Throws StreamDamaged if a term marker or a valid
   * batch contradicts what was read before.
   */
  read(streamSeq: number, message: StreamMessage): Verdict {
    if (streamSeq <= this.#streamSeq) throw new Error(`Message ${streamSeq} was read already`)
    this.#streamSeq = streamSeq
    if (message.kind === 'batch') return this.#batch(streamSeq, message)
    // The term has begun already: another claim was first.
    if (message.term <= this.#term) return this.#void()
    if (message.afterSeq !== this.#seq || message.chain !== this.#chain) {
      const both = `command ${message.afterSeq}, here it is ${this.#seq}`
      throw new StreamDamaged(`The term of message ${streamSeq} begins after another ${both}`)
    }
    this.#term = message.term
    return { kind: 'term', leader: message.leader }
  }

  #batch(streamSeq: number, batch: BatchMessage): Verdict {
    if (batch.term > this.#term) {
      throw new StreamDamaged(`The stream's term ${batch.term} has no beginning here`)
    }
    if (batch.term !== this.#term || batch.firstSeq !== this.#seq + 1) return this.#void()
    const chain = chainOf(Buffer.from(this.#chain, 'hex'), batch, batch).toString('hex')
    if (chain !== batch.chain) {
      throw new StreamDamaged(`Message ${streamSeq} of the stream does not follow the one before`)
    }
    this.#chain = chain
    this.#seq += batch.count
    for (const [gateway, first, count] of batch.from) {
      if (gateway === leaderItself) continue
      this.#got.delete(gateway)
      this.#got.set(gateway, first + count - 1)
    }
    // The map is ordered by each gateway's last batch.
    for (const gateway of this.#got.keys()) {
      if (this.#got.size <= mostGateways) break
      this.#got.delete(gateway)
    }
    return { kind: 'batch', batch }
  }

  #void(): Verdict {
    this.#voids += 1
    return { kind: 'void' }
  }
}
