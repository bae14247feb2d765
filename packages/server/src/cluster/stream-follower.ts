// One process's reading of the journal's stream: what is told live, what lies between, and whether
// the stream still has what was read.

import type { JetStreamManager, StreamState } from '@nats-io/jetstream'
import type { Msg } from '@nats-io/transport-node'
import { decodeMessage, StreamDamaged, StreamPurged, type StreamMessage } from './envelope.ts'

export type StreamListener = {
  /** The last message that was read: the next one is asked for after it. */
  readonly streamSeq: () => number
  /** Is told of every message in order, without holes. */
  readonly onMessage: (streamSeq: number, message: StreamMessage) => void
  readonly onDamage: (error: unknown) => void
  /** Has all been read that this process has on its own disk? */
  readonly hasReadOwn: () => boolean
  /** Is told every now and then how full the stream is: a share of what it may hold. */
  readonly onFilled?: (share: number) => void
}

/** A beat that is ahead for so long shows that a message was missed. */
const behindPatienceMs = 30
const messagesPerRead = 500
const sequenceHeader = 'Nats-Sequence'
const lookEveryMs = 2_000
const looksToBelieve = 5
const holesToBelieve = 3
const seeManual = 'acknowledged commands are lost, see docs/operations.md'

export const streamName = (world: string): string => `BASIS_${world}`

export async function stateOf(manager: JetStreamManager, world: string): Promise<StreamState> {
  return (await manager.streams.info(streamName(world))).state
}

/** Gives a listener every message in order: those that are told live, and what lies between. */
export class StreamFollower {
  readonly #manager: JetStreamManager
  readonly #world: string
  readonly #listener: StreamListener
  #filling: Promise<void> | undefined
  #isBehindKnown = false
  #shortLooks = 0
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

  /** Somebody has seen this message; it is fetched when it does not come by itself. */
  behind(streamSeq: number): void {
    if (streamSeq <= this.#listener.streamSeq() || this.#isBehindKnown) return
    this.#isBehindKnown = true
    setTimeout(() => {
      this.#isBehindKnown = false
      if (streamSeq > this.#listener.streamSeq()) void this.fill()
    }, behindPatienceMs)
  }

  /** Reads to the end of the stream; a failure is left to the next beat. */
  fill(): Promise<void> {
    this.#filling ??= this.#readOn()
      .catch(() => undefined)
      .finally(() => {
        this.#filling = undefined
      })
    return this.#filling
  }

  /** Looks every now and then whether the stream still has what was read; returns what ends it. */
  watch(): () => void {
    const looking = setInterval(() => {
      this.#look().catch(() => undefined)
    }, lookEveryMs)
    return () => clearInterval(looking)
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

  /** A server that is behind has nothing to give; one that gives a later message lost this one. */
  #missing(streamSeq: number, later: number): void {
    if (later === 0) return
    this.#holes += 1
    if (this.#holes < holesToBelieve) return
    const next = `the next one is ${later}`
    this.#listener.onDamage(
      new StreamDamaged(`Message ${streamSeq} is lost, ${next}: ${seeManual}`),
    )
  }

  /** An answer during an election of the servers may be old, one that stays is not. */
  async #look(): Promise<void> {
    const read = this.#listener.streamSeq()
    const { state, config } = await this.#manager.streams.info(streamName(this.#world))
    const { last_seq: last, bytes } = state
    this.#listener.onFilled?.(config.max_bytes > 0 ? bytes / config.max_bytes : 0)
    const isShort = last < read || (last === read && !this.#listener.hasReadOwn())
    this.#shortLooks = isShort ? this.#shortLooks + 1 : 0
    if (this.#shortLooks < looksToBelieve) return
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
