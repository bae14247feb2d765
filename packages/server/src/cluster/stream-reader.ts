// The rule by which every process reads the stream: which term is current, which batches are valid,
// and how far the numbers of each gateway have come.

import { chainOf } from '../exchange/batch-bytes.ts'
import { StreamDamaged, leaderItself, type BatchMessage, type StreamMessage } from './envelope.ts'

/** The last number of a gateway that is in a valid batch. */
type GatewayMark = readonly [gateway: string, last: number]

/** How far a process has read: enough to go on from, together with its own journal. */
export type StreamPosition = {
  /** The last message of the stream that was read. */
  readonly streamSeq: number
  readonly term: number
  /** The last command, and the hash of all batches up to it. */
  readonly seq: number
  readonly chain: string
  readonly got: readonly GatewayMark[]
}

/** Before the first message of a stream. */
export const streamStart: StreamPosition = {
  streamSeq: 0,
  term: 0,
  seq: 0,
  chain: '0'.repeat(64),
  got: [],
}

/** What a message is to whoever reads it. */
export type Verdict =
  | { readonly kind: 'term'; readonly leader: string }
  | { readonly kind: 'batch'; readonly batch: BatchMessage }
  /** Of a leader that was deposed: skipped and counted, never applied. */
  | { readonly kind: 'void' }

/**
 * So many gateways are known, those that were silent longest are forgotten. Not by time: a gateway
 * that nobody used for a night must be known in the morning, and clocks may jump.
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

  /** Batches that were skipped; more than none means that somebody wrote against the rules. */
  get voids(): number {
    return this.#voids
  }

  /** The last number of a gateway that is in a valid batch; 0 for none. */
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
   * Takes the next message of the stream. Throws StreamDamaged where a marker or a valid batch
   * contradicts what was read before.
   */
  read(streamSeq: number, message: StreamMessage): Verdict {
    if (streamSeq <= this.#streamSeq) throw new Error(`Message ${streamSeq} was read already`)
    this.#streamSeq = streamSeq
    if (message.kind === 'batch') return this.#batch(streamSeq, message)
    // Whoever claims a term that has begun already came second.
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
    // The map is in the order of the last batch of each.
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
