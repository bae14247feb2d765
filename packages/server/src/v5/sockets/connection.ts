// A socket of the open API: its topics, its key, and the limits for a slow client.

import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { V5SocketCategory } from '@basis/protocol/v5/vocabulary'
import type { WebSocket } from 'ws'
import { writeGathered } from '../../frames/gathered-writes.ts'
import { MessageRate } from '../../frames/message-rate.ts'
import { textFrame } from '../../frames/text-frame.ts'
import type { ApiKey } from '../../users/api-keys.ts'
import type { Topic } from './topic.ts'

/**
 * Above this backlog in bytes, topics with snapshots pause; below `lowWater` they resume with one.
 */
const highWater = 256 * 1024
const lowWater = 32 * 1024
/** Above this backlog in bytes a socket is terminated. */
const maxWaiting = 8 * 1024 * 1024

export type ConnectionTerms = {
  readonly address: string
  /** The category of a public socket. */
  readonly category?: V5SocketCategory
  /** Without a message in or out for this long it is closed. */
  readonly idleMs: number
  /** How many new topics in a second end its subscribing until the next one. */
  readonly topicsPerSecond: number
  readonly nowMs: number
}

export class V5Connection {
  /** The `conn_id` in every answer. */
  readonly id = randomUUID()
  readonly socket: WebSocket
  readonly terms: ConnectionTerms
  readonly topics = new Map<string, Topic>()
  /** The key, once the socket is authenticated. */
  key: ApiKey | undefined
  activeMs: number
  readonly rate = new MessageRate()
  readonly topicRate = new MessageRate()
  readonly #wire: Duplex
  readonly #stale = new Set<Topic>()

  constructor(socket: WebSocket, wire: Duplex, terms: ConnectionTerms) {
    this.socket = socket
    this.#wire = wire
    this.terms = terms
    this.activeMs = terms.nowMs
  }

  /** Sends a message as JSON without blanks, because clients search its text. */
  send(message: object): void {
    this.sendFrame(textFrame(JSON.stringify(message)))
  }

  /** Sends a frame that all subscribers share. */
  sendFrame(frame: Buffer): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    this.activeMs = performance.now()
    writeGathered(this.#wire, frame)
  }

  /** Sends a frame of a topic, unless it is skipped until the next snapshot. */
  take(topic: Topic, frame: Buffer): void {
    if (this.#stale.has(topic)) return
    if (topic.feed.hasSnapshot && this.socket.bufferedAmount > highWater) this.#stale.add(topic)
    else this.sendFrame(frame)
  }

  /**
   * Whether messages are taken. A client may delay the end of closing, and ws emits what it sends
   * until then; a socket whose key has expired is closed.
   */
  maySpeak(timeMs: number): boolean {
    if (this.socket.readyState !== this.socket.OPEN) return false
    if (timeMs < (this.key?.expiresMs ?? Infinity)) return true
    this.socket.close(1008, 'key expired')
    return false
  }

  /** Called a few times a second: resumes paused topics, closes idle, stuck and expired sockets. */
  check(nowMs: number, timeMs: number): void {
    if (this.socket.bufferedAmount > maxWaiting) return this.socket.terminate()
    if (!this.maySpeak(timeMs)) return
    if (nowMs - this.activeMs > this.terms.idleMs) return this.socket.close(1001, 'idle')
    if (this.#stale.size === 0 || this.socket.bufferedAmount > lowWater) return
    for (const topic of this.#stale) topic.begin(this)
    this.#stale.clear()
  }

  /** Closes the socket after an error of the server. */
  fail(): void {
    this.socket.close(1011, 'server error')
  }

  forget(topic: Topic): void {
    this.#stale.delete(topic)
    this.topics.delete(topic.name)
  }
}
