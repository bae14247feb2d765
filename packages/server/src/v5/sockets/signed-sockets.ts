// The sockets that a key opens, private and for order entry: who is there, and what each account is
// told (open API 9, 11, 12).

import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AccountId } from '@basis/domain/numbers/brand'
import type { Event, EventBatch } from '@basis/engine/events'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import { ownerOf } from '../../read-model/history-rows.ts'
import type { ApiKey } from '../../users/api-keys.ts'
import type { V5Parts } from '../context.ts'
import type { V5Api } from '../api.ts'
import { AccountStream } from './account-stream.ts'
import { OpenSocket, readMessage } from './open-socket.ts'
import { PrivateSocket } from './private-socket.ts'
import { TradeSocket } from './trade-socket.ts'

export const privatePath = '/v5/private'
export const tradePath = '/v5/trade'

const maxPayload = 65_536
const mostSockets = 1000
const longestIdleMs = 600_000
const shortestIdleMs = 30_000

export type SignedSocketOptions = {
  readonly addressOf: (request: IncomingMessage) => string
  readonly onFailure: (error: unknown, what: string) => void
}

export type SignedSockets = {
  readonly takes: (request: IncomingMessage) => boolean
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  readonly stop: () => void
}

export function createSignedSockets(
  parts: V5Parts,
  api: V5Api,
  options: SignedSocketOptions,
): SignedSockets {
  const room = new Room(parts, api, options)
  return {
    takes: ({ url = '' }) => [privatePath, tradePath].includes(pathOf(url)),
    upgrade: (request, socket, head) => room.upgrade(request, socket, head),
    stop: () => room.stop(),
  }
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

type Signed = PrivateSocket | TradeSocket

class Room {
  readonly #parts: V5Parts
  readonly #api: V5Api
  readonly #options: SignedSocketOptions
  readonly #server = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false })
  readonly #sockets = new Set<Signed>()
  readonly #byKey = new Map<string, Set<Signed>>()
  readonly #accounts = new Map<
    AccountId,
    { readonly stream: AccountStream; readonly readers: Set<PrivateSocket> }
  >()
  readonly #ends: (() => void)[]

  constructor(parts: V5Parts, api: V5Api, options: SignedSocketOptions) {
    this.#parts = parts
    this.#api = api
    this.#options = options
    this.#ends = [
      parts.exchange.subscribe((batch) => this.#take(batch)),
      parts.sessions.apiKeys.onChanged((key) => {
        for (const socket of this.#byKey.get(key) ?? []) socket.open.close(1008, 'key changed')
      }),
    ]
  }

  stop(): void {
    for (const end of this.#ends) end()
    for (const { open } of this.#sockets) {
      open.close(1001, 'the server is stopping')
      setTimeout(() => open.terminate(), 1000).unref()
    }
    this.#server.close()
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.#sockets.size >= mostSockets) return refuseUpgrade(socket, 429)
    const address = this.#options.addressOf(request)
    const url = request.url ?? ''
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      const open = new OpenSocket(opened, { address, idleMs: idleMsOf(url) })
      this.#welcome(opened, this.#signed(pathOf(url), open))
    })
  }

  #signed(path: string, open: OpenSocket): Signed {
    const parts = this.#parts
    if (path === tradePath) {
      return new TradeSocket(open, {
        parts,
        api: this.#api,
        enter: (socket, key) => this.#known(socket, key),
        onFailure: (error) => this.#options.onFailure(error, tradePath),
      })
    }
    return new PrivateSocket(open, {
      parts,
      enter: (socket, key) => this.#enter(socket, key),
    })
  }

  #welcome(socket: WebSocket, signed: Signed): void {
    this.#sockets.add(signed)
    socket.on('message', (data: RawData, isBinary) => {
      signed.open.wake()
      const text = isBinary ? undefined : textOf(data)
      signed.onMessage(text === undefined ? undefined : readMessage(text))
    })
    socket.on('error', () => undefined)
    socket.on('close', () => this.#leave(signed))
  }

  #known(socket: Signed, { key }: ApiKey): void {
    const known = this.#byKey.get(key) ?? new Set()
    this.#byKey.set(key, known.add(socket))
  }

  #enter(socket: PrivateSocket, key: ApiKey): void {
    this.#known(socket, key)
    const { account } = key
    const known = this.#accounts.get(account) ?? {
      stream: new AccountStream(this.#parts, account),
      readers: new Set<PrivateSocket>(),
    }
    known.readers.add(socket)
    this.#accounts.set(account, known)
  }

  #leave(signed: Signed): void {
    signed.onClose()
    this.#sockets.delete(signed)
    for (const [key, sockets] of this.#byKey) {
      if (sockets.delete(signed) && sockets.size === 0) this.#byKey.delete(key)
    }
    if (!(signed instanceof PrivateSocket)) return
    for (const [account, { readers }] of this.#accounts) {
      if (readers.delete(signed) && readers.size === 0) this.#accounts.delete(account)
    }
  }

  #take(batch: EventBatch): void {
    if (this.#accounts.size === 0) return
    const byAccount = new Map<AccountId, Event[]>()
    for (const event of batch.events) {
      const account = ownerOf(event) as AccountId | undefined
      if (account === undefined || !this.#accounts.has(account)) continue
      const own = byAccount.get(account) ?? []
      own.push(event)
      byAccount.set(account, own)
    }
    for (const [account, own] of byAccount) this.#tell(account, batch, own)
  }

  #tell(account: AccountId, batch: EventBatch, own: readonly Event[]): void {
    const known = this.#accounts.get(account)
    if (known === undefined) return
    try {
      const news = known.stream.take(batch, own)
      const framed = new Map<string, string | undefined>()
      for (const reader of known.readers) reader.tell(news, framed)
    } catch (error) {
      // Whoever follows the account must not go on with a gap.
      this.#options.onFailure(error, privatePath)
      for (const { open } of known.readers) open.terminate()
    }
  }
}

/** `max_active_time` is told as `90s` or `5m`. */
function idleMsOf(url: string): number {
  const asked = new URLSearchParams(url.split('?')[1] ?? '').get('max_active_time') ?? ''
  const [, count, unit] = /^(\d{1,4})([sm])$/.exec(asked) ?? []
  if (count === undefined) return longestIdleMs
  const ms = Number(count) * (unit === 'm' ? 60_000 : 1000)
  return Math.min(Math.max(ms, shortestIdleMs), longestIdleMs)
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return Buffer.isBuffer(data) ? data.toString() : Buffer.from(data).toString()
}

function refuseUpgrade(socket: Duplex, status: number): void {
  const words = STATUS_CODES[status] ?? ''
  socket.end(`HTTP/1.1 ${status} ${words}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
