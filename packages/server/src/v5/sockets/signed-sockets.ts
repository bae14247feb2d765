// Sockets with a key, private and for order entry: who is connected, and the updates of each
// account (open API 9, 11, 12).

import type { AccountId } from '@basis/domain/numbers/brand'
import type { Event, EventBatch } from '@basis/engine/events'
import { ownerOf } from '../../read-model/history-rows.ts'
import type { ApiKey } from '../../users/api-keys.ts'
import type { V5Api } from '../api.ts'
import { disconnectGuards } from '../account/disconnect.ts'
import type { V5Parts } from '../context.ts'
import { AccountStream } from './account-stream.ts'
import type { V5Connection } from './connection.ts'
import type { V5Message } from './message.ts'
import { PrivateSocket } from './private-socket.ts'
import { messagesPerSecond, type SocketKind } from './socket-kind.ts'
import { TradeSocket } from './trade-socket.ts'

export const privatePath = '/v5/private'
export const tradePath = '/v5/trade'

/** The kinds of sockets with a key, by path. */
export type SignedSockets = {
  readonly kinds: ReadonlyMap<string, SocketKind>
  readonly stop: () => void
}

export function createSignedSockets(
  parts: V5Parts,
  api: V5Api,
  onFailure: (error: unknown, what: string) => void,
): SignedSockets {
  const hub = new Hub({ parts, api, onFailure })
  return { kinds: hub.kinds, stop: () => hub.stop() }
}

type HubParts = {
  readonly parts: V5Parts
  readonly api: V5Api
  readonly onFailure: (error: unknown, what: string) => void
}
type Signed = PrivateSocket | TradeSocket

class Hub {
  readonly kinds: ReadonlyMap<string, SocketKind>
  readonly #parts: V5Parts
  readonly #onFailure: HubParts['onFailure']
  readonly #sockets = new Map<V5Connection, Signed>()
  readonly #byKey = new Map<string, Set<Signed>>()
  readonly #accounts = new Map<
    AccountId,
    { readonly stream: AccountStream; readonly readers: Set<PrivateSocket> }
  >()
  readonly #ends: (() => void)[]

  constructor({ parts, api, onFailure }: HubParts) {
    this.#parts = parts
    // Accounts that guarded before a restart count as disconnected from now on.
    disconnectGuards(parts)
    this.#onFailure = onFailure
    this.#ends = [
      parts.exchange.subscribe((batch) => this.#take(batch)),
      parts.sessions.apiKeys.onChanged((key) => {
        for (const { open } of this.#byKey.get(key) ?? []) open.socket.close(1008, 'key changed')
      }),
    ]
    const ofPrivate = {
      parts,
      enter: (socket: PrivateSocket, key: ApiKey) => this.#enter(socket, key),
    }
    const ofTrade = {
      parts,
      api,
      enter: (socket: TradeSocket, key: ApiKey) => this.#known(socket, key),
      onFailure: (error: unknown) => onFailure(error, tradePath),
    }
    this.kinds = new Map([
      [
        privatePath,
        {
          ...this.#kind((open) => new PrivateSocket(open, ofPrivate)),
          mostPerSecond: messagesPerSecond,
        },
      ],
      [tradePath, this.#kind((open) => new TradeSocket(open, ofTrade))],
    ])
  }

  stop(): void {
    for (const end of this.#ends.splice(0)) end()
  }

  #kind(make: (open: V5Connection) => Signed): SocketKind {
    return {
      take: (connection: V5Connection, message: V5Message) => {
        const known = this.#sockets.get(connection) ?? make(connection)
        this.#sockets.set(connection, known)
        known.onMessage(message)
      },
      leave: (connection: V5Connection) => {
        const known = this.#sockets.get(connection)
        if (known !== undefined) this.#leave(connection, known)
      },
      check: (connection: V5Connection) => {
        const known = this.#sockets.get(connection)
        if (known instanceof PrivateSocket) known.closeIfBanned()
      },
      stop: () => this.stop(),
    }
  }

  #known(socket: Signed, signer: ApiKey): void {
    const { key } = signer
    socket.open.key = signer
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

  #leave(connection: V5Connection, signed: Signed): void {
    signed.onClose()
    this.#sockets.delete(connection)
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
    for (const [account, own] of byAccount) this.#publish(account, batch, own)
  }

  #publish(account: AccountId, batch: EventBatch, own: readonly Event[]): void {
    const known = this.#accounts.get(account)
    if (known === undefined) return
    try {
      const news = known.stream.take(batch, own)
      const framed = new Map<string, Buffer | undefined>()
      for (const reader of known.readers) reader.publish(news, framed)
    } catch (error) {
      // Subscribers of the account must not continue with a gap.
      this.#onFailure(error, privatePath)
      for (const { open } of known.readers) open.socket.terminate()
    }
  }
}
