// Reads the journal's stream for one process: live messages, missed messages, and a check that the
// stream still has what was read.

import type { JetStreamManager, StreamState } from '@nats-io/jetstream'
import type { Msg } from '@nats-io/transport-node'
import { decodeMessage, StreamDamaged, StreamPurged, type StreamMessage } from './envelope.ts'

export type StreamListener = {
  /** The last message read: the next request starts after it. */
  readonly streamSeq: () => number
  /** Called with every message in order, without gaps. */
  readonly onMessage: (streamSeq: number, message: StreamMessage) => void
  readonly onDamage: (error: unknown) => void
  /** Whether all commands on this process's own disk have been read from the stream. */
  readonly hasReadOwn: () => boolean
  /** Called periodically with the used share of the stream's size limit. */
  readonly onFilled?: (share: number) => void
}

/** If a heartbeat is ahead for this long, a message was missed. */
const behindPatienceMs = 30
const messagesPerRead = 500
const sequenceHeader = 'Nats-Sequence'
const pollEveryMs = 2_000
const pollsToBelieve = 5
const holesToBelieve = 3
const seeManual = 'acknowledged commands are lost, see docs/operations.md'

export const streamName = (world: string): string => `BASIS_${world}`

export async function stateOf(manager: JetStreamManager, world: string): Promise<StreamState> {
  return (await manager.streams.info(streamName(world))).state
}

/** Passes every message to a listener in order: live ones, and missed ones read from the stream. */
export class StreamFollower {
  readonly #manager: JetStreamManager
  readonly #world: string
  readonly #listener: StreamListener
  #filling: Promise<void> | undefined
  #isBehindKnown = false
  #shortPolls = 0
  #holes = 0

  constructor(manager: JetStreamManager, world: string, listener: StreamListener) {
    this.#manager = manager
    this.#world = world
    this.#listener = listener
  }

  live(message: Msg): void {
    const streamSeq = Number(message.headers?.get(sequenceHeader))
    const next = this.#listener.streamSeq() + 1
    if (streamSeq === next && this.#filling === undefined) this.#give(streamSeq, message.data)
    else if (streamSeq >= next) void this.fill()
  }

  /** Another process has seen this message; it is fetched unless it arrives soon. */
  behind(streamSeq: number): void {
    if (streamSeq <= this.#listener.streamSeq() || this.#isBehindKnown) return
    this.#isBehindKnown = true
    setTimeout(() => {
      this.#isBehindKnown = false
      if (streamSeq > this.#listener.streamSeq()) void this.fill()
    }, behindPatienceMs)
  }

  /** Reads to the end of the stream; after a failure the next heartbeat retries. */
  fill(): Promise<void> {
    this.#filling ??= this.#readOn()
      .catch(() => undefined)
      .finally(() => {
        this.#filling = undefined
      })
    return this.#filling
  }

  /**
   * Checks periodically that the stream still has what was read; returns a function that stops it.
   */
  watch(): () => void {
    const polling = setInterval(() => {
      this.#checkStream().catch(() => undefined)
    }, pollEveryMs)
    return () => clearInterval(polling)
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const from = this.#listener.streamSeq() + 1
      const { first_seq: first, last_seq: last } = await stateOf(this.#manager, this.#world)
      if (first > from) {
        this.#listener.onDamage(new StreamPurged(from, first))
        return
      }
      if (last < from) return
      const stored = await this.#manager.direct.getBatch(streamName(this.#world), {
        seq: from,
        batch: messagesPerRead,
      })
      let later = 0
      for await (const { seq, data } of stored) {
        if (seq !== this.#listener.streamSeq() + 1) {
          later = seq
          break
        }
        this.#give(seq, data)
      }
      if (this.#listener.streamSeq() < from) {
        this.#missing(from, later)
        return
      }
      this.#holes = 0
    }
  }

  /** A lagging server returns nothing; one that returns a later message has lost this one. */
  #missing(streamSeq: number, later: number): void {
    if (later === 0) return
    this.#holes += 1
    if (this.#holes < holesToBelieve) return
    const next = `the next one is ${later}`
    this.#listener.onDamage(
      new StreamDamaged(`Message ${streamSeq} is lost, ${next}: ${seeManual}`),
    )
  }

  /** A short answer may be stale during a server election, but not if it is repeated. */
  async #checkStream(): Promise<void> {
    const read = this.#listener.streamSeq()
    const { state, config } = await this.#manager.streams.info(streamName(this.#world))
    const { last_seq: last, bytes } = state
    this.#listener.onFilled?.(config.max_bytes > 0 ? bytes / config.max_bytes : 0)
    const isShort = last < read || (last === read && !this.#listener.hasReadOwn())
    this.#shortPolls = isShort ? this.#shortPolls + 1 : 0
    if (this.#shortPolls < pollsToBelieve) return
    this.#listener.onDamage(
      new StreamDamaged(
        `The stream ends with message ${last}, and this process knows commands behind it: ${seeManual}`,
      ),
    )
  }

  #give(streamSeq: number, data: Uint8Array): void {
    let message: StreamMessage
    try {
      message = decodeMessage(streamSeq, data)
    } catch (error) {
      if (!(error instanceof StreamDamaged)) throw error
      this.#listener.onDamage(error)
      return
    }
    this.#listener.onMessage(streamSeq, message)
  }
}
