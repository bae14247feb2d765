// WebSocket gateway: origin check, login, subscriptions, heartbeat, limits (docs/reliability.md).
// Public topics are on one path, private ones on another, after a login with a one-time token.

import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AccountId } from '@basis/domain/numbers/brand'
import { socketRequest, type SocketRequest } from '@basis/protocol/topics/operations'
import {
  isPrivateTopic,
  maxTopicsPerSocket,
  parseTopic,
  privateSocketPath,
  privateSocketVersion,
  publicSocketPath,
} from '@basis/protocol/topics/topic'
import { failureTable } from '@basis/protocol/errors'
import * as z from 'zod/mini'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import type { Login, Sessions } from '../users/sessions.ts'
import type { PushSources } from './channel.ts'
import { Groups } from './groups.ts'
import { ClientConnection } from './client-connection.ts'
import { callerAddress } from '../users/caller-address.ts'
import { networkOf } from '../config/networks.ts'
import { Publisher } from './publisher.ts'

export type GatewayParts = PushSources & { readonly sessions: Sessions }
export type GatewayOptions = {
  /** Origins other than our own that browsers may connect from. */
  readonly origins: readonly string[]
  /** Addresses and networks whose forwarding headers are trusted (reliability S12). */
  readonly trustedProxies: readonly string[]
  /** Handles upgrades to other paths; returns false for unknown paths. */
  readonly otherUpgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean
  /** Called with an error in a message or a channel, whose sockets are closed; else it throws. */
  readonly onFailure?: (error: unknown, what: string) => void
}

export type Gateway = {
  /** Handles the upgrade requests of a server. */
  readonly attach: (server: Server) => void
  /** Figures for /metrics. */
  readonly figures: () => Readonly<Record<string, number>>
  /** Notifies all clients, closes with 1001, terminates sockets still open after a second. */
  readonly stop: () => Promise<void>
}

const maxPayload = 65_536
const maxMessagesPerSecond = 50
const maxFailures = 20
const maxLoginFailures = 3
const maxSocketsPerAccount = 20
const maxSocketsPerAddress = 50
const maxSockets = 12_000
const pingEveryMs = 20_000
const silenceMs = 60_000
const loginWithinMs = 10_000
const checkEveryMs = 250
/** When a session's expiry is looked up again that could not be. */
const lookAgainMs = 1000

const closing = { goingAway: 1001, unsupported: 1003, policy: 1008 } as const

export function createGateway(parts: GatewayParts, options: GatewayOptions): Gateway {
  const sockets = new GatewaySockets(parts, options)
  return {
    attach: (server) => sockets.attach(server),
    figures: () => sockets.figures(),
    stop: () => sockets.stop(),
  }
}

class GatewaySockets {
  readonly #parts: GatewayParts
  readonly #options: GatewayOptions
  readonly #addressOf: (request: IncomingMessage) => string
  readonly #publisher: Publisher
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false })
  readonly #connections = new Set<ClientConnection>()
  readonly #byAddress = new Groups<string, ClientConnection>()
  readonly #logins = new Map<ClientConnection, Login>()
  /** When the session of a login expires. */
  readonly #expiries = new Map<ClientConnection, number>()
  /** When the expiry of a login is looked up again that could not be, ms of `performance.now()`. */
  readonly #lookAgain = new Map<ClientConnection, number>()
  /** Requests received while a login is being checked, to be processed in order. */
  readonly #held = new Map<ClientConnection, SocketRequest[]>()
  readonly #byAccount = new Groups<AccountId, ClientConnection>()
  readonly #bySession = new Groups<string, ClientConnection>()
  readonly #loginFailures = new WeakMap<ClientConnection, number>()
  readonly #forgetEnded: () => void
  #timer: NodeJS.Timeout | undefined
  #pingAtMs = 0

  constructor(parts: GatewayParts, options: GatewayOptions) {
    this.#parts = parts
    this.#options = options
    this.#addressOf = callerAddress(options.trustedProxies)
    this.#publisher = new Publisher(parts, options.onFailure)
    this.#forgetEnded = parts.sessions.onEnded((key) => {
      for (const connection of this.#bySession.of(key))
        connection.socket.close(closing.policy, 'signed out')
    })
  }

  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
  }

  figures(): Readonly<Record<string, number>> {
    return {
      basis_sockets: this.#connections.size,
      basis_sockets_signed_in: this.#logins.size,
      basis_channels: this.#publisher.channelCount,
    }
  }

  async stop(): Promise<void> {
    this.#publisher.notify({ kind: 'stopping', symbol: '', text: 'the server is stopping' })
    this.#forgetEnded()
    clearInterval(this.#timer)
    const closed = [...this.#connections].map(({ socket }) => {
      const isClosed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
      socket.close(closing.goingAway, 'the server is stopping')
      setTimeout(() => socket.terminate(), 1000).unref()
      return isClosed
    })
    await Promise.all(closed)
    this.#publisher.stop()
    this.#sockets.close()
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.#options.otherUpgrade?.(request, socket, head) === true) return
    socket.on('error', () => socket.destroy())
    const url = request.url ?? ''
    const path = url.split('?', 1)[0]
    const isPrivate = path === privateSocketPath
    if (!isPrivate && path !== publicSocketPath) return refuseUpgrade(socket, 404)
    if (
      isPrivate &&
      new URLSearchParams(url.slice(url.indexOf('?'))).get('v') !== privateSocketVersion
    ) {
      return refuseUpgrade(socket, 400)
    }
    if (!this.#isOwnOrigin(request)) return refuseUpgrade(socket, 403)
    const address = networkOf(this.#addressOf(request))
    const ofAddress = this.#byAddress.sizeOf(address)
    if (ofAddress >= maxSocketsPerAddress || this.#connections.size >= maxSockets) {
      return refuseUpgrade(socket, 429)
    }
    this.#sockets.handleUpgrade(request, socket, head, (opened) =>
      this.#welcome({ socket: opened, wire: socket }, { address, isPrivate }),
    )
  }

  #isOwnOrigin({ headers: { origin, host } }: IncomingMessage): boolean {
    if (origin === undefined || this.#options.origins.includes(origin)) return true
    return host !== undefined && (origin === `https://${host}` || origin === `http://${host}`)
  }

  #welcome(
    { socket, wire }: { readonly socket: WebSocket; readonly wire: Duplex },
    from: { readonly address: string; readonly isPrivate: boolean },
  ): void {
    const connection = new ClientConnection({ socket, wire }, { ...from, nowMs: performance.now() })
    this.#connections.add(connection)
    this.#byAddress.add(connection.address, connection)
    this.#timer ??= setInterval(() => this.#check(), checkEveryMs)
    socket.on('message', (data, isBinary) =>
      this.#guarded(connection, () => this.#onMessage(connection, data, isBinary)),
    )
    socket.on('pong', () => (connection.lastHeardMs = performance.now()))
    // On protocol errors (1002, 1007, 1009) ws closes the socket itself.
    socket.on('error', () => undefined)
    socket.on('close', () => this.#leave(connection))
  }

  #leave(connection: ClientConnection): void {
    for (const channel of connection.channels.values()) this.#publisher.remove(channel, connection)
    connection.channels.clear()
    this.#held.delete(connection)
    const login = this.#logins.get(connection)
    if (login !== undefined) {
      this.#logins.delete(connection)
      this.#expiries.delete(connection)
      this.#lookAgain.delete(connection)
      this.#byAccount.remove(login.account, connection)
      this.#bySession.remove(login.key, connection)
    }
    this.#connections.delete(connection)
    this.#byAddress.remove(connection.address, connection)
    if (this.#connections.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #check(): void {
    const nowMs = performance.now()
    const isPingTime = nowMs >= this.#pingAtMs
    if (isPingTime) this.#pingAtMs = nowMs + pingEveryMs
    for (const connection of this.#connections) {
      this.#guarded(connection, () => connection.check(nowMs))
      if (nowMs - connection.lastHeardMs > silenceMs) connection.socket.terminate()
      else if (isPingTime) connection.socket.ping()
      const isLate = nowMs - connection.openedMs > loginWithinMs
      if (!connection.isPrivate) continue
      const login = this.#logins.get(connection)
      if (isLate && login === undefined) connection.socket.close(closing.policy, 'no login')
      else if (login !== undefined && this.#parts.sessions.isBanned(login.account)) {
        connection.socket.close(closing.policy, 'banned')
      } else if (login !== undefined && nowMs >= (this.#lookAgain.get(connection) ?? Infinity)) {
        this.#learnExpiry(connection, login)
      } else if ((this.#expiries.get(connection) ?? Infinity) <= this.#parts.clock.nowMs()) {
        connection.socket.close(closing.policy, 'signed out')
      }
    }
  }

  /** An error thrown from a listener or a timer would end the process for all traders. */
  #guarded(connection: ClientConnection, act: () => void): void {
    try {
      act()
    } catch (error) {
      const { onFailure } = this.#options
      if (onFailure === undefined) throw error
      onFailure(error, 'socket')
      connection.fail()
    }
  }

  #onMessage(connection: ClientConnection, data: RawData, isBinary: boolean): void {
    const nowMs = performance.now()
    connection.lastHeardMs = nowMs
    if (isBinary) return connection.socket.close(closing.unsupported, 'text only')
    if (!connection.rate.isWithin(nowMs, maxMessagesPerSecond)) {
      return connection.socket.close(
        closing.policy,
        `at most ${maxMessagesPerSecond} messages a second`,
      )
    }
    const request = readMessage(data)
    if (typeof request === 'string') return this.#fail(connection, request)
    this.#onRequest(connection, request)
  }

  #onRequest(connection: ClientConnection, request: SocketRequest): void {
    const held = this.#held.get(connection)
    if (held === undefined) this.#take(connection, request)
    else held.push(request)
  }

  #take(connection: ClientConnection, request: SocketRequest): void {
    const id = request.req_id === undefined ? {} : { req_id: request.req_id }
    switch (request.op) {
      case 'ping':
        return connection.reply({ type: 'pong', ts: this.#parts.clock.nowMs(), ...id })
      case 'pong':
        return
      case 'login':
        return this.#login(connection, request.args[0], id)
      case 'subscribe':
        return this.#subscribe(connection, request.args, id)
      case 'unsubscribe':
        return this.#unsubscribe(connection, request.args, id)
    }
  }

  #fail(connection: ClientConnection, message: string): void {
    connection.failures += 1
    if (connection.failures > maxFailures)
      return connection.socket.close(closing.policy, 'too many bad messages')
    connection.reply({ type: 'error', code: failureTable.requestInvalid.code, message })
  }

  #login(connection: ClientConnection, token: string, id: { readonly req_id?: string }): void {
    const found = connection.isPrivate ? this.#parts.sessions.takeOneTimeToken(token) : undefined
    if (!(found instanceof Promise)) return this.#decideLogin(connection, found, id)
    const held: SocketRequest[] = []
    this.#held.set(connection, held)
    found
      // A token that cannot be checked counts as invalid.
      .catch(() => undefined)
      .then((session) => {
        this.#held.delete(connection)
        if (!this.#connections.has(connection)) return
        this.#decideLogin(connection, session, id)
        // Another login among them starts holding requests again.
        for (const request of held) this.#onRequest(connection, request)
      })
      .catch(() => connection.socket.terminate())
  }

  #decideLogin(
    connection: ClientConnection,
    session: Login | undefined,
    id: { readonly req_id?: string },
  ): void {
    if (session === undefined || this.#logins.has(connection)) {
      const failures = (this.#loginFailures.get(connection) ?? 0) + 1
      this.#loginFailures.set(connection, failures)
      const message = connection.isPrivate
        ? 'token: must be a one-time token that is fresh and unused, once per socket'
        : 'login: is for the private socket'
      connection.reply({ type: 'login_fail', message, ...id })
      if (failures >= maxLoginFailures) connection.socket.close(closing.policy, 'too many logins')
      return
    }
    if (this.#byAccount.sizeOf(session.account) >= maxSocketsPerAccount) {
      connection.reply({
        type: 'login_fail',
        message: `sockets: at most ${maxSocketsPerAccount} of one account`,
        ...id,
      })
      return connection.socket.close(closing.policy, 'too many sockets')
    }
    this.#logins.set(connection, session)
    this.#byAccount.add(session.account, connection)
    this.#bySession.add(session.key, connection)
    connection.reply({ type: 'login_success', ...id })
    this.#learnExpiry(connection, session)
  }

  /**
   * Looks up when the session ends; an ended one has ended now. While it cannot be looked up, it
   * counts as lasting: its calls are refused anyway.
   */
  #learnExpiry(connection: ClientConnection, login: Login): void {
    const note = (known: Map<ClientConnection, number>, ms: number): void => {
      if (this.#logins.get(connection) === login) known.set(connection, ms)
    }
    this.#lookAgain.delete(connection)
    this.#expiryOf(login).then(
      (expiresMs) => note(this.#expiries, expiresMs),
      () => note(this.#lookAgain, performance.now() + lookAgainMs),
    )
  }

  async #expiryOf({ key }: Login): Promise<number> {
    return (await this.#parts.sessions.expiryOf(key)) ?? 0
  }

  #subscribe(
    connection: ClientConnection,
    names: readonly string[],
    id: { readonly req_id?: string },
  ): void {
    const topics: string[] = []
    const refused: { topic: string; message: string }[] = []
    const fresh: string[] = []
    for (const name of names) {
      if (connection.channels.has(name)) topics.push(name)
      else {
        const message = this.#open(connection, name)
        if (message === undefined) {
          topics.push(name)
          fresh.push(name)
        } else refused.push({ topic: name, message })
      }
    }
    connection.reply({ type: 'subscribed', topics, refused, ...id })
    if (refused.length > 0 && topics.length === 0) connection.failures += 1
    // The snapshot is built and sent in the turn in which the reader is added: no delta can come
    // between.
    for (const name of fresh) {
      const channel = connection.channels.get(name)
      if (channel !== undefined) connection.begin(channel)
    }
  }

  /** Returns why a topic cannot be subscribed to; undefined on success. */
  #open(connection: ClientConnection, name: string): string | undefined {
    if (connection.channels.size >= maxTopicsPerSocket)
      return `at most ${maxTopicsPerSocket} topics`
    const topic = parseTopic(name)
    if (topic === undefined) return 'no such topic'
    const isPrivate = isPrivateTopic(topic.kind)
    if (isPrivate !== connection.isPrivate) {
      return isPrivate ? 'is on the private socket' : 'is on the public socket'
    }
    const session = this.#logins.get(connection)
    if (isPrivate && session === undefined) return 'log in first'
    const channel = this.#publisher.add(topic, connection, session?.account)
    if (channel === undefined) return 'no instrument of this name has it'
    connection.channels.set(name, channel)
    return undefined
  }

  #unsubscribe(
    connection: ClientConnection,
    names: readonly string[],
    id: { readonly req_id?: string },
  ): void {
    const topics: string[] = []
    for (const name of names) {
      const channel = connection.channels.get(name)
      if (channel === undefined) continue
      connection.forget(channel)
      this.#publisher.remove(channel, connection)
      topics.push(name)
    }
    connection.reply({ type: 'unsubscribed', topics, ...id })
  }
}

/** Parses a request; returns a message if it is invalid. */
function readMessage(data: RawData): SocketRequest | string {
  let value: unknown
  try {
    value = JSON.parse(textOf(data))
  } catch (error) {
    if (error instanceof SyntaxError) return 'message: must be well-formed JSON'
    throw error
  }
  const result = z.safeParse(socketRequest, value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = issue?.path.map(String).join('.') ?? ''
  if (issue?.code === 'unrecognized_keys') {
    return `${JSON.stringify(issue.keys[0]?.slice(0, 60))}: is not a field of this message`
  }
  return path === '' || path === 'op'
    ? 'op: must be subscribe, unsubscribe, login, ping or pong'
    : `${path}: must be as the table of operations says (at most 50 topics, each a text)`
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return Buffer.isBuffer(data) ? data.toString() : Buffer.from(data).toString()
}

function refuseUpgrade(socket: Duplex, status: number): void {
  const words = STATUS_CODES[status] ?? ''
  socket.end(`HTTP/1.1 ${status} ${words}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
