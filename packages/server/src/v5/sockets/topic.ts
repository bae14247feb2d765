// A public topic with its readers: a message is made and framed once, however many read it.

import { textFrame } from '../../frames/text-frame.ts'

/** Emits one message of the topic to all readers. */
export type Emit = (message: object) => void

/** The source of a topic's messages; the topic's name is put in front of each. */
export type TopicFeed = {
  /** How often it is polled. */
  readonly everyMs: number
  /** Does a snapshot make up for whatever was left out? */
  readonly hasSnapshot: boolean
  /** The message that a new reader begins with; undefined for none. */
  readonly snapshot: () => object | undefined
  readonly poll: (emit: Emit, nowMs: number) => void
  /** Begins to listen, where it listens to something; the returned function ends that. */
  readonly start?: (emit: Emit) => () => void
}

/** Whoever reads a topic: a connection, which a topic does not know otherwise. */
export type TopicReader = {
  readonly sendFrame: (frame: Buffer) => void
  readonly take: (topic: Topic, frame: Buffer) => void
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

  /** Sends a reader the message that it begins with. */
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
