// One client socket: its subscriptions, its send queue, and when it is disconnected (reliability
// W5, W7).

// Frames are built once for all readers and written directly to the connection, in one write per
// turn of the event loop: with a thousand readers, system calls dominate the cost. Pings and
// closing stay with ws, which writes to the same connection immediately, so the order is kept;
// nothing is compressed (gateway.ts), so ws never delays a message.

import type { Duplex } from 'node:stream'
import type { SocketReply } from '@basis/protocol/topics/operations'
import type { WebSocket } from 'ws'
import type { Channel, Reader } from './channel.ts'
import { writeGathered } from '../frames/gathered-writes.ts'
import { MessageRate } from '../frames/message-rate.ts'
import { textFrame } from '../frames/text-frame.ts'

/**
 * Above this many buffered bytes public messages are dropped; below `lowWater` a new snapshot
 * replaces them.
 */
const highWater = 256 * 1024
const lowWater = 32 * 1024
/** Private messages are never dropped: a socket that buffers more than this is terminated. */
const privateMaxBytes = 1024 * 1024
const privateMaxMessages = 1000
const privateMaxAgeMs = 5000
/** Replies are never dropped: a public socket that buffers more than this is terminated. */
const publicMaxBytes = 8 * 1024 * 1024

export class ClientConnection implements Reader {
  readonly socket: WebSocket
  readonly address: string
  readonly isPrivate: boolean
  readonly openedMs: number
  /** The channels by topic name. */
  readonly channels = new Map<string, Channel>()
  lastHeardMs: number
  failures = 0
  readonly #wire: Duplex
  #waiting = 0
  #waitingSinceMs = 0
  #stale = new Set<Channel>()
  readonly rate = new MessageRate()

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
    // After a dropped message deltas are useless until the next snapshot.
    if (this.#stale.has(channel)) return
    this.#write(frame)
    if (channel.feed.isPrivate) this.#assertKeepsUp(performance.now())
  }

  reply(reply: SocketReply): void {
    if (this.socket.readyState === this.socket.OPEN) this.#write(textFrame(JSON.stringify(reply)))
  }

  /** Sends a topic's snapshot. */
  begin(channel: Channel): void {
    this.#stale.delete(channel)
    if (this.socket.readyState === this.socket.OPEN) this.#write(channel.snapshot())
  }

  /** Called several times a second: resends dropped topics and terminates stuck sockets. */
  check(nowMs: number): void {
    this.#assertKeepsUp(nowMs)
    if (this.#stale.size === 0 || this.socket.bufferedAmount > lowWater) return
    // `begin` deletes from the set, which is safe during iteration.
    for (const channel of this.#stale) this.begin(channel)
  }

  /** Closes the socket after an error of the server. */
  fail(): void {
    this.socket.close(1011, 'server error')
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
