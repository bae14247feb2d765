// Sockets of the open API: their paths, limits on their number, and closing of idle ones (open API
// 9).

import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { isV5SocketCategory, type V5SocketCategory } from '@basis/protocol/v5/vocabulary'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import type { Clock } from '../../exchange/ports.ts'
import { networkOf } from '../../config/networks.ts'
import type { V5Parts } from '../context.ts'
import { V5Connection } from './connection.ts'
import { readMessage } from './message.ts'
import { PublicSocket, refuse } from './public-socket.ts'
import { topicsPerSecond, type SocketKind } from './socket-kind.ts'

export type V5SocketOptions = {
  readonly addressOf: (request: IncomingMessage) => string
  /** Multiplies the venue's limits; 0 switches them off. */
  readonly limitFactor: number
  /** The kinds of sockets with a key, by path. */
  readonly signed: ReadonlyMap<string, SocketKind>
  /** Called with an error in a message handler; only that socket is closed. */
  readonly onFailure: (error: unknown, what: string) => void
}

export type V5Sockets = {
  /** Handles an upgrade to one of our paths; false for any other. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean
  readonly figures: () => Readonly<Record<string, number>>
  readonly stop: () => Promise<void>
}

const maxPayload = 65_536
const checkEveryMs = 250
const idleMs = 600_000
const perWindow = 500
const windowMs = 300_000
const maxAtOnce = 4000
/** The most open sockets per path and address. */
const perPath = 1000
/** The most open sockets per address. */
const perAddress = 2000

export function createV5Sockets(parts: V5Parts, options: V5SocketOptions): V5Sockets {
  const hub = new Hub(parts, options)
  return {
    upgrade: (request, socket, head) => hub.upgrade(request, socket, head),
    figures: () => hub.figures(),
    stop: () => hub.stop(),
  }
}

/** The kind and category of a path. */
type Place = {
  readonly kind: SocketKind
  readonly category?: V5SocketCategory
  readonly path: string
}

class Hub {
  readonly #options: V5SocketOptions
  readonly #clock: Clock
  readonly #public: PublicSocket
  readonly #server = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false })
  readonly #connections = new Map<V5Connection, SocketKind>()
  /** Open sockets by address, and by path and address. */
  readonly #openBy = new Map<string, number>()
  readonly #opened = new Map<string, { count: number; untilMs: number }>()
  #timer: NodeJS.Timeout | undefined

  constructor(parts: V5Parts, options: V5SocketOptions) {
    this.#options = options
    this.#clock = parts.clock
    this.#public = new PublicSocket(parts, options.onFailure)
  }

  figures(): Readonly<Record<string, number>> {
    return {
      basis_open_sockets: this.#connections.size,
      basis_open_topics: this.#public.topics.count,
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    const closed = [...this.#connections.keys()].map(({ socket }) => {
      const isClosed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
      socket.close(1001, 'the server is stopping')
      setTimeout(() => socket.terminate(), 1000).unref()
      return isClosed
    })
    await Promise.all(closed)
    this.#public.stop()
    this.#server.close()
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const { url = '' } = request
    if (!url.startsWith('/v5/')) return false
    socket.on('error', () => socket.destroy())
    const [path = '', query = ''] = url.split('?', 2)
    const place = this.#placeOf(path)
    const address = this.#options.addressOf(request)
    if (place === undefined) refuseUpgrade(socket, 404)
    else if (!this.#mayOpen(networkOf(address), path)) refuseUpgrade(socket, 429)
    else {
      this.#server.handleUpgrade(request, socket, head, (opened) =>
        this.#welcome(opened, socket, { ...place, address, idleMs: idleOf(query) }),
      )
    }
    return true
  }

  #placeOf(path: string): Place | undefined {
    const signed = this.#options.signed.get(path)
    if (signed !== undefined) return { kind: signed, path }
    const category = /^\/v5\/public\/(.+)$/.exec(path)?.[1]
    return isV5SocketCategory(category) ? { kind: this.#public, category, path } : undefined
  }

  #mayOpen(address: string, path: string): boolean {
    const { limitFactor } = this.#options
    if (this.#connections.size >= maxAtOnce) return false
    if (limitFactor === 0) return true
    const standing = this.#openBy.get(`${path} ${address}`) ?? 0
    if (standing >= perPath * limitFactor) return false
    // However the limits are multiplied, one address leaves half of the sockets to the others.
    const mostOfOne = Math.min(perAddress * limitFactor, maxAtOnce / 2)
    if ((this.#openBy.get(address) ?? 0) >= mostOfOne) return false
    const nowMs = performance.now()
    const known = this.#opened.get(address)
    const window =
      known === undefined || nowMs > known.untilMs ? { count: 0, untilMs: nowMs + windowMs } : known
    window.count += 1
    this.#opened.set(address, window)
    if (this.#opened.size > maxAtOnce) {
      for (const [other, { untilMs }] of this.#opened)
        if (untilMs < nowMs) this.#opened.delete(other)
    }
    return window.count <= perWindow * limitFactor
  }

  #welcome(
    socket: WebSocket,
    wire: Duplex,
    { kind, path, ...terms }: Place & { readonly address: string; readonly idleMs: number },
  ): void {
    const { limitFactor } = this.#options
    const connection = new V5Connection(socket, wire, {
      ...terms,
      topicsPerSecond: limitFactor === 0 ? Infinity : topicsPerSecond * limitFactor,
      nowMs: performance.now(),
    })
    this.#connections.set(connection, kind)
    const network = networkOf(terms.address)
    const counted = [network, `${path} ${network}`]
    for (const name of counted) this.#count(name, 1)
    this.#timer ??= setInterval(() => this.#check(), checkEveryMs)
    socket.on('message', (data) => {
      if (!connection.maySpeak(this.#clock.nowMs())) return
      connection.activeMs = performance.now()
      // Also those that cannot be read count.
      const isWithin = this.#isWithinRate(connection, kind)
      const message = readMessage(textOf(data))
      if (!isWithin) {
        return refuse(connection, message ?? unreadable, 'error:too many messages in a second')
      }
      if (message === undefined) {
        return refuse(connection, unreadable, 'error:message must be a JSON object')
      }
      // An error thrown from a listener would end the process for all traders.
      try {
        kind.take(connection, message)
      } catch (error) {
        this.#options.onFailure(error, path)
        connection.fail()
      }
    })
    // Many clients keep a socket alive by pings of the protocol alone; ws answers them.
    socket.on('ping', () => (connection.activeMs = performance.now()))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      kind.leave(connection)
      this.#connections.delete(connection)
      for (const name of counted) this.#count(name, -1)
      if (this.#connections.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    })
  }

  #isWithinRate(connection: V5Connection, { mostPerSecond }: SocketKind): boolean {
    const { limitFactor } = this.#options
    if (mostPerSecond === undefined || limitFactor === 0) return true
    return connection.rate.isWithin(connection.activeMs, mostPerSecond * limitFactor)
  }

  #count(name: string, change: 1 | -1): void {
    const count = (this.#openBy.get(name) ?? 0) + change
    if (count === 0) this.#openBy.delete(name)
    else this.#openBy.set(name, count)
  }

  #check(): void {
    const nowMs = performance.now()
    const timeMs = this.#clock.nowMs()
    for (const [connection, kind] of this.#connections) {
      try {
        connection.check(nowMs, timeMs)
        kind.check?.(connection)
      } catch (error) {
        this.#options.onFailure(error, 'check')
        connection.socket.terminate()
      }
    }
  }
}

const unreadable = { op: '', args: [], id: {}, header: {} }

/** Reads `max_active_time=1m`: from thirty seconds to ten minutes. */
function idleOf(query: string): number {
  const [, count = '', unit] =
    /^(\d{1,4})(s|m)$/.exec(new URLSearchParams(query).get('max_active_time') ?? '') ?? []
  if (unit === undefined) return idleMs
  const asked = Number(count) * (unit === 'm' ? 60_000 : 1000)
  return Math.min(idleMs, Math.max(30_000, asked))
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return Buffer.isBuffer(data) ? data.toString() : Buffer.from(data).toString()
}

function refuseUpgrade(socket: Duplex, status: number): void {
  const words = STATUS_CODES[status] ?? ''
  socket.end(`HTTP/1.1 ${status} ${words}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
