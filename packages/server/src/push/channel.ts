// A channel: one topic with its readers. A message is made and serialised once and handed to every
// reader.

import type { TopicKind } from '@basis/protocol/topics'
import type { Alerts } from '../alerts/alerts.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Clock } from '../exchange/ports.ts'
import type { ReadModel } from '../read-model/read-model.ts'
import { textFrame } from '../frames/text-frame.ts'

/** What push tells from. */
export type PushSources = {
  readonly exchange: Exchange
  readonly readModel: ReadModel
  readonly alerts: Alerts
  readonly clock: Clock
}

/** Who reads a channel; a reader that cannot keep up decides itself what that means. */
export interface Reader {
  readonly take: (channel: Channel, frame: Buffer) => void
}

/** What a channel says; the envelope around it is the channel's. */
export type Feed = {
  readonly kind: TopicKind
  /** Private topics number their messages, and none may be left out. */
  readonly isPrivate: boolean
  /** How often it is asked for changes; 0 for a feed that tells by itself. */
  readonly everyMs: number
  /** Everything as it is now: what a new reader begins with. */
  readonly snapshot: () => unknown
  /** What has changed since it was last asked, undefined for nothing. */
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

  /** Returns the frame of the message that a new reader begins with. */
  snapshot(): Buffer {
    return this.#write('snapshot', this.feed.snapshot())
  }

  /** Tells all readers; `data` is the feed's. */
  tell(data: unknown): void {
    this.#no += 1
    const frame = this.#write('delta', data)
    for (const reader of this.readers) reader.take(this, frame)
  }

  /** Asks the feed when its time has come, and tells what has changed. */
  poll(nowMs: number): void {
    if (this.feed.everyMs === 0 || nowMs < this.#nextMs) return
    this.#nextMs = nowMs + this.feed.everyMs
    const data = this.feed.changes()
    if (data !== undefined) this.tell(data)
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
