// One socket of a client: its subscriptions, what waits to be written, and when it is cut
// (reliability W5, W7).

// Frames are made once for all readers and written to the connection itself, in one go for all that
// is sent in one turn of the process: with a thousand readers the calls of the system are what
// costs. Pings and closing stay with ws, which writes to the same connection at once, so that the
// order holds; nothing is compressed (gateway.ts), so ws never keeps a message back.

import type { Duplex } from 'node:stream'
import type { SocketReply } from '@basis/protocol/topics'
import type { WebSocket } from 'ws'
import type { Channel, Reader } from './channel.ts'
import { writeGathered } from '../frames/gathered-writes.ts'
import { textFrame } from '../frames/text-frame.ts'

/**
 * Above this much waiting, public messages are left out; below `lowWater` a fresh snapshot makes up
 * for them.
 */
const highWater = 256 * 1024
const lowWater = 32 * 1024
/** Private messages are never left out: a socket with more waiting than this is terminated. */
const privateMaxBytes = 1024 * 1024
const privateMaxMessages = 1000
const privateMaxAgeMs = 5000
/** Replies are never left out either; a public socket that reads none of them is cut as well. */
const publicMaxBytes = 8 * 1024 * 1024

export class ClientConnection implements Reader {
  readonly socket: WebSocket
  readonly address: string
  readonly isPrivate: boolean
  readonly openedMs: number
  /** The channels by the name of their topic. */
  readonly channels = new Map<string, Channel>()
  lastHeardMs: number
  failures = 0
  readonly #wire: Duplex
  #waiting = 0
  #waitingSinceMs = 0
  #stale = new Set<Channel>()
  #second = 0
  #messagesInSecond = 0

  constructor(
    { socket, wire }: { readonly socket: WebSocket; readonly wire: Duplex },
    options: { readonly address: string; readonly isPrivate: boolean; readonly nowMs: number },
  ) {
    this.socket = socket
    this.#wire = wire
    this.address = options.address
    this.isPrivate = options.isPrivate
    this.openedMs = options.nowMs
    this.lastHeardMs = options.nowMs
  }

  take(channel: Channel, frame: Buffer): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    if (!channel.feed.isPrivate && this.socket.bufferedAmount > highWater) {
      this.#stale.add(channel)
      return
    }
    // Deltas after what was left out mean nothing until the snapshot.
    if (this.#stale.has(channel)) return
    this.#write(frame)
    if (channel.feed.isPrivate) this.#assertKeepsUp(performance.now())
  }

  reply(reply: SocketReply): void {
    if (this.socket.readyState === this.socket.OPEN) this.#write(textFrame(JSON.stringify(reply)))
  }

  /** Sends a message that begins a topic. */
  begin(channel: Channel): void {
    this.#stale.delete(channel)
    if (this.socket.readyState === this.socket.OPEN) this.#write(channel.snapshot())
  }

  /** Called a few times a second: catches up what was left out, and cuts who is stuck. */
  check(nowMs: number): void {
    this.#assertKeepsUp(nowMs)
    if (this.#stale.size === 0 || this.socket.bufferedAmount > lowWater) return
    // Beginning takes a channel off the set, which iteration allows.
    for (const channel of this.#stale) this.begin(channel)
  }

  /** Counts a message from the client; false when there are too many in this second. */
  isWithinRate(nowMs: number, maxPerSecond: number): boolean {
    const second = Math.floor(nowMs / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#messagesInSecond = 0
    }
    this.#messagesInSecond += 1
    return this.#messagesInSecond <= maxPerSecond
  }

  forget(channel: Channel): void {
    this.#stale.delete(channel)
    this.channels.delete(channel.name)
  }

  #write(frame: Buffer): void {
    if (!this.isPrivate) return writeGathered(this.#wire, frame)
    if (this.#waiting === 0) this.#waitingSinceMs = performance.now()
    this.#waiting += 1
    writeGathered(this.#wire, frame, this.#written)
  }

  readonly #written = (): void => {
    this.#waiting -= 1
    this.#waitingSinceMs = performance.now()
  }

  #assertKeepsUp(nowMs: number): void {
    const bytes = this.socket.bufferedAmount
    const isFull = this.isPrivate
      ? bytes > privateMaxBytes || this.#waiting > privateMaxMessages
      : bytes > publicMaxBytes
    const isStuck = this.#waiting > 0 && nowMs - this.#waitingSinceMs > privateMaxAgeMs
    if (isFull || isStuck) this.socket.terminate()
  }
}
