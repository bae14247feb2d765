// A public topic with its subscribers: each message is encoded once for all of them.

import { textFrame } from '../../frames/text-frame.ts'

/** Sends one message of the topic to all subscribers. */
export type Emit = (message: object) => void

/** The source of the messages of a topic; the name of the topic is added to each. */
export type TopicFeed = {
  /** The poll interval in ms. */
  readonly everyMs: number
  /** Whether a snapshot replaces skipped messages. */
  readonly hasSnapshot: boolean
  /** The first message of a new subscriber; undefined for none. */
  readonly snapshot: () => object | undefined
  readonly poll: (emit: Emit, nowMs: number) => void
  /** Subscribes to its source, if it has one; the returned function unsubscribes. */
  readonly start?: (emit: Emit) => () => void
}

/** A subscriber: what a topic needs of a connection. */
export type TopicReader = {
  readonly sendFrame: (frame: Buffer) => void
  readonly take: (topic: Topic, frame: Buffer) => void
  /** Called when the topic's messages cannot be computed. */
  readonly fail: () => void
}

export class Topic {
  readonly name: string
  readonly feed: TopicFeed
  readonly readers = new Set<TopicReader>()
  readonly #stop: (() => void) | undefined
  #nextMs = 0

  constructor(name: string, feed: TopicFeed) {
    this.name = name
    this.feed = feed
    this.#stop = feed.start?.(this.#emit)
  }

  /** Sends a subscriber its first message. */
  begin(reader: TopicReader): void {
    const first = this.feed.snapshot()
    if (first !== undefined) reader.sendFrame(this.#frame(first))
  }

  poll(nowMs: number): void {
    if (nowMs < this.#nextMs) return
    this.#nextMs = nowMs + this.feed.everyMs
    this.feed.poll(this.#emit, nowMs)
  }

  stop(): void {
    this.#stop?.()
  }

  readonly #emit: Emit = (message) => {
    if (this.readers.size === 0) return
    const frame = this.#frame(message)
    for (const reader of this.readers) reader.take(this, frame)
  }

  #frame(message: object): Buffer {
    return textFrame(JSON.stringify({ topic: this.name, ...message }))
  }
}
