// A socket of the open API: its topics, its key, and when a reader that does not keep up is cut.

import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { V5SocketCategory } from '@basis/protocol/v5/vocabulary'
import type { WebSocket } from 'ws'
import { writeGathered } from '../../frames/gathered-writes.ts'
import { textFrame } from '../../frames/text-frame.ts'
import type { ApiKey } from '../../users/api-keys.ts'
import type { Topic } from './topic.ts'

/** Above this much waiting, topics that have snapshots wait for one below `lowWater`. */
const highWater = 256 * 1024
const lowWater = 32 * 1024
/** With more waiting than this a socket is cut. */
const maxWaiting = 8 * 1024 * 1024

export type ConnectionTerms = {
  readonly address: string
  /** Of a public socket. */
  readonly category?: V5SocketCategory
  /** Without a message in or out for so long it is closed. */
  readonly idleMs: number
  readonly nowMs: number
}

export class V5Connection {
  /** `conn_id` of every answer. */
  readonly id = randomUUID()
  readonly socket: WebSocket
  readonly terms: ConnectionTerms
  readonly topics = new Map<string, Topic>()
  /** Whose socket it is, once it is authenticated. */
  key: ApiKey | undefined
  activeMs: number
  readonly #wire: Duplex
  readonly #stale = new Set<Topic>()

  constructor(socket: WebSocket, wire: Duplex, terms: ConnectionTerms) {
    this.socket = socket
    this.#wire = wire
    this.terms = terms
    this.activeMs = terms.nowMs
  }

  /** Sends a message; without blanks, because clients search its text. */
  send(message: object): void {
    this.sendFrame(textFrame(JSON.stringify(message)))
  }

  /** Sends a frame that is made once for all readers. */
  sendFrame(frame: Buffer): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    this.activeMs = performance.now()
    writeGathered(this.#wire, frame)
  }

  /** Takes a frame of a topic, unless a fresh snapshot is to make up for what was left out. */
  take(topic: Topic, frame: Buffer): void {
    if (this.#stale.has(topic)) return
    if (topic.feed.hasSnapshot && this.socket.bufferedAmount > highWater) this.#stale.add(topic)
    else this.sendFrame(frame)
  }

  /** Called a few times a second: catches up what was left out, and cuts who is stuck. */
  check(nowMs: number): void {
    if (this.socket.bufferedAmount > maxWaiting) return this.socket.terminate()
    if (nowMs - this.activeMs > this.terms.idleMs) return this.socket.close(1001, 'idle')
    if (this.#stale.size === 0 || this.socket.bufferedAmount > lowWater) return
    for (const topic of this.#stale) topic.begin(this)
    this.#stale.clear()
  }

  forget(topic: Topic): void {
    this.#stale.delete(topic)
    this.topics.delete(topic.name)
  }
}
