// A channel: one topic with its readers. Each message is built and serialised once and sent to
// every reader.

import type { TopicKind } from '@basis/protocol/topics/topic'
import type { Alerts } from '../alerts/alerts.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Clock } from '../exchange/ports.ts'
import type { ReadModel } from '../read-model/read-model.ts'
import { textFrame } from '../frames/text-frame.ts'

/** The data sources of push. */
export type PushSources = {
  readonly exchange: Exchange
  readonly readModel: ReadModel
  readonly alerts: Alerts
  readonly clock: Clock
}

/** A subscriber of a channel, which handles its own backpressure. */
export interface Reader {
  readonly take: (channel: Channel, frame: Buffer) => void
  /** Called when the channel's messages cannot be computed. */
  readonly fail: () => void
}

/** The content of a channel's messages; the channel adds the envelope. */
export type Feed = {
  readonly kind: TopicKind
  /** Messages of private topics are numbered, and none may be skipped. */
  readonly isPrivate: boolean
  /** Poll interval, ms; 0 for a feed that is not polled. */
  readonly everyMs: number
  /** The full current state, for a new reader. */
  readonly snapshot: () => unknown
  /** The changes since the previous call; undefined if there are none. */
  readonly changes: () => unknown
}

export class Channel {
  readonly name: string
  readonly feed: Feed
  readonly readers = new Set<Reader>()
  readonly #sources: PushSources
  /** Counts the deltas of a private topic (reliability W1). */
  #no = 0
  #nextMs = 0

  constructor(name: string, feed: Feed, sources: PushSources) {
    this.name = name
    this.feed = feed
    this.#sources = sources
  }

  /** Returns the frame of a new reader's first message. */
  snapshot(): Buffer {
    return this.#write('snapshot', this.feed.snapshot())
  }

  /** Sends the feed's data to all readers. */
  publish(data: unknown): void {
    this.#no += 1
    const frame = this.#write('delta', data)
    for (const reader of this.readers) reader.take(this, frame)
  }

  /** Polls the feed if it is due, and sends the changes. */
  poll(nowMs: number): void {
    if (this.feed.everyMs === 0 || nowMs < this.#nextMs) return
    this.#nextMs = nowMs + this.feed.everyMs
    const data = this.feed.changes()
    if (data !== undefined) this.publish(data)
  }

  #write(type: 'snapshot' | 'delta', data: unknown): Buffer {
    const message = {
      topic: this.name,
      type,
      ...(this.feed.isPrivate ? { no: this.#no } : {}),
      seq: this.#sources.exchange.lastSeq(),
      ts: this.#sources.clock.nowMs(),
      data,
    }
    return textFrame(JSON.stringify(message))
  }
}
