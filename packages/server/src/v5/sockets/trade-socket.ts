// Order entry by socket: order calls without a signature each, after the socket is authenticated
// (open API 12).

import { isV5Category } from '@basis/protocol/v5/vocabulary'
import type { V5CallName } from '@basis/protocol/v5/calls'
import { v5TradeOperations } from '@basis/protocol/v5/topics'
import type { ApiKey } from '../../users/api-keys.ts'
import { networkOf } from '../../config/networks.ts'
import { assertClock, socketSigner } from '../credentials.ts'
import type { V5Parts } from '../context.ts'
import type { V5Api } from '../api.ts'
import { plainFields } from '../plain-parameters.ts'
import { v5Failure, V5Refused } from '../refused.ts'
import type { V5Connection } from './connection.ts'
import type { V5Message } from './message.ts'

const calls: ReadonlyMap<string, V5CallName> = new Map(Object.entries(v5TradeOperations))

/** How many recent request ids are remembered to refuse duplicates. */
const idsKept = 10_000
const longestId = 36
/** Requests per second from one address over all its sockets (open API 14). */
const perAddress = 3000

export type TradeSockets = {
  readonly parts: V5Parts
  readonly api: V5Api
  readonly enter: (socket: TradeSocket, key: ApiKey) => void
  readonly onFailure: (error: unknown) => void
}

export class TradeSocket {
  readonly open: V5Connection
  readonly #sockets: TradeSockets
  #key: ApiKey | undefined
  readonly #used = new Set<string>()

  constructor(open: V5Connection, sockets: TradeSockets) {
    this.open = open
    this.#sockets = sockets
  }

  onMessage(message: V5Message): void {
    const { op, id: reqId } = message
    if (op === 'ping') {
      const data = [String(this.#sockets.parts.clock.nowMs())]
      return this.#reply('pong', reqId, { retCode: 0, retMsg: 'OK', data })
    }
    if (op === 'pong') return
    if (op === 'auth') return this.#authenticate(message)
    this.#order(message).catch((error: unknown) => {
      this.#sockets.onFailure(error)
      this.#reply(op, reqId, { retCode: 10016, retMsg: 'Server error.', data: {} })
    })
  }

  onClose(): void {
    this.#key = undefined
  }

  #reply(op: string, reqId: object, rest: object): void {
    this.open.send({ ...reqId, ...rest, op, connId: this.open.id })
  }

  #authenticate({ args, id: reqId }: V5Message): void {
    const { sessions, clock } = this.#sockets.parts
    if (this.#key !== undefined) {
      return this.#reply('auth', reqId, { retCode: 20001, retMsg: 'Repeat auth' })
    }
    try {
      const key = socketSigner(args, sessions.apiKeys, clock.nowMs())
      if (!key.isFrom(this.open.terms.address)) throw v5Failure('addressUnmatched')
      this.#key = key
      this.#sockets.enter(this, key)
      this.#reply('auth', reqId, { retCode: 0, retMsg: 'OK' })
    } catch (error) {
      if (!(error instanceof V5Refused)) throw error
      this.#reply('auth', reqId, { retCode: error.retCode, retMsg: error.message })
    }
  }

  async #order(message: V5Message): Promise<void> {
    const { op, id: reqId, args, header } = message
    const refused = this.#refusalOf(message)
    const key = this.#key
    const name = calls.get(op)
    if (refused !== undefined || key === undefined || name === undefined) {
      const { retCode, message: retMsg } = refused ?? unauthorized()
      return this.#reply(op, reqId, { retCode, retMsg, data: {}, retExtInfo: {}, header: {} })
    }
    const parameters = plainFields(args[0] as object)
    const signer = { key, address: this.open.terms.address }
    const { outcome, allowance } = await this.#sockets.api.carryOut(name, signer, parameters)
    const traceId = header['Traceid']
    const reply =
      outcome instanceof V5Refused
        ? { retCode: outcome.retCode, retMsg: outcome.message, data: {}, retExtInfo: {} }
        : { retCode: 0, retMsg: 'OK', data: outcome.result, retExtInfo: outcome.extInfo ?? {} }
    this.#reply(op, reqId, {
      ...reply,
      header: {
        'X-Bapi-Limit': String(allowance.limit),
        'X-Bapi-Limit-Status': String(allowance.left),
        'X-Bapi-Limit-Reset-Timestamp': String(allowance.resetMs),
        Traceid: typeof traceId === 'string' ? traceId : '',
        Timenow: String(this.#sockets.parts.clock.nowMs()),
      },
    })
  }

  /** Returns the refusal of an invalid request. */
  #refusalOf({ op, id: given, args, header }: V5Message): V5Refused | undefined {
    const { limits } = this.#sockets.api
    const { limit, passed } = limits.take(
      `trade ${networkOf(this.open.terms.address)}`,
      perAddress,
      1,
    )
    if (passed === 0) return v5Failure('addressBusy', { limit: String(limit) })
    if (this.#key === undefined) return unauthorized()
    if (!calls.has(op)) return new V5Refused(10404, `op type is not found: ${op.slice(0, 40)}`)
    const id = 'reqId' in given ? String(given.reqId) : ''
    if (id.length > longestId) return new V5Refused(10001, 'params error: reqId invalid')
    if (id !== '' && this.#used.has(id)) return new V5Refused(20006, 'reqId is duplicated')
    if (id !== '') this.#remember(id)
    const [fields] = args
    if (args.length !== 1 || typeof fields !== 'object' || fields === null) {
      return new V5Refused(10001, 'params error: args invalid')
    }
    const category: unknown = Reflect.get(fields, 'category')
    if (typeof category !== 'string' || !isV5Category(category)) {
      return new V5Refused(10404, 'category is not correct')
    }
    try {
      const asked = headerText(header['X-BAPI-TIMESTAMP'])
      const windowText = headerText(header['X-BAPI-RECV-WINDOW'])
      assertClock({ asked, windowText }, this.#sockets.parts.clock.nowMs())
      return undefined
    } catch (error) {
      if (error instanceof V5Refused) return error
      throw error
    }
  }

  #remember(id: string): void {
    this.#used.add(id)
    if (this.#used.size <= idsKept) return
    const [oldest] = this.#used
    if (oldest !== undefined) this.#used.delete(oldest)
  }
}

const unauthorized = (): V5Refused => new V5Refused(10004, 'Request not authorized')

const headerText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
